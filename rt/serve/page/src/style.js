// Styles go in as sheets of their own, which the content security policy allows.
import uplot from "uplot/dist/uPlot.min.css";
import page from "./page.css";

document.adoptedStyleSheets = [uplot, page].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});
