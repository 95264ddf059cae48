// Asks before something that cannot be undone; the promise is true when it is wanted.
import { element } from "./element.js";

export function ask(title, text, verb, { danger = false } = {}) {
  return new Promise((done) => {
    const yes = element("button", { type: "button", class: danger ? "danger" : "", "data-answer": "yes" }, verb);
    const no = element("button", { type: "button", "data-answer": "no" }, "cancel");
    const dialog = element("dialog", { class: "ask", "aria-label": title }, element("h2", {}, title),
      element("p", {}, text), element("div", { class: "controls" }, no, yes));
    const close = (answer) => {
      dialog.remove();
      done(answer);
    };
    yes.addEventListener("click", () => close(true));
    no.addEventListener("click", () => close(false));
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
    (danger ? no : yes).focus();
  });
}
