/* The page of tactus serve, made by rt/serve/page/build.mjs of src, three (MIT License, Copyright © 2010-2026 three.js authors) and uPlot (MIT License, Copyright (c) 2022 Leon Sorokin). Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
var Sf='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var Mf=`:root { --paper: #fbfbf9; --ink: #1c2024; --soft: #4c545c; --line: #7d848c; --raise: #eef0f2; --danger: #b3261e; --stage: linear-gradient(#e9eef3, #cfd6dd); color-scheme: light; }
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) { --paper: #16191d; --ink: #e7e9ec; --soft: #a9b1ba; --line: #77808a; --raise: #22272d; --danger: #ff8a80; --stage: linear-gradient(#39434d, #1c2126); color-scheme: dark; }
}
:root[data-theme="dark"] { --paper: #16191d; --ink: #e7e9ec; --soft: #a9b1ba; --line: #77808a; --raise: #22272d; --danger: #ff8a80; --stage: linear-gradient(#39434d, #1c2126); color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.4 system-ui, sans-serif; }
header { display: flex; gap: .6rem; align-items: center; padding: .3rem .8rem; border-bottom: 1px solid var(--line); }
header h1 { font-size: 1.1rem; margin: 0; }
header nav { display: flex; gap: .3rem; flex: 1; overflow-x: auto; padding: .2rem; }
header nav button { white-space: nowrap; }
#link { color: var(--soft); font-size: .85rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 4.5rem; }
#link:has(button) { overflow: visible; }
button, select, input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .3rem; padding: .2rem .6rem; }
button:hover:not(:disabled) { background: var(--raise); }
button[aria-pressed="true"] { font-weight: 600; background: var(--ink); color: var(--paper); border-color: var(--ink); }
button:disabled { color: var(--soft); border-style: dashed; cursor: not-allowed; }
button.bare { border: 0; padding: 0 .25rem; color: var(--soft); }
:focus-visible { outline: 3px solid #d07a00; outline-offset: 1px; }
select option { background: var(--paper); }
abbr[data-word] { text-decoration: underline dotted; text-underline-offset: .2em; cursor: help; }
h3 { font-size: .95rem; margin: .6rem 0 .3rem; }
h4 { font-size: .85rem; margin: .5rem 0 .2rem; color: var(--soft); font-weight: 600; }
small, figcaption { color: var(--soft); }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); gap: 1rem; padding: .6rem; }
.panel { border: 1px solid var(--line); border-radius: .5rem; min-width: 0; container-type: inline-size; overflow: clip; }
.panel > *:not(.band) { margin-inline: .6rem; }
[hidden] { display: none !important; }

/* The line that is seen from three metres. */
.band { display: flex; align-items: center; gap: .3rem .9rem; margin: 0; padding: .35rem .8rem; color: #fff; font-size: 1rem; font-weight: normal; background: #4a525b; }
.band .sign { font-size: clamp(1.4rem, 4.4cqi, 2.8rem); line-height: 1; }
.band .state { font-size: clamp(1.5rem, 5.4cqi, 3.4rem); line-height: 1.1; text-transform: uppercase; letter-spacing: .02em; white-space: nowrap; }
.band .also { font-size: clamp(1rem, 3cqi, 2rem); text-transform: uppercase; border: 2px solid; border-radius: .3rem; padding: 0 .5rem; white-space: nowrap; }
.band .also:empty { display: none; }
.band .says { flex: 1; min-width: 0; display: flex; flex-direction: column; font-size: clamp(.9rem, 1.6cqi, 1.25rem); line-height: 1.3; }
.band .says b, .band .line { overflow: hidden; text-overflow: ellipsis; }
.band .error { display: block; color: inherit; font-size: .85em; }
.band .clock { font-variant-numeric: tabular-nums; text-align: right; font-size: clamp(.85rem, 1.5cqi, 1.15rem); white-space: nowrap; }
.band[data-look="run"] { background: #17713a; }
.band[data-look="late"], .band[data-look="doubt"] { background: #8a5400; }
.band[data-look="pause"], .band[data-look="start"] { background: #2457a6; }
.band[data-look="safe"] { background: #b04a00; }
.band[data-look="stop"] { background: #b3261e; }
.band[data-look="gone"] { background: #5a626b; }
.band[data-look="play"] { background: #5b3a8c; }

#empty { margin: 3rem 1rem; text-align: center; font-size: 1.1rem; color: var(--soft); }
.gone .stage, .offline .stage { opacity: .4; }
.controls, .tools, .switches, .offers { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
.controls, .switches { margin-block: .5rem; }
.tools { margin-block: .3rem; }
.switches { border-top: 1px solid var(--line); padding-top: .5rem; }
.switches::before { content: "shown:"; color: var(--soft); font-size: .85rem; }
.group { display: inline-flex; flex-wrap: wrap; gap: .3rem; }
.controls .group { border-left: 1px solid var(--line); padding-left: .5rem; margin-left: .2rem; }
.controls .grave { margin-left: auto; }
.grave button, button.danger { border-color: var(--danger); color: var(--danger); border-width: 2px; }
.grave button:disabled { color: var(--soft); border-color: var(--line); }
.grave [data-verb="stop"]:not(:disabled), button.danger { background: #b3261e; color: #fff; }
.told { margin-block: .2rem; font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere; }
.told:empty { display: none; }
.columns { display: flex; flex-direction: column; }
.part { min-width: 0; }
.part.closed { display: none; }
.stage { position: relative; height: min(56vh, 34rem); background: var(--stage); border-radius: .4rem; overflow: hidden; }
.stage canvas { display: block; width: 100%; height: 100%; touch-action: none; }
.labels { position: absolute; inset: 0; overflow: hidden; pointer-events: none; font-size: .75rem; }
.labels .layer { position: absolute; inset: 0; }
.labels span { position: absolute; left: 0; top: 0; white-space: nowrap; padding: 0 .25rem; border-radius: .2rem; color: var(--ink); background: color-mix(in srgb, var(--paper) 82%, transparent); }
.labels .chosen, .labels .hint, .labels .pushed { font-weight: 600; background: var(--ink); color: var(--paper); }
.legend { align-self: center; }
.bar { display: none; }

.counts { margin: .3rem 0; font-size: .9rem; }
.counts.bad { font-weight: bold; border-left: .4rem solid currentcolor; padding-left: .4rem; }
.histograms { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .6rem; }
figure { margin: 0; }
figure svg { width: 100%; display: block; overflow: visible; }
figure text { fill: var(--ink); font-size: 11px; }
figure rect { fill: var(--ink); }
figure rect.late { fill: var(--danger); }
figure .grid { stroke: var(--line); stroke-opacity: .45; }
figure .axis { stroke: var(--ink); }
figure line.deadline { stroke: var(--danger); stroke-width: 2; }
figure text.deadline { fill: var(--danger); font-weight: 600; }
figcaption { font-size: .8rem; }
figcaption .cause { margin-left: .6rem; white-space: nowrap; }
figcaption .cause::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .25em; background: var(--tint); border: 1px solid var(--ink); }
.cause.a { --tint: #c0271d; fill: #c0271d; }
.cause.b { --tint: #d98200; fill: #d98200; }
.cause.c { --tint: #8a4fc4; fill: #8a4fc4; }
.cause.d { --tint: #1a80b8; fill: #1a80b8; }
.events { list-style: none; margin: 0; padding: 0; max-height: 13rem; overflow: auto; font-size: .85rem; border: 1px solid var(--line); border-radius: .3rem; }
.events li { display: grid; grid-template-columns: 4.6rem 4.2rem 1fr auto; gap: .5rem; padding: .1rem .4rem; }
.events li:nth-child(odd) { background: var(--raise); }
.events li.none { display: block; color: var(--soft); }
.events time { font-variant-numeric: tabular-nums; color: var(--soft); }
.events [data-kind="miss"] b, .events [data-kind="refused"] b, .events [data-kind="policy"] b { color: var(--danger); }

.none { color: var(--soft); font-size: .9rem; margin: .3rem 0; }
.strip { margin: .4rem 0; border: 1px solid transparent; border-radius: .3rem; }
.strip.chosen { border-color: var(--line); background: var(--raise); }
.chips { display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .85rem; padding-left: .3rem; }
.chip { display: inline-flex; align-items: center; gap: .3rem; }
.chip .value { font-weight: 600; min-width: 4.5rem; }
.swatch { width: 1.1rem; height: .3rem; border-radius: .15rem; }
.uplot { font-size: .8rem; }
input[type="search"] { width: 100%; margin: .2rem 0 .4rem; }
.names { list-style: none; margin: 0; padding: 0; max-height: 24rem; overflow: auto; }
.names li { display: flex; flex-wrap: wrap; gap: .1rem .4rem; align-items: center; }
.names .branch { display: block; }
.names ul { list-style: none; margin: 0; padding-left: 1.1rem; }
.names label { flex: 1; overflow-wrap: anywhere; }
.names .unit { min-width: 2.6rem; }
.tag { border: 1px solid var(--line); border-radius: .3rem; padding: 0 .25rem; margin-left: .4rem; }
.value { font-variant-numeric: tabular-nums; text-align: right; }
dialog { background: var(--paper); color: var(--ink); border: 1px solid var(--line); border-radius: .5rem; max-width: min(44rem, 92vw); }
dialog h2 { font-size: 1.1rem; margin: .2rem 0 .5rem; }
dialog.ask .controls { justify-content: flex-end; }
dialog::backdrop { background: #0008; }
dt { float: left; clear: left; width: 8rem; font-family: ui-monospace, monospace; }
dd { margin: 0 0 .2rem 8.5rem; }
#tip { position: fixed; inset: auto 1rem 1rem; margin: 0; padding: .6rem .8rem; background: var(--ink); color: var(--paper); border-radius: .4rem; z-index: 5; }
.player { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; margin-block: .5rem; }
.track { flex: 1 1 14rem; display: grid; }
.track input { width: 100%; padding: 0; }
.missed { width: 100%; height: 8px; }
.player input[type="number"] { width: 7rem; }
.tune li > span { flex: 1 1 9rem; overflow-wrap: anywhere; }
.tune input[type="range"] { flex: 2 1 7rem; min-width: 6rem; }
.tune input[type="number"] { width: 8rem; }
.tune .holder:empty { display: none; }
summary { cursor: pointer; margin: .3rem 0; }

@container (max-width: 59.9rem) {
  .band { flex-wrap: wrap; }
  .band .says { flex-basis: 100%; order: 3; }
  .band .says b, .band .line { white-space: nowrap; }
  .band .clock { margin-left: auto; }
}
@container (min-width: 60rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) .7rem var(--side, 36%); }
  .no-side .columns { grid-template-columns: minmax(0, 1fr); }
  .no-side .bar, .no-side .side { display: none; }
  .bar { display: block; cursor: col-resize; margin-inline: .25rem; border-left: 2px solid var(--line); touch-action: none; }
  .side { min-width: 0; padding-left: .3rem; }
}
@media (max-width: 40rem) {
  header h1, #link:not(:has(button)), #share { display: none; }
  header { padding: .15rem .4rem; }
  main { padding: .3rem; }
  .band { flex-wrap: wrap; padding: .3rem .6rem; }
  .band .says { flex-basis: 100%; order: 3; }
  .band .clock { margin-left: auto; }
  .band .says .line { white-space: normal; }
  .panel { display: flex; flex-direction: column; }
  .columns, .main, .side { display: contents; }
  .panel > .controls, .panel > .player, .panel > .told { order: 2; }
  .part { order: 3; margin-inline: .6rem; }
  .part.picture:not(.closed) { display: contents; }
  .part.picture .stage { order: 1; }
  .part.picture .tools { order: 2; margin-inline: .6rem; }
  .stage { height: 46vh; border-radius: 0; }
  .switches { order: 9; }
  .controls .grave { margin-left: 0; }
  .controls .group { border-left: 0; padding-left: 0; margin-left: 0; }
  button, select { padding: .35rem .6rem; }
}

/* Driving: the dashboard below in the picture, pads for thumbs above it. */
.driving { position: absolute; inset: auto 0 0; display: flex; flex-direction: column; pointer-events: none; user-select: none; }
.board { display: flex; align-items: center; justify-content: center; gap: .5rem 1rem; padding: .3rem .6rem; background: color-mix(in srgb, #11151a 82%, transparent); color: #fff; pointer-events: auto; }
.board .dim { color: #d3dae2; font-size: .85rem; }
.board .clock { display: grid; grid-template-columns: auto auto; align-items: baseline; column-gap: .35rem; min-width: 7.5rem; }
.board .speed { font-size: 2.7rem; line-height: 1; font-weight: 700; font-variant-numeric: tabular-nums; min-width: 3ch; text-align: right; }
.board .motor { grid-column: 1 / -1; text-align: right; font-variant-numeric: tabular-nums; }
.board .who { min-width: 6.5rem; }
.wheel { width: 3.6rem; height: 3.6rem; flex: none; }
.wheel circle, .wheel path { fill: none; stroke: #fff; stroke-width: 8; }
.wheel .top { stroke: #ffb300; stroke-width: 10; }
.pedal { position: relative; width: 3.6rem; height: 3.4rem; border: 1px solid #9aa4ae; border-radius: .3rem; overflow: hidden; }
.pedal i { position: absolute; inset: auto 0 0; background: #2f9e57; }
.pedal.brake i { background: #d13b30; }
.pedal b { font-size: .8rem; font-weight: normal; position: absolute; inset: auto 0 .1rem; text-align: center; color: #fff; text-shadow: 0 0 3px #000; }
.gears { display: inline-flex; gap: .15rem; }
.gears button { padding: .2rem .5rem; border-color: #9aa4ae; color: #fff; }
.gears button:disabled { color: #9aa4ae; border-style: solid; }
.gears button[aria-pressed="true"] { background: #fff; color: #11151a; }
.pads { display: none; justify-content: space-between; gap: .5rem; padding: .5rem; }
.pad { pointer-events: auto; touch-action: none; height: 6.5rem; border: 2px solid #ffffffb0; border-radius: .6rem; background: #11151a30; color: #fff; text-shadow: 0 0 4px #000; display: flex; align-items: center; justify-content: center; font-size: .85rem; }
.pad.steer { flex: 3; }
.pad.brake, .pad.throttle { flex: 1; }
@media (pointer: coarse), (max-width: 40rem) {
  .pads:not([hidden]) { display: flex; }
}
@container (max-width: 40rem) {
  .board { gap: .2rem .5rem; padding: .2rem .3rem; flex-wrap: wrap; }
  .board .speed { font-size: 2.1rem; }
  .board .clock { min-width: 5.5rem; }
  .board .who { min-width: 0; }
  .wheel { width: 2.8rem; height: 2.8rem; }
  .pedal { width: 3rem; height: 2.8rem; }
}
`;document.adoptedStyleSheets=[Sf,Mf].map(i=>{let t=new CSSStyleSheet;return t.replaceSync(i),t});var Wi={follow:"f",on:"o",closed:"x",charts:"c",side:"w"},Xh=()=>location.hash.slice(1).split("&",1)[0],wf=i=>i?i.split(","):[];function Ef(){let i=[];for(let[t,e]of new URLSearchParams(location.hash.slice(1).split("&").slice(1).join("&"))){let n=i.at(-1);if(t==="i")i.push({name:e,on:[],closed:[],charts:[]});else if(n&&t===Wi.follow)n.follow=e;else if(n&&t===Wi.on)n.on=wf(e);else if(n&&t===Wi.closed)n.closed=wf(e);else if(n&&t===Wi.side)n.side=e;else if(n&&t===Wi.charts){let s=e.indexOf(":");n.charts.push({kind:e.slice(0,s),names:e.slice(s+1).split("|")})}}return i}function Tf(i){let t=new URLSearchParams;for(let e of i){t.append("i",e.name);let n=(s,r)=>r&&t.append(s,r);n(Wi.follow,e.follow),n(Wi.on,e.on.join(",")),n(Wi.closed,e.closed.join(",")),n(Wi.side,e.side),e.charts.forEach(s=>t.append(Wi.charts,`${s.kind}:${s.names.join("|")}`))}return t.toString()}function Af(i){let t=Tf(i);history.replaceState(null,"",`#${Xh()}${t?`&${t}`:""}`)}var Rf=i=>`${location.origin}${location.pathname}#-&${Tf(i)}`;var qh=64,s_=2,r_=3,Cf=3;function o_(i){let t=new DataView(i);if(i.byteLength<qh||t.getUint32(0,!0)!==s_)return null;let e=t.getUint32(44,!0),n=t.getUint32(48,!0),s=t.getUint32(56,!0),r=7*e+6*s;if(i.byteLength!==qh+8*(r+3*n))return null;let o=(a,l)=>new Float64Array(i,qh+8*a,l);return{source:t.getUint32(4,!0),step:Number(t.getBigInt64(8,!0)),time:t.getFloat64(16,!0),poseStep:Number(t.getBigInt64(24,!0)),poseTime:t.getFloat64(32,!0),runState:t.getUint32(40,!0),merged:t.getUint32(52,!0),poses:o(0,7*e),forces:o(7*e,6*s),values:o(r,n),least:o(r+n,n),most:o(r+2*n,n)}}function a_(i){let t=new DataView(i);if(i.byteLength<16||t.getUint32(0,!0)!==r_)return null;let e=t.getUint32(8,!0),n=t.getUint32(12,!0);return i.byteLength!==16+8*e*(1+2*n)?null:{source:t.getUint32(4,!0),n,time:new Float64Array(i,16,e),rows:new Float64Array(i,16+8*e,2*n*e)}}var $a=class{constructor(t){this.handlers=t,this.pause=250,this.requests=0,this.connect()}connect(){let t=new WebSocket(`ws://${location.host}/`,"tactus");t.binaryType="arraybuffer",t.onopen=()=>{this.pause=250,this.socket=t,this.send(`hello ${Xh()||"-"}`),this.handlers.open()},t.onmessage=e=>this.take(e.data),t.onclose=()=>{this.socket=null,!this.ended&&(this.handlers.closed(),setTimeout(()=>this.connect(),this.pause),this.pause=Math.min(2*this.pause,4e3))}}take(t){if(typeof t=="string"){let e=JSON.parse(t);this.handlers[e.type]?.(e)}else{let e=o_(t),n=e?null:a_(t);e?this.handlers.frame(e):n&&this.handlers.past(n)}}close(){this.ended=!0,this.socket?.close()}send(t){this.socket?.send(t)}ask(t,e){return this.send(`ask ${++this.requests} ${t} ${e}`),this.requests}};function K(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))s.startsWith("on")?n.addEventListener(s.slice(2),r):n.setAttribute(s,r);return n.append(...e),n}function Pf(i,t,e,{danger:n=!1}={}){return new Promise(s=>{let r=K("button",{type:"button",class:n?"danger":"","data-answer":"yes"},e),o=K("button",{type:"button","data-answer":"no"},"cancel"),a=K("dialog",{class:"ask","aria-label":i},K("h2",{},i),K("p",{},t),K("div",{class:"controls"},o,r)),l=c=>{a.remove(),s(c)};r.addEventListener("click",()=>l(!0)),o.addEventListener("click",()=>l(!1)),a.addEventListener("cancel",()=>l(!1)),document.body.append(a),a.showModal(),(n?o:r).focus()})}var l_="uplot",c_="u-hz",h_="u-vt",u_="u-title",d_="u-wrap",f_="u-under",p_="u-over",m_="u-axis",er="u-off",g_="u-select",__="u-cursor-x",x_="u-cursor-y",y_="u-cursor-pt",v_="u-legend",b_="u-live",S_="u-inline",M_="u-series",w_="u-marker",If="u-label",E_="u-value",Oo="width",Fo="height";var Lf="bottom",Lr="left",Yh="right",hu="#000",Df=hu+"0",$h="mousemove",Nf="mousedown",Zh="mouseup",Uf="mouseenter",Of="mouseleave",Ff="dblclick",T_="resize",A_="scroll",Bf="change",Qa="dppxchange",uu="--",kr=typeof window<"u",tu=kr?document:null,Nr=kr?window:null,R_=kr?navigator:null,we,Za;function eu(){let i=devicePixelRatio;we!=i&&(we=i,Za&&iu(Bf,Za,eu),Za=matchMedia(`(min-resolution: ${we-.001}dppx) and (max-resolution: ${we+.001}dppx)`),nr(Bf,Za,eu),Nr.dispatchEvent(new CustomEvent(Qa)))}function ni(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function nu(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Ve(i,t,e){i.style[t]=e+"px"}function wi(i,t,e,n){let s=tu.createElement(i);return t!=null&&ni(s,t),e?.insertBefore(s,n),s}function pi(i,t){return wi("div",i,t)}var kf=new WeakMap;function Xi(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=kf.get(i);r!=o&&(i.style.transform=r,kf.set(i,r),t<0||e<0||t>n||e>s?ni(i,er):nu(i,er))}var zf=new WeakMap;function Vf(i,t,e){let n=t+e,s=zf.get(i);n!=s&&(zf.set(i,n),i.style.background=t,i.style.borderColor=e)}var Hf=new WeakMap;function Gf(i,t,e,n){let s=t+""+e,r=Hf.get(i);s!=r&&(Hf.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var du={passive:!0},C_={...du,capture:!0};function nr(i,t,e,n){t.addEventListener(i,e,n?C_:du)}function iu(i,t,e,n){t.removeEventListener(i,e,du)}kr&&eu();function Ei(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:ii((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function _p(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var xp=i=>i!=null,yp=i=>i!=null&&i>0,nl=_p(xp),P_=_p(yp);function I_(i,t,e,n=0,s=!1){let r=s?P_:nl,o=s?yp:xp;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ne,l??-Ne]}function il(i,t,e,n){let s=qf(i),r=qf(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?as:vp,a=s==1?ii:mi,l=r==1?mi:ii,c=a(o(_n(i))),h=l(o(_n(t))),d=Ur(e,c),u=Ur(e,h);return e==10&&(c<0&&(d=Ue(d,-c)),h<0&&(u=Ue(u,-h))),n||e==2?(i=d*s,t=u*r):(i=wp(i,d),t=sl(t,u)),[i,t]}function fu(i,t,e,n){let s=il(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var pu=.1,Wf={mode:3,pad:pu},ko={pad:0,soft:null,mode:0},L_={min:ko,max:ko};function tl(i,t,e,n){return rl(e)?Xf(i,t,e):(ko.pad=e,ko.soft=n?0:null,ko.mode=n?3:0,Xf(i,t,L_))}function Se(i,t){return i??t}function D_(i,t,e){for(t=Se(t,0),e=Se(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Xf(i,t,e){let n=e.min,s=e.max,r=Se(n.pad,0),o=Se(s.pad,0),a=Se(n.hard,-Ne),l=Se(s.hard,Ne),c=Se(n.soft,Ne),h=Se(s.soft,-Ne),d=Se(n.mode,0),u=Se(s.mode,0),m=t-i,_=as(m),S=Gn(_n(i),_n(t)),f=as(S),p=_n(f-_);(m<1e-24||p>10)&&(m=0,(i==0||t==0)&&(m=1e-24,d==2&&c!=Ne&&(r=0),u==2&&h!=-Ne&&(o=0)));let y=m||S||1e3,R=as(y),w=Ur(10,ii(R)),C=y*(m==0?i==0?.1:1:r),T=Ue(wp(i-C,w/10),24),x=i>=c&&(d==1||d==3&&T<=c||d==2&&T>=c)?c:Ne,E=Gn(a,T<x&&i>=x?x:Ti(x,T)),F=y*(m==0?t==0?.1:1:o),I=Ue(sl(t+F,w/10),24),L=t<=h&&(u==1||u==3&&I>=h||u==2&&I<=h)?h:-Ne,z=Ti(l,I>L&&t<=L?L:Gn(L,I));return E==z&&E==0&&(z=100),[E,z]}var N_=new Intl.NumberFormat(kr?R_.language:"en-US"),mu=i=>N_.format(i),si=Math,ja=si.PI,_n=si.abs,ii=si.floor,gn=si.round,mi=si.ceil,Ti=si.min,Gn=si.max,Ur=si.pow,qf=si.sign,as=si.log10,vp=si.log2,U_=(i,t=1)=>si.sinh(i)*t,Kh=(i,t=1)=>si.asinh(i/t),Ne=1/0;function Yf(i){return(as((i^i>>31)-(i>>31))|0)+1}function su(i,t,e){return Ti(Gn(i,t),e)}function bp(i){return typeof i=="function"}function _e(i){return bp(i)?i:()=>i}var O_=()=>{},Sp=i=>i,Mp=(i,t)=>t,F_=i=>null,$f=i=>!0,Zf=(i,t)=>i==t,B_=/\.\d*?(?=9{6,}|0{6,})/gm,ir=i=>{if(Tp(i)||Ps.has(i))return i;let t=`${i}`,e=t.match(B_);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${ir(s)}e${r}`}return Ue(i,n)};function Qs(i,t){return ir(Ue(ir(i/t))*t)}function sl(i,t){return ir(mi(ir(i/t))*t)}function wp(i,t){return ir(ii(ir(i/t))*t)}function Ue(i,t=0){if(Tp(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return gn(n)/e}var Ps=new Map;function Ep(i){return((""+i).split(".")[1]||"").length}function Vo(i,t,e,n){let s=[],r=n.map(Ep);for(let o=t;o<e;o++){let a=_n(o),l=Ue(Ur(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,d=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:Ue(h,d);s.push(u),Ps.set(u,d)}}return s}var zo={},gu=[],Or=[null,null],Cs=Array.isArray,Tp=Number.isInteger,k_=i=>i===void 0;function Kf(i){return typeof i=="string"}function rl(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function z_(i){return i!=null&&typeof i=="object"}var V_=Object.getPrototypeOf(Uint8Array),Ap="__proto__";function Fr(i,t=rl){let e;if(Cs(i)){let n=i.find(s=>s!=null);if(Cs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Fr(i[s],t)}else e=i.slice()}else if(i instanceof V_)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Ap&&(e[n]=Fr(i[n],t))}else e=i;return e}function hn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Ap&&(rl(i[s])?hn(i[s],Fr(n[s])):i[s]=Fr(n[s]))}return i}var H_=0,G_=1,W_=2;function X_(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function q_(i,t){if(Z_(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return K_(o[0])||(o=$_(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],d=Array(s).fill(void 0),u=t?t[o][c]:G_,m=[];for(let _=0;_<h.length;_++){let S=h[_],f=r.get(l[_]);S===null?u!=H_&&(d[f]=S,u==W_&&m.push(f)):d[f]=S}X_(d,m,s),n.push(d)}}return n}var Y_=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function $_(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function Z_(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function K_(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Gn(1,ii((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Rp=["January","February","March","April","May","June","July","August","September","October","November","December"],Cp=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Pp(i){return i.slice(0,3)}var J_=Cp.map(Pp),j_=Rp.map(Pp),Q_={MMMM:Rp,MMM:j_,WWWW:Cp,WWW:J_};function Uo(i){return(i<10?"0":"")+i}function tx(i){return(i<10?"00":i<100?"0":"")+i}var ex={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Uo(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Uo(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Uo(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Uo(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Uo(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>tx(i.getMilliseconds())};function _u(i,t){t=t||Q_;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?ex[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var nx=new Intl.DateTimeFormat().resolvedOptions().timeZone;function ix(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==nx?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Ip=i=>i%1==0,el=[1,2,2.5,5],sx=Vo(10,-32,0,el),Lp=Vo(10,0,32,el),rx=Lp.filter(Ip),tr=sx.concat(Lp),xu=`
`,Dp="{YYYY}",Jf=xu+Dp,Np="{M}/{D}",Bo=xu+Np,Ka=Bo+"/{YY}",Up="{aa}",ox="{h}:{mm}",Dr=ox+Up,jf=xu+Dr,Qf=":{ss}",Te=null;function Op(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Vo(10,0,3,el).filter(Ip):Vo(10,-3,0,el)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Dp,Te,Te,Te,Te,Te,Te,1],[s*28,"{MMM}",Jf,Te,Te,Te,Te,Te,1],[s,Np,Jf,Te,Te,Te,Te,Te,1],[n,"{h}"+Up,Ka,Te,Bo,Te,Te,Te,1],[e,Dr,Ka,Te,Bo,Te,Te,Te,1],[t,Qf,Ka+" "+Dr,Te,Bo+" "+Dr,Te,jf,Te,1],[i,Qf+".{fff}",Ka+" "+Dr,Te,Bo+" "+Dr,Te,jf,Te,1]];function h(d){return(u,m,_,S,f,p)=>{let y=[],R=f>=o,w=f>=r&&f<o,C=d(_),T=Ue(C*i,3),x=Jh(C.getFullYear(),R?0:C.getMonth(),w||R?1:C.getDate()),E=Ue(x*i,3);if(w||R){let F=w?f/r:0,I=R?f/o:0,L=T==E?T:Ue(Jh(x.getFullYear()+I,x.getMonth()+F,1)*i,3),z=new Date(gn(L/i)),V=z.getFullYear(),N=z.getMonth();for(let W=0;L<=S;W++){let Y=Jh(V+I*W,N+F*W,1),G=Y-d(Ue(Y*i,3));L=Ue((+Y+G)*i,3),L<=S&&y.push(L)}}else{let F=f>=s?s:f,I=ii(_)-ii(T),L=E+I+sl(T-E,F);y.push(L);let z=d(L),V=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,N=f/n,W=u.axes[m]._space,Y=p/W;for(;L=Ue(L+f,i==1?0:3),!(L>S);)if(N>1){let G=ii(Ue(V+N,6))%24,Q=d(L).getHours()-G;Q>1&&(Q=-1),L-=Q*n,V=(V+N)%24;let st=y[y.length-1];Ue((L-st)/f,3)*Y>=.7&&y.push(L)}else y.push(L)}return y}}return[l,c,h]}var[ax,lx,cx]=Op(1),[hx,ux,dx]=Op(.001);Vo(2,-53,53,[1]);function tp(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function ep(i,t){return(e,n,s,r,o)=>{let a=t.find(_=>o>=_[0])||t[t.length-1],l,c,h,d,u,m;return n.map(_=>{let S=i(_),f=S.getFullYear(),p=S.getMonth(),y=S.getDate(),R=S.getHours(),w=S.getMinutes(),C=S.getSeconds(),T=f!=l&&a[2]||p!=c&&a[3]||y!=h&&a[4]||R!=d&&a[5]||w!=u&&a[6]||C!=m&&a[7]||a[1];return l=f,c=p,h=y,d=R,u=w,m=C,T(S)})}}function fx(i,t){let e=_u(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function Jh(i,t,e){return new Date(i,t,e)}function np(i,t){return t(i)}var px="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function ip(i,t){return(e,n,s,r)=>r==null?uu:t(i(n))}function mx(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function gx(i,t){return i.series[t].fill(i,t)}var _x={show:!0,live:!0,isolate:!1,mount:O_,markers:{show:!0,width:2,stroke:mx,fill:gx,dash:"solid"},idx:null,idxs:null,values:[]};function xx(i,t){let e=i.cursor.points,n=pi(),s=e.size(i,t);Ve(n,Oo,s),Ve(n,Fo,s);let r=s/-2;Ve(n,"marginLeft",r),Ve(n,"marginTop",r);let o=e.width(i,t,s);return o&&Ve(n,"borderWidth",o),n}function yx(i,t){let e=i.series[t].points;return e._fill||e._stroke}function vx(i,t){let e=i.series[t].points;return e._stroke||e._fill}function bx(i,t){return i.series[t].points.size}var jh=[0,0];function Sx(i,t,e){return jh[0]=t,jh[1]=e,jh}function Ja(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Qh(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var Mx={show:!0,x:!0,y:!0,lock:!1,move:Sx,points:{one:!1,show:xx,size:bx,width:0,stroke:vx,fill:yx},bind:{mousedown:Ja,mouseup:Ja,click:Ja,dblclick:Ja,mousemove:Qh,mouseleave:Qh,mouseenter:Qh},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Fp={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},yu=hn({},Fp,{filter:Mp}),Bp=hn({},yu,{size:10}),kp=hn({},Fp,{show:!1}),vu='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',zp="bold "+vu,Vp=1.5,sp={show:!0,scale:"x",stroke:hu,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:zp,side:2,grid:yu,ticks:Bp,border:kp,font:vu,lineGap:Vp,rotate:0},wx="Value",Ex="Time",rp={show:!0,scale:"x",auto:!1,sorted:1,min:Ne,max:-Ne,idxs:[]};function Tx(i,t,e,n,s){return t.map(r=>r==null?"":mu(r))}function Ax(i,t,e,n,s,r,o){let a=[],l=Ps.get(s)||0;e=o?e:Ue(sl(e,s),l);for(let c=e;c<=n;c=Ue(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function ru(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?as:vp,h=ii(c(e));s=Ur(l,h),l==10&&(s=tr[Ei(s,tr)]);let d=e,u=s*l;l==10&&(u=tr[Ei(u,tr)]);do a.push(d),d=d+s,l==10&&!Ps.has(d)&&(d=Ue(d,Ps.get(s))),d>=u&&(s=d,u=s*l,l==10&&(u=tr[Ei(u,tr)]));while(d<=n);return a}function Rx(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?ru(i,t,Gn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?ru(i,t,Gn(l,-n),-e,s):[l]).reverse().map(u=>-u).concat(h,c)}var Hp=/./,Cx=/[12357]/,Px=/[125]/,op=/1/,ou=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function Ix(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),d=l(9,o)-h>=c?Hp:l(7,o)-h>=c?Cx:l(5,o)-h>=c?Px:op;if(d==op){let u=_n(l(1,o)-h);if(u<c)return ou(t.slice().reverse(),a.distr,d,mi(c/u)).reverse()}return ou(t,a.distr,d,1)}function Lx(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=_n(l(1,o)-l(2,o));return c<a?ou(t.slice().reverse(),3,Hp,mi(a/c)).reverse():t}function Dx(i,t,e,n){return n==null?uu:t==null?"":mu(t)}var ap={show:!0,scale:"y",stroke:hu,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:zp,side:3,grid:yu,ticks:Bp,border:kp,font:vu,lineGap:Vp,rotate:0};function Nx(i,t){let e=3+(i||1)*2;return Ue(e*t,3)}function Ux(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=_n(o-r),l=i.series[t],c=a/(l.points.space*we);return n[1]-n[0]<=c}var lp={scale:null,auto:!0,sorted:0,min:Ne,max:-Ne},Gp=(i,t,e,n,s)=>s,cp={show:!0,auto:!0,sorted:0,gaps:Gp,alpha:1,facets:[hn({},lp,{scale:"x"}),hn({},lp,{scale:"y"})]},hp={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Gp,alpha:1,points:{show:Ux,filter:null},values:null,min:Ne,max:-Ne,idxs:[],path:null,clip:null};function Ox(i,t,e,n,s){return e/10}var Wp={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Fx=hn({},Wp,{time:!1,ori:1}),up={};function Xp(i,t){let e=up[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(up[i]=e)),e}var Br=1,au=2;function sr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],d=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,m=a.top,_=a.width,S=a.height,f=i.valToPosH,p=i.valToPosV;return h.ori==0?e(s,l,c,h,d,f,p,u,m,_,S,al,zr,cl,Yp,Zp):e(s,l,c,h,d,p,f,m,u,S,_,ll,Vr,Mu,$p,Kp)}function bu(i,t){let e=0,n=0,s=Se(i.bands,gu);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function Bx(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ls(i,t,e,n,s,r){return sr(i,t,(o,a,l,c,h,d,u,m,_,S,f)=>{let p=o.pxRound,y=c.dir*(c.ori==0?1:-1),R=c.ori==0?zr:Vr,w,C;y==1?(w=e,C=n):(w=n,C=e);let T=p(d(a[w],c,S,m)),x=p(u(l[w],h,f,_)),E=p(d(a[C],c,S,m)),F=p(u(r==1?h.max:h.min,h,f,_)),I=new Path2D(s);return R(I,E,F),R(I,T,F),R(I,T,x),I})}function ol(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?cl:Mu,l=e;for(let d=0;d<i.length;d++){let u=i[d];if(u[1]>u[0]){let m=u[0]-l;m>0&&a(o,l,n,m,n+r),l=u[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function kx(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Su(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let d=c,u=c;if(s==1)for(;++c<=n&&t[c]===null;)u=c;else for(;--c>=e&&t[c]===null;)u=c;let m=r(i[d]),_=u==d?m:r(i[u]),S=d-s;m=o<=0&&S>=0&&S<l?r(i[S]):m;let p=u+s;_=o>=0&&p>=0&&p<l?r(i[p]):_,_>=m&&a.push([m,_])}return a}function dp(i){return i==0?Sp:i==1?gn:t=>Qs(t,i)}function qp(i){let t=i==0?al:ll,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Ti(c,a/2,l/2),h=Ti(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var al=(i,t,e)=>{i.moveTo(t,e)},ll=(i,t,e)=>{i.moveTo(e,t)},zr=(i,t,e)=>{i.lineTo(t,e)},Vr=(i,t,e)=>{i.lineTo(e,t)},cl=qp(0),Mu=qp(1),Yp=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},$p=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},Zp=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Kp=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Jp(i){return(t,e,n,s,r)=>sr(t,e,(o,a,l,c,h,d,u,m,_,S,f)=>{let{pxRound:p,points:y}=o,R,w;c.ori==0?(R=al,w=Yp):(R=ll,w=$p);let C=Ue(y.width*we,3),T=(y.size-y.width)/2*we,x=Ue(T*2,3),E=new Path2D,F=new Path2D,{left:I,top:L,width:z,height:V}=t.bbox;cl(F,I-x,L-x,z+x*2,V+x*2);let N=W=>{if(l[W]!=null){let Y=p(d(a[W],c,S,m)),G=p(u(l[W],h,f,_));R(E,Y+T,G),w(E,Y,G,T,0,ja*2)}};if(r)r.forEach(N);else for(let W=n;W<=s;W++)N(W);return{stroke:C>0?E:null,fill:E,clip:F,flags:Br|au}})}function jp(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var zx=jp(zr),Vx=jp(Vr);function Qp(i){let t=Se(i?.alignGaps,0);return(e,n,s,r)=>sr(e,n,(o,a,l,c,h,d,u,m,_,S,f)=>{[s,r]=nl(l,s,r);let p=o.pxRound,y=V=>p(d(V,c,S,m)),R=V=>p(u(V,h,f,_)),w,C;c.ori==0?(w=zr,C=zx):(w=Vr,C=Vx);let T=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Br},E=x.stroke,F=!1;if(r-s>=S*4){let V=ut=>e.posToVal(ut,c.key,!0),N=null,W=null,Y,G,ct,J=y(a[T==1?s:r]),Q=y(a[s]),st=y(a[r]),dt=V(T==1?Q+1:st-1);for(let ut=T==1?s:r;ut>=s&&ut<=r;ut+=T){let tt=a[ut],xt=(T==1?tt<dt:tt>dt)?J:y(tt),At=l[ut];xt==J?At!=null?(G=At,N==null?(w(E,xt,R(G)),Y=N=W=G):G<N?N=G:G>W&&(W=G)):At===null&&(F=!0):(N!=null&&C(E,J,R(N),R(W),R(Y),R(G)),At!=null?(G=At,w(E,xt,R(G)),N=W=Y=G):(N=W=null,At===null&&(F=!0)),J=xt,dt=V(J+T))}N!=null&&N!=W&&ct!=J&&C(E,J,R(N),R(W),R(Y),R(G))}else for(let V=T==1?s:r;V>=s&&V<=r;V+=T){let N=l[V];N===null?F=!0:N!=null&&w(E,y(a[V]),R(N))}let[L,z]=bu(e,n);if(o.fill!=null||L!=0){let V=x.fill=new Path2D(E),N=o.fillTo(e,n,o.min,o.max,L),W=R(N),Y=y(a[s]),G=y(a[r]);T==-1&&([G,Y]=[Y,G]),w(V,G,W),w(V,Y,W)}if(!o.spanGaps){let V=[];F&&V.push(...Su(a,l,s,r,T,y,t)),x.gaps=V=o.gaps(e,n,s,r,V),x.clip=ol(V,c.ori,m,_,S,f)}return z!=0&&(x.band=z==2?[ls(e,n,s,r,E,-1),ls(e,n,s,r,E,1)]:ls(e,n,s,r,E,z)),x})}function Hx(i){let t=Se(i.align,1),e=Se(i.ascDesc,!1),n=Se(i.alignGaps,0),s=Se(i.extend,!1);return(r,o,a,l)=>sr(r,o,(c,h,d,u,m,_,S,f,p,y,R)=>{[a,l]=nl(d,a,l);let w=c.pxRound,{left:C,width:T}=r.bbox,x=Q=>w(_(Q,u,y,f)),E=Q=>w(S(Q,m,R,p)),F=u.ori==0?zr:Vr,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Br},L=I.stroke,z=u.dir*(u.ori==0?1:-1),V=E(d[z==1?a:l]),N=x(h[z==1?a:l]),W=N,Y=N;s&&t==-1&&(Y=C,F(L,Y,V)),F(L,N,V);for(let Q=z==1?a:l;Q>=a&&Q<=l;Q+=z){let st=d[Q];if(st==null)continue;let dt=x(h[Q]),ut=E(st);t==1?F(L,dt,V):F(L,W,ut),F(L,dt,ut),V=ut,W=dt}let G=W;s&&t==1&&(G=C+T,F(L,G,V));let[ct,J]=bu(r,o);if(c.fill!=null||ct!=0){let Q=I.fill=new Path2D(L),st=c.fillTo(r,o,c.min,c.max,ct),dt=E(st);F(Q,G,dt),F(Q,Y,dt)}if(!c.spanGaps){let Q=[];Q.push(...Su(h,d,a,l,z,x,n));let st=c.width*we/2,dt=e||t==1?st:-st,ut=e||t==-1?-st:st;Q.forEach(tt=>{tt[0]+=dt,tt[1]+=ut}),I.gaps=Q=c.gaps(r,o,a,l,Q),I.clip=ol(Q,u.ori,f,p,y,R)}return J!=0&&(I.band=J==2?[ls(r,o,a,l,L,-1),ls(r,o,a,l,L,1)]:ls(r,o,a,l,L,J)),I})}function fp(i,t,e,n,s,r,o=Ne){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=_n(i[l]-i[a]);h<c&&(c=h,o=_n(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function Gx(i){i=i||zo;let t=Se(i.size,[.6,Ne,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=_e(s),o=1-t[0],a=Se(t[1],Ne),l=Se(t[2],1),c=Se(i.disp,zo),h=Se(i.each,m=>{}),{fill:d,stroke:u}=c;return(m,_,S,f)=>sr(m,_,(p,y,R,w,C,T,x,E,F,I,L)=>{let z=p.pxRound,V=e,N=n*we,W=a*we,Y=l*we,G,ct;w.ori==0?[G,ct]=r(m,_):[ct,G]=r(m,_);let J=w.dir*(w.ori==0?1:-1),Q=w.ori==0?cl:Mu,st=w.ori==0?h:(Ct,Yt,re,Mt,De,zt,Xt)=>{h(Ct,Yt,re,De,Mt,Xt,zt)},dt=Se(m.bands,gu).find(Ct=>Ct.series[0]==_),ut=dt!=null?dt.dir:0,tt=p.fillTo(m,_,p.min,p.max,ut),mt=z(x(tt,C,L,F)),xt,At,St,Gt=I,se=z(p.width*we),Vt=!1,ue=null,ae=null,ne=null,Ge=null;d!=null&&(se==0||u!=null)&&(Vt=!0,ue=d.values(m,_,S,f),ae=new Map,new Set(ue).forEach(Ct=>{Ct!=null&&ae.set(Ct,new Path2D)}),se>0&&(ne=u.values(m,_,S,f),Ge=new Map,new Set(ne).forEach(Ct=>{Ct!=null&&Ge.set(Ct,new Path2D)})));let{x0:Oe,size:sn}=c;if(Oe!=null&&sn!=null){V=1,y=Oe.values(m,_,S,f),Oe.unit==2&&(y=y.map(re=>m.posToVal(E+re*I,w.key,!0)));let Ct=sn.values(m,_,S,f);sn.unit==2?At=Ct[0]*I:At=T(Ct[0],w,I,E)-T(0,w,I,E),Gt=fp(y,R,T,w,I,E,Gt),St=Gt-At+N}else Gt=fp(y,R,T,w,I,E,Gt),St=Gt*o+N,At=Gt-St;St<1&&(St=0),se>=At/2&&(se=0),St<5&&(z=Sp);let Ie=St>0,Mn=Gt-St-(Ie?se:0);At=z(su(Mn,Y,W)),xt=(V==0?At/2:V==J?0:At)-V*J*((V==0?N/2:0)+(Ie?se/2:0));let ye={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},pn=Vt?null:new Path2D,$e=null;if(dt!=null)$e=m.data[dt.series[1]];else{let{y0:Ct,y1:Yt}=c;Ct!=null&&Yt!=null&&(R=Yt.values(m,_,S,f),$e=Ct.values(m,_,S,f))}let rn=G*At,O=ct*At;for(let Ct=J==1?S:f;Ct>=S&&Ct<=f;Ct+=J){let Yt=R[Ct];if(Yt==null)continue;if($e!=null){let X=$e[Ct]??0;if(Yt-X==0)continue;mt=x(X,C,L,F)}let re=w.distr!=2||c!=null?y[Ct]:Ct,Mt=T(re,w,I,E),De=x(Se(Yt,tt),C,L,F),zt=z(Mt-xt),Xt=z(Gn(De,mt)),A=z(Ti(De,mt)),v=Xt-A;if(Yt!=null){let X=Yt<0?O:rn,ht=Yt<0?rn:O;Vt?(se>0&&ne[Ct]!=null&&Q(Ge.get(ne[Ct]),zt,A+ii(se/2),At,Gn(0,v-se),X,ht),ue[Ct]!=null&&Q(ae.get(ue[Ct]),zt,A+ii(se/2),At,Gn(0,v-se),X,ht)):Q(pn,zt,A+ii(se/2),At,Gn(0,v-se),X,ht),st(m,_,Ct,zt-se/2,A,At+se,v)}}return se>0?ye.stroke=Vt?Ge:pn:Vt||(ye._fill=p.width==0?p._fill:p._stroke??p._fill,ye.width=0),ye.fill=Vt?ae:pn,ye})}function Wx(i,t){let e=Se(t?.alignGaps,0);return(n,s,r,o)=>sr(n,s,(a,l,c,h,d,u,m,_,S,f,p)=>{[r,o]=nl(c,r,o);let y=a.pxRound,R=G=>y(u(G,h,f,_)),w=G=>y(m(G,d,p,S)),C,T,x;h.ori==0?(C=al,x=zr,T=Zp):(C=ll,x=Vr,T=Kp);let E=h.dir*(h.ori==0?1:-1),F=R(l[E==1?r:o]),I=F,L=[],z=[];for(let G=E==1?r:o;G>=r&&G<=o;G+=E)if(c[G]!=null){let J=l[G],Q=R(J);L.push(I=Q),z.push(w(c[G]))}let V={stroke:i(L,z,C,x,T,y),fill:null,clip:null,band:null,gaps:null,flags:Br},N=V.stroke,[W,Y]=bu(n,s);if(a.fill!=null||W!=0){let G=V.fill=new Path2D(N),ct=a.fillTo(n,s,a.min,a.max,W),J=w(ct);x(G,I,J),x(G,F,J)}if(!a.spanGaps){let G=[];G.push(...Su(l,c,r,o,E,R,e)),V.gaps=G=a.gaps(n,s,r,o,G),V.clip=ol(G,h.ori,_,S,f,p)}return Y!=0&&(V.band=Y==2?[ls(n,s,r,o,N,-1),ls(n,s,r,o,N,1)]:ls(n,s,r,o,N,Y)),V})}function Xx(i){return Wx(qx,i)}function qx(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),d=Array(o-1);for(let u=0;u<o-1;u++)h[u]=t[u+1]-t[u],d[u]=i[u+1]-i[u],c[u]=h[u]/d[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(d[u-1]+d[u])/((2*d[u]+d[u-1])/c[u-1]+(d[u]+2*d[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+d[u]/3,t[u]+l[u]*d[u]/3,i[u+1]-d[u]/3,t[u+1]-l[u+1]*d[u]/3,i[u+1],t[u+1])}return a}var lu=new Set;function pp(){for(let i of lu)i.syncRect(!0)}kr&&(nr(T_,Nr,pp),nr(A_,Nr,pp,!0),nr(Qa,Nr,()=>{xn.pxRatio=we}));var Yx=Qp(),$x=Jp();function mp(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>cu(r,o,t,e))}function Zx(i,t){return i.map((e,n)=>n==0?{}:hn({},t,e))}function cu(i,t,e,n){return hn({},t==0?e:n,i)}function tm(i,t,e){return t==null?Or:[t,e]}var Kx=tm;function Jx(i,t,e){return t==null?Or:tl(t,e,pu,!0)}function em(i,t,e,n){return t==null?Or:il(t,e,i.scales[n].log,!1)}var jx=em;function nm(i,t,e,n){return t==null?Or:fu(t,e,i.scales[n].log,!1)}var Qx=nm;function ty(i,t,e,n,s){let r=Gn(Yf(i),Yf(t)),o=t-i,a=Ei(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Ps.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function gp(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=gn((e=+s)*we))+"px"),[i,t,e]}function ey(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ue(t[2]*we,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function xn(i,t,e){let n={mode:Se(i.mode,1)},s=n.mode;function r(g,b,P,D){let H=b.valToPct(g);return D+P*(b.dir==-1?1-H:H)}function o(g,b,P,D){let H=b.valToPct(g);return D+P*(b.dir==-1?H:1-H)}function a(g,b,P,D){return b.ori==0?r(g,b,P,D):o(g,b,P,D)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=pi(l_);if(i.id!=null&&(c.id=i.id),ni(c,i.class),i.title){let g=pi(u_,c);g.textContent=i.title}let h=wi("canvas"),d=n.ctx=h.getContext("2d"),u=pi(d_,c);nr("click",u,g=>{g.target===_&&(Be!=Ar||We!=Rr)&&In.click(n,g)},!0);let m=n.under=pi(f_,u);u.appendChild(h);let _=n.over=pi(p_,u);i=Fr(i);let S=+Se(i.pxAlign,1),f=dp(S);(i.plugins||[]).forEach(g=>{g.opts&&(i=g.opts(n,i)||i)});let p=i.ms||.001,y=n.series=s==1?mp(i.series||[],rp,hp,!1):Zx(i.series||[null],cp),R=n.axes=mp(i.axes||[],sp,ap,!0),w=n.scales={},C=n.bands=i.bands||[];C.forEach(g=>{g.fill=_e(g.fill||null),g.dir=Se(g.dir,-1)});let T=s==2?y[1].facets[0].scale:y[0].scale,x={axes:rs,series:fe},E=(i.drawOrder||["axes","series"]).map(g=>x[g]);function F(g){let b=g.distr==3?P=>as(P>0?P:g.clamp(n,P,g.min,g.max,g.key)):g.distr==4?P=>Kh(P,g.asinh):g.distr==100?P=>g.fwd(P):P=>P;return P=>{let D=b(P),{_min:H,_max:Z}=g,at=Z-H;return(D-H)/at}}function I(g){let b=w[g];if(b==null){let P=(i.scales||zo)[g]||zo;if(P.from!=null){I(P.from);let D=hn({},w[P.from],P,{key:g});D.valToPct=F(D),w[g]=D}else{b=w[g]=hn({},g==T?Wp:Fx,P),b.key=g;let D=b.time,H=b.range,Z=Cs(H);if((g!=T||s==2&&!D)&&(Z&&(H[0]==null||H[1]==null)&&(H={min:H[0]==null?Wf:{mode:1,hard:H[0],soft:H[0]},max:H[1]==null?Wf:{mode:1,hard:H[1],soft:H[1]}},Z=!1),!Z&&rl(H))){let at=H;H=(ft,vt,Dt)=>vt==null?Or:tl(vt,Dt,at)}b.range=_e(H||(D?Kx:g==T?b.distr==3?jx:b.distr==4?Qx:tm:b.distr==3?em:b.distr==4?nm:Jx)),b.auto=_e(Z?!1:b.auto),b.clamp=_e(b.clamp||Ox),b._min=b._max=null,b.valToPct=F(b)}}}I("x"),I("y"),s==1&&y.forEach(g=>{I(g.scale)}),R.forEach(g=>{I(g.scale)});for(let g in i.scales)I(g);let L=w[T],z=L.distr,V,N;L.ori==0?(ni(c,c_),V=r,N=o):(ni(c,h_),V=o,N=r);let W={};for(let g in w){let b=w[g];(b.min!=null||b.max!=null)&&(W[g]={min:b.min,max:b.max},b.min=b.max=null)}let Y=i.tzDate||(g=>new Date(gn(g/p))),G=i.fmtDate||_u,ct=p==1?cx(Y):dx(Y),J=ep(Y,tp(p==1?lx:ux,G)),Q=ip(Y,np(px,G)),st=[],dt=n.legend=hn({},_x,i.legend),ut=n.cursor=hn({},Mx,{drag:{y:s==2}},i.cursor),tt=dt.show,mt=ut.show,xt=dt.markers;dt.idxs=st,xt.width=_e(xt.width),xt.dash=_e(xt.dash),xt.stroke=_e(xt.stroke),xt.fill=_e(xt.fill);let At,St,Gt,se=[],Vt=[],ue,ae=!1,ne={};if(dt.live){let g=y[1]?y[1].values:null;ae=g!=null,ue=ae?g(n,1,0):{_:0};for(let b in ue)ne[b]=uu}if(tt)if(At=wi("table",v_,c),Gt=wi("tbody",null,At),dt.mount(n,At),ae){St=wi("thead",null,At,Gt);let g=wi("tr",null,St);wi("th",null,g);for(var Ge in ue)wi("th",If,g).textContent=Ge}else ni(At,S_),dt.live&&ni(At,b_);let Oe={show:!0},sn={show:!1};function Ie(g,b){if(b==0&&(ae||!dt.live||s==2))return Or;let P=[],D=wi("tr",M_,Gt,Gt.childNodes[b]);ni(D,g.class),g.show||ni(D,er);let H=wi("th",null,D);if(xt.show){let ft=pi(w_,H);if(b>0){let vt=xt.width(n,b);vt&&(ft.style.border=vt+"px "+xt.dash(n,b)+" "+xt.stroke(n,b)),ft.style.background=xt.fill(n,b)}}let Z=pi(If,H);g.label instanceof HTMLElement?Z.appendChild(g.label):Z.textContent=g.label,b>0&&(xt.show||(Z.style.color=g.width>0?xt.stroke(n,b):xt.fill(n,b)),ye("click",H,ft=>{if(ut._lock)return;Kt(ft);let vt=y.indexOf(g);if((ft.ctrlKey||ft.metaKey)!=dt.isolate){let Dt=y.some((Nt,Ot)=>Ot>0&&Ot!=vt&&Nt.show);y.forEach((Nt,Ot)=>{Ot>0&&zi(Ot,Dt?Ot==vt?Oe:sn:Oe,!0,cn.setSeries)})}else zi(vt,{show:!g.show},!0,cn.setSeries)},!1),Jt&&ye(Uf,H,ft=>{ut._lock||(Kt(ft),zi(y.indexOf(g),Pr,!0,cn.setSeries))},!1));for(var at in ue){let ft=wi("td",E_,D);ft.textContent="--",P.push(ft)}return[D,P]}let Mn=new Map;function ye(g,b,P,D=!0){let H=Mn.get(b)||{},Z=ut.bind[g](n,b,P,D);Z&&(nr(g,b,H[g]=Z),Mn.set(b,H))}function pn(g,b,P){let D=Mn.get(b)||{};for(let H in D)(g==null||H==g)&&(iu(H,b,D[H]),delete D[H]);g==null&&Mn.delete(b)}let $e=0,rn=0,O=0,Ct=0,Yt=0,re=0,Mt=Yt,De=re,zt=O,Xt=Ct,A=0,v=0,X=0,ht=0;n.bbox={};let ot=!1,_t=!1,yt=!1,et=!1,it=!1,pt=!1;function U(g,b,P){(P||g!=n.width||b!=n.height)&&rt(g,b),le(!1),yt=!0,_t=!0,Ln()}function rt(g,b){n.width=$e=O=g,n.height=rn=Ct=b,Yt=re=0,bt(),Ht();let P=n.bbox;A=P.left=Qs(Yt*we,.5),v=P.top=Qs(re*we,.5),X=P.width=Qs(O*we,.5),ht=P.height=Qs(Ct*we,.5)}let nt=3;function wt(){let g=!1,b=0;for(;!g;){b++;let P=wr(b),D=ki(b);g=b==nt||P&&D,g||(rt(n.width,n.height),_t=!0)}}function gt({width:g,height:b}){U(g,b)}n.setSize=gt;function bt(){let g=!1,b=!1,P=!1,D=!1;R.forEach((H,Z)=>{if(H.show&&H._show){let{side:at,_size:ft}=H,vt=at%2,Dt=H.label!=null?H.labelSize:0,Nt=ft+Dt;Nt>0&&(vt?(O-=Nt,at==3?(Yt+=Nt,D=!0):P=!0):(Ct-=Nt,at==0?(re+=Nt,g=!0):b=!0))}}),Fi[0]=g,Fi[1]=P,Fi[2]=b,Fi[3]=D,O-=bi[1]+bi[3],Yt+=bi[3],Ct-=bi[2]+bi[0],re+=bi[0]}function Ht(){let g=Yt+O,b=re+Ct,P=Yt,D=re;function H(Z,at){switch(Z){case 1:return g+=at,g-at;case 2:return b+=at,b-at;case 3:return P-=at,P+at;case 0:return D-=at,D+at}}R.forEach((Z,at)=>{if(Z.show&&Z._show){let ft=Z.side;Z._pos=H(ft,Z._size),Z.label!=null&&(Z._lpos=H(ft,Z.labelSize))}})}if(ut.dataIdx==null){let g=ut.hover,b=g.skip=new Set(g.skip??[]);b.add(void 0);let P=g.prox=_e(g.prox),D=g.bias??=0;ut.dataIdx=(H,Z,at,ft)=>{if(Z==0)return at;let vt=at,Dt=P(H,Z,at,ft)??Ne,Nt=Dt>=0&&Dt<Ne,Ot=L.ori==0?O:Ct,ie=ut.left,Me=t[0],be=t[Z];if(b.has(be[at])){vt=null;let me=null,Zt=null,Wt;if(D==0||D==-1)for(Wt=at;me==null&&Wt-- >0;)b.has(be[Wt])||(me=Wt);if(D==0||D==1)for(Wt=at;Zt==null&&Wt++<be.length;)b.has(be[Wt])||(Zt=Wt);if(me!=null||Zt!=null)if(Nt){let ze=me==null?-1/0:V(Me[me],L,Ot,0),Je=Zt==null?1/0:V(Me[Zt],L,Ot,0),An=ie-ze,Le=Je-ie;An<=Le?An<=Dt&&(vt=me):Le<=Dt&&(vt=Zt)}else vt=Zt==null?me:me==null?Zt:at-me<=Zt-at?me:Zt}else Nt&&_n(ie-V(Me[at],L,Ot,0))>Dt&&(vt=null);return vt}}let Kt=g=>{ut.event=g};ut.idxs=st,ut._lock=!1;let lt=ut.points;lt.show=_e(lt.show),lt.size=_e(lt.size),lt.stroke=_e(lt.stroke),lt.width=_e(lt.width),lt.fill=_e(lt.fill);let Ft=n.focus=hn({},i.focus||{alpha:.3},ut.focus),Jt=Ft.prox>=0,Rt=Jt&&lt.one,oe=[],Fe=[],Bn=[];function Ao(g,b){let P=lt.show(n,b);if(P instanceof HTMLElement)return ni(P,y_),ni(P,g.class),Xi(P,-10,-10,O,Ct),_.insertBefore(P,oe[b]),P}function br(g,b){if(s==1||b>0){let P=s==1&&w[g.scale].time,D=g.value;g.value=P?Kf(D)?ip(Y,np(D,G)):D||Q:D||Dx,g.label=g.label||(P?Ex:wx)}if(Rt||b>0){g.width=g.width==null?1:g.width,g.paths=g.paths||Yx||F_,g.fillTo=_e(g.fillTo||Bx),g.pxAlign=+Se(g.pxAlign,S),g.pxRound=dp(g.pxAlign),g.stroke=_e(g.stroke||null),g.fill=_e(g.fill||null),g._stroke=g._fill=g._paths=g._focus=null;let P=Nx(Gn(1,g.width),1),D=g.points=hn({},{size:P,width:Gn(1,P*.2),stroke:g.stroke,space:P*2,paths:$x,_stroke:null,_fill:null},g.points);D.show=_e(D.show),D.filter=_e(D.filter),D.fill=_e(D.fill),D.stroke=_e(D.stroke),D.paths=_e(D.paths),D.pxAlign=g.pxAlign}if(tt){let P=Ie(g,b);se.splice(b,0,P[0]),Vt.splice(b,0,P[1]),dt.values.push(null)}if(mt){st.splice(b,0,null);let P=null;Rt?b==0&&(P=Ao(g,b)):b>0&&(P=Ao(g,b)),oe.splice(b,0,P),Fe.splice(b,0,0),Bn.splice(b,0,0)}Tn("addSeries",b)}function Uh(g,b){b=b??y.length,g=s==1?cu(g,b,rp,hp):cu(g,b,{},cp),y.splice(b,0,g),br(y[b],b)}n.addSeries=Uh;function Wa(g){if(y.splice(g,1),tt){dt.values.splice(g,1),Vt.splice(g,1);let b=se.splice(g,1)[0];pn(null,b.firstChild),b.remove()}mt&&(st.splice(g,1),oe.splice(g,1)[0].remove(),Fe.splice(g,1),Bn.splice(g,1)),Tn("delSeries",g)}n.delSeries=Wa;let Fi=[!1,!1,!1,!1];function ns(g,b){if(g._show=g.show,g.show){let P=g.side%2,D=w[g.scale];D==null&&(g.scale=P?y[1].scale:T,D=w[g.scale]);let H=D.time;g.size=_e(g.size),g.space=_e(g.space),g.rotate=_e(g.rotate),Cs(g.incrs)&&g.incrs.forEach(at=>{!Ps.has(at)&&Ps.set(at,Ep(at))}),g.incrs=_e(g.incrs||(D.distr==2?rx:H?p==1?ax:hx:tr)),g.splits=_e(g.splits||(H&&D.distr==1?ct:D.distr==3?ru:D.distr==4?Rx:Ax)),g.stroke=_e(g.stroke),g.grid.stroke=_e(g.grid.stroke),g.ticks.stroke=_e(g.ticks.stroke),g.border.stroke=_e(g.border.stroke);let Z=g.values;g.values=Cs(Z)&&!Cs(Z[0])?_e(Z):H?Cs(Z)?ep(Y,tp(Z,G)):Kf(Z)?fx(Y,Z):Z||J:Z||Tx,g.filter=_e(g.filter||(D.distr>=3&&D.log==10?Ix:D.distr==3&&D.log==2?Lx:Mp)),g.font=gp(g.font),g.labelFont=gp(g.labelFont),g._size=g.size(n,null,b,0),g._space=g._rotate=g._incrs=g._found=g._splits=g._values=null,g._size>0&&(Fi[b]=!0,g._el=pi(m_,u))}}function is(g,b,P,D){let[H,Z,at,ft]=P,vt=b%2,Dt=0;return vt==0&&(ft||Z)&&(Dt=b==0&&!H||b==2&&!at?gn(sp.size/3):0),vt==1&&(H||at)&&(Dt=b==1&&!Z||b==3&&!ft?gn(ap.size/2):0),Dt}let Ro=n.padding=(i.padding||[is,is,is,is]).map(g=>_e(Se(g,is))),bi=n._padding=Ro.map((g,b)=>g(n,b,Fi,0)),Ze,tn=null,en=null,Bi=s==1?y[0].idxs:null,jn=null,Ms=!1;function Co(g,b){if(t=g??[],n.data=n._data=t,s==2){Ze=0;for(let P=1;P<y.length;P++)Ze+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),jn=t[0],Ze=jn.length;let P=t;if(z==2){P=t.slice();let D=P[0]=Array(Ze);for(let H=0;H<Ze;H++)D[H]=H}n._data=t=P}if(le(!0),Tn("setData"),z==2&&(yt=!0),b!==!1){let P=L;P.auto(n,Ms)?Po():Ts(T,P.min,P.max),et=et||ut.left>=0,pt=!0,Ln()}}n.setData=Co;function Po(){Ms=!0;let g,b;s==1&&(Ze>0?(tn=Bi[0]=0,en=Bi[1]=Ze-1,g=t[0][tn],b=t[0][en],z==2?(g=tn,b=en):g==b&&(z==3?[g,b]=il(g,g,L.log,!1):z==4?[g,b]=fu(g,g,L.log,!1):L.time?b=g+gn(86400/p):[g,b]=tl(g,b,pu,!0))):(tn=Bi[0]=g=null,en=Bi[1]=b=null)),Ts(T,g,b)}let Sr,ws,Mr,M,k,j,q,$,Et,Pt;function Tt(g,b,P,D,H,Z){g??=Df,P??=gu,D??="butt",H??=Df,Z??="round",g!=Sr&&(d.strokeStyle=Sr=g),H!=ws&&(d.fillStyle=ws=H),b!=Mr&&(d.lineWidth=Mr=b),Z!=k&&(d.lineJoin=k=Z),D!=j&&(d.lineCap=j=D),P!=M&&d.setLineDash(M=P)}function It(g,b,P,D){b!=ws&&(d.fillStyle=ws=b),g!=q&&(d.font=q=g),P!=$&&(d.textAlign=$=P),D!=Et&&(d.textBaseline=Et=D)}function kt(g,b,P,D,H=0){if(D.length>0&&g.auto(n,Ms)&&(b==null||b.min==null)){let Z=Se(tn,0),at=Se(en,D.length-1),ft=P.min==null?I_(D,Z,at,H,g.distr==3):[P.min,P.max];g.min=Ti(g.min,P.min=ft[0]),g.max=Gn(g.max,P.max=ft[1])}}let Qt={min:null,max:null};function de(){for(let D in w){let H=w[D];W[D]==null&&(H.min==null||W[T]!=null&&H.auto(n,Ms))&&(W[D]=Qt)}for(let D in w){let H=w[D];W[D]==null&&H.from!=null&&W[H.from]!=null&&(W[D]=Qt)}W[T]!=null&&le(!0);let g={};for(let D in W){let H=W[D];if(H!=null){let Z=g[D]=Fr(w[D],z_);if(H.min!=null)hn(Z,H);else if(D!=T||s==2)if(Ze==0&&Z.from==null){let at=Z.range(n,null,null,D);Z.min=at[0],Z.max=at[1]}else Z.min=Ne,Z.max=-Ne}}if(Ze>0){y.forEach((D,H)=>{if(s==1){let Z=D.scale,at=W[Z];if(at==null)return;let ft=g[Z];if(H==0){let vt=ft.range(n,ft.min,ft.max,Z);ft.min=vt[0],ft.max=vt[1],tn=Ei(ft.min,t[0]),en=Ei(ft.max,t[0]),en-tn>1&&(t[0][tn]<ft.min&&tn++,t[0][en]>ft.max&&en--),D.min=jn[tn],D.max=jn[en]}else D.show&&D.auto&&kt(ft,at,D,t[H],D.sorted);D.idxs[0]=tn,D.idxs[1]=en}else if(H>0&&D.show&&D.auto){let[Z,at]=D.facets,ft=Z.scale,vt=at.scale,[Dt,Nt]=t[H],Ot=g[ft],ie=g[vt];Ot!=null&&kt(Ot,W[ft],Z,Dt,Z.sorted),ie!=null&&kt(ie,W[vt],at,Nt,at.sorted),D.min=at.min,D.max=at.max}});for(let D in g){let H=g[D],Z=W[D];if(H.from==null&&(Z==null||Z.min==null)){let at=H.range(n,H.min==Ne?null:H.min,H.max==-Ne?null:H.max,D);H.min=at[0],H.max=at[1]}}}for(let D in g){let H=g[D];if(H.from!=null){let Z=g[H.from];if(Z.min==null)H.min=H.max=null;else{let at=H.range(n,Z.min,Z.max,D);H.min=at[0],H.max=at[1]}}}let b={},P=!1;for(let D in g){let H=g[D],Z=w[D];if(Z.min!=H.min||Z.max!=H.max){Z.min=H.min,Z.max=H.max;let at=Z.distr;Z._min=at==3?as(Z.min):at==4?Kh(Z.min,Z.asinh):at==100?Z.fwd(Z.min):Z.min,Z._max=at==3?as(Z.max):at==4?Kh(Z.max,Z.asinh):at==100?Z.fwd(Z.max):Z.max,b[D]=P=!0}}if(P){y.forEach((D,H)=>{s==2?H>0&&b.y&&(D._paths=null):b[D.scale]&&(D._paths=null)});for(let D in b)yt=!0,Tn("setScale",D);mt&&ut.left>=0&&(et=pt=!0)}for(let D in W)W[D]=null}function Bt(g){let b=su(tn-1,0,Ze-1),P=su(en+1,0,Ze-1);for(;g[b]==null&&b>0;)b--;for(;g[P]==null&&P<Ze-1;)P++;return[b,P]}function fe(){if(Ze>0){let g=y.some(b=>b._focus)&&Pt!=Ft.alpha;g&&(d.globalAlpha=Pt=Ft.alpha),y.forEach((b,P)=>{if(P>0&&b.show&&(Ye(P,!1),Ye(P,!0),b._paths==null)){let D=Pt;Pt!=b.alpha&&(d.globalAlpha=Pt=b.alpha);let H=s==2?[0,t[P][0].length-1]:Bt(t[P]);b._paths=b.paths(n,P,H[0],H[1]),Pt!=D&&(d.globalAlpha=Pt=D)}}),y.forEach((b,P)=>{if(P>0&&b.show){let D=Pt;Pt!=b.alpha&&(d.globalAlpha=Pt=b.alpha),b._paths!=null&&Re(P,!1);{let H=b._paths!=null?b._paths.gaps:null,Z=b.points.show(n,P,tn,en,H),at=b.points.filter(n,P,Z,H);(Z||at)&&(b.points._paths=b.points.paths(n,P,tn,en,at),Re(P,!0))}Pt!=D&&(d.globalAlpha=Pt=D),Tn("drawSeries",P)}}),g&&(d.globalAlpha=Pt=1)}}function Ye(g,b){let P=b?y[g].points:y[g];P._stroke=P.stroke(n,g),P._fill=P.fill(n,g)}function Re(g,b){let P=b?y[g].points:y[g],{stroke:D,fill:H,clip:Z,flags:at,_stroke:ft=P._stroke,_fill:vt=P._fill,_width:Dt=P.width}=P._paths;Dt=Ue(Dt*we,3);let Nt=null,Ot=Dt%2/2;b&&vt==null&&(vt=Dt>0?"#fff":ft);let ie=P.pxAlign==1&&Ot>0;if(ie&&d.translate(Ot,Ot),!b){let Me=A-Dt/2,be=v-Dt/2,me=X+Dt,Zt=ht+Dt;Nt=new Path2D,Nt.rect(Me,be,me,Zt)}b?Ut(ft,Dt,P.dash,P.cap,vt,D,H,at,Z):Ce(g,ft,Dt,P.dash,P.cap,vt,D,H,at,Nt,Z),ie&&d.translate(-Ot,-Ot)}function Ce(g,b,P,D,H,Z,at,ft,vt,Dt,Nt){let Ot=!1;vt!=0&&C.forEach((ie,Me)=>{if(ie.series[0]==g){let be=y[ie.series[1]],me=t[ie.series[1]],Zt=(be._paths||zo).band;Cs(Zt)&&(Zt=ie.dir==1?Zt[0]:Zt[1]);let Wt,ze=null;be.show&&Zt&&D_(me,tn,en)?(ze=ie.fill(n,Me)||Z,Wt=be._paths.clip):Zt=null,Ut(b,P,D,H,ze,at,ft,vt,Dt,Nt,Wt,Zt),Ot=!0}}),Ot||Ut(b,P,D,H,Z,at,ft,vt,Dt,Nt)}let mn=Br|au;function Ut(g,b,P,D,H,Z,at,ft,vt,Dt,Nt,Ot){Tt(g,b,P,D,H),(vt||Dt||Ot)&&(d.save(),vt&&d.clip(vt),Dt&&d.clip(Dt)),Ot?(ft&mn)==mn?(d.clip(Ot),Nt&&d.clip(Nt),ge(H,at),on(g,Z,b)):ft&au?(ge(H,at),d.clip(Ot),on(g,Z,b)):ft&Br&&(d.save(),d.clip(Ot),Nt&&d.clip(Nt),ge(H,at),d.restore(),on(g,Z,b)):(ge(H,at),on(g,Z,b)),(vt||Dt||Ot)&&d.restore()}function on(g,b,P){P>0&&(b instanceof Map?b.forEach((D,H)=>{d.strokeStyle=Sr=H,d.stroke(D)}):b!=null&&g&&d.stroke(b))}function ge(g,b){b instanceof Map?b.forEach((P,D)=>{d.fillStyle=ws=D,d.fill(P)}):b!=null&&g&&d.fill(b)}function ss(g,b,P,D){let H=R[g],Z;if(D<=0)Z=[0,0];else{let at=H._space=H.space(n,g,b,P,D),ft=H._incrs=H.incrs(n,g,b,P,D,at);Z=ty(b,P,ft,D,at)}return H._found=Z}function an(g,b,P,D,H,Z,at,ft,vt,Dt){let Nt=at%2/2;S==1&&d.translate(Nt,Nt),Tt(ft,at,vt,Dt,ft),d.beginPath();let Ot,ie,Me,be,me=H+(D==0||D==3?-Z:Z);P==0?(ie=H,be=me):(Ot=H,Me=me);for(let Zt=0;Zt<g.length;Zt++)b[Zt]!=null&&(P==0?Ot=Me=g[Zt]:ie=be=g[Zt],d.moveTo(Ot,ie),d.lineTo(Me,be));d.stroke(),S==1&&d.translate(-Nt,-Nt)}function wr(g){let b=!0;return R.forEach((P,D)=>{if(!P.show)return;let H=w[P.scale];if(H.min==null){P._show&&(b=!1,P._show=!1,le(!1));return}else P._show||(b=!1,P._show=!0,le(!1));let Z=P.side,at=Z%2,{min:ft,max:vt}=H,[Dt,Nt]=ss(D,ft,vt,at==0?O:Ct);if(Nt==0)return;let Ot=H.distr==2,ie=P._splits=P.splits(n,D,ft,vt,Dt,Nt,Ot),Me=H.distr==2?ie.map(Wt=>jn[Wt]):ie,be=H.distr==2?jn[ie[1]]-jn[ie[0]]:Dt,me=P._values=P.values(n,P.filter(n,Me,D,Nt,be),D,Nt,be);P._rotate=Z==2?P.rotate(n,me,D,Nt):0;let Zt=P._size;P._size=mi(P.size(n,me,D,g)),Zt!=null&&P._size!=Zt&&(b=!1)}),b}function ki(g){let b=!0;return Ro.forEach((P,D)=>{let H=P(n,D,Fi,g);H!=bi[D]&&(b=!1),bi[D]=H}),b}function rs(){for(let g=0;g<R.length;g++){let b=R[g];if(!b.show||!b._show)continue;let P=b.side,D=P%2,H,Z,at=b.stroke(n,g),ft=P==0||P==3?-1:1,[vt,Dt]=b._found;if(b.label!=null){let Vn=b.labelGap*ft,ei=gn((b._lpos+Vn)*we);It(b.labelFont[0],at,"center",P==2?"top":Lf),d.save(),D==1?(H=Z=0,d.translate(ei,gn(v+ht/2)),d.rotate((P==3?-ja:ja)/2)):(H=gn(A+X/2),Z=ei);let js=bp(b.label)?b.label(n,g,vt,Dt):b.label;d.fillText(js,H,Z),d.restore()}if(Dt==0)continue;let Nt=w[b.scale],Ot=D==0?X:ht,ie=D==0?A:v,Me=b._splits,be=Nt.distr==2?Me.map(Vn=>jn[Vn]):Me,me=Nt.distr==2?jn[Me[1]]-jn[Me[0]]:vt,Zt=b.ticks,Wt=b.border,ze=Zt.show?Zt.size:0,Je=gn(ze*we),An=gn((b.alignTo==2?b._size-ze-b.gap:b.gap)*we),Le=b._rotate*-ja/180,je=f(b._pos*we),Qn=(Je+An)*ft,zn=je+Qn;Z=D==0?zn:0,H=D==1?zn:0;let di=b.font[0],Si=b.align==1?Lr:b.align==2?Yh:Le>0?Lr:Le<0?Yh:D==0?"center":P==3?Yh:Lr,Hi=Le||D==1?"middle":P==2?"top":Lf;It(di,at,Si,Hi);let ti=b.font[1]*b.lineGap,fi=Me.map(Vn=>f(a(Vn,Nt,Ot,ie))),Mi=b._values;for(let Vn=0;Vn<Mi.length;Vn++){let ei=Mi[Vn];if(ei!=null){D==0?H=fi[Vn]:Z=fi[Vn],ei=""+ei;let js=ei.indexOf(`
`)==-1?[ei]:ei.split(/\n/gm);for(let Hn=0;Hn<js.length;Hn++){let bf=js[Hn];Le?(d.save(),d.translate(H,Z+Hn*ti),d.rotate(Le),d.fillText(bf,0,0),d.restore()):d.fillText(bf,H,Z+Hn*ti)}}}Zt.show&&an(fi,Zt.filter(n,be,g,Dt,me),D,P,je,Je,Ue(Zt.width*we,3),Zt.stroke(n,g),Zt.dash,Zt.cap);let Gi=b.grid;Gi.show&&an(fi,Gi.filter(n,be,g,Dt,me),D,D==0?2:1,D==0?v:A,D==0?ht:X,Ue(Gi.width*we,3),Gi.stroke(n,g),Gi.dash,Gi.cap),Wt.show&&an([je],[1],D==0?1:0,D==0?1:2,D==1?v:A,D==1?ht:X,Ue(Wt.width*we,3),Wt.stroke(n,g),Wt.dash,Wt.cap)}Tn("drawAxes")}function le(g){y.forEach((b,P)=>{P>0&&(b._paths=null,g&&(s==1?(b.min=null,b.max=null):b.facets.forEach(D=>{D.min=null,D.max=null})))})}let Ke=!1,kn=!1,Pe=[];function ln(){kn=!1;for(let g=0;g<Pe.length;g++)Tn(...Pe[g]);Pe.length=0}function Ln(){Ke||(Y_(nf),Ke=!0)}function Xa(g,b=!1){Ke=!0,kn=b,g(n),nf(),b&&Pe.length>0&&queueMicrotask(ln)}n.batch=Xa;function nf(){if(ot&&(de(),ot=!1),yt&&(wt(),yt=!1),_t){if(Ve(m,Lr,Yt),Ve(m,"top",re),Ve(m,Oo,O),Ve(m,Fo,Ct),Ve(_,Lr,Yt),Ve(_,"top",re),Ve(_,Oo,O),Ve(_,Fo,Ct),Ve(u,Oo,$e),Ve(u,Fo,rn),h.width=gn($e*we),h.height=gn(rn*we),R.forEach(({_el:g,_show:b,_size:P,_pos:D,side:H})=>{if(g!=null)if(b){let Z=H===3||H===0?P:0,at=H%2==1;Ve(g,at?"left":"top",D-Z),Ve(g,at?"width":"height",P),Ve(g,at?"top":"left",at?re:Yt),Ve(g,at?"height":"width",at?Ct:O),nu(g,er)}else ni(g,er)}),Sr=ws=Mr=k=j=q=$=Et=M=null,Pt=1,Do(!0),Yt!=Mt||re!=De||O!=zt||Ct!=Xt){le(!1);let g=O/zt,b=Ct/Xt;if(mt&&!et&&ut.left>=0){ut.left*=g,ut.top*=b,Er&&Xi(Er,gn(ut.left),0,O,Ct),Tr&&Xi(Tr,0,gn(ut.top),O,Ct);for(let P=0;P<oe.length;P++){let D=oe[P];D!=null&&(Fe[P]*=g,Bn[P]*=b,Xi(D,mi(Fe[P]),mi(Bn[P]),O,Ct))}}if(ke.show&&!it&&ke.left>=0&&ke.width>0){ke.left*=g,ke.width*=g,ke.top*=b,ke.height*=b;for(let P in Vh)Ve(Cr,P,ke[P])}Mt=Yt,De=re,zt=O,Xt=Ct}Tn("setSize"),_t=!1}$e>0&&rn>0&&(d.clearRect(0,0,h.width,h.height),Tn("drawClear"),E.forEach(g=>g()),Tn("draw")),ke.show&&it&&(qa(ke),it=!1),mt&&et&&(Js(null,!0,!1),et=!1),dt.show&&dt.live&&pt&&(kh(),pt=!1),l||(l=!0,n.status=1,Tn("ready")),Ms=!1,Ke=!1}n.redraw=(g,b)=>{yt=b||!1,g!==!1?Ts(T,L.min,L.max):Ln()};function Oh(g,b){let P=w[g];if(P.from==null){if(Ze==0){let D=P.range(n,b.min,b.max,g);b.min=D[0],b.max=D[1]}if(b.min>b.max){let D=b.min;b.min=b.max,b.max=D}if(Ze>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;g==T&&P.distr==2&&Ze>0&&(b.min=Ei(b.min,t[0]),b.max=Ei(b.max,t[0]),b.min==b.max&&b.max++),W[g]=b,ot=!0,Ln()}}n.setScale=Oh;let Fh,Bh,Er,Tr,sf,rf,Ar,Rr,of,af,Be,We,Es=!1,In=ut.drag,wn=In.x,En=In.y;mt&&(ut.x&&(Fh=pi(__,_)),ut.y&&(Bh=pi(x_,_)),L.ori==0?(Er=Fh,Tr=Bh):(Er=Bh,Tr=Fh),Be=ut.left,We=ut.top);let ke=n.select=hn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Cr=ke.show?pi(g_,ke.over?_:m):null;function qa(g,b){if(ke.show){for(let P in g)ke[P]=g[P],P in Vh&&Ve(Cr,P,g[P]);b!==!1&&Tn("setSelect")}}n.setSelect=qa;function W0(g){if(y[g].show)tt&&nu(se[g],er);else if(tt&&ni(se[g],er),mt){let P=Rt?oe[0]:oe[g];P!=null&&Xi(P,-10,-10,O,Ct)}}function Ts(g,b,P){Oh(g,{min:b,max:P})}function zi(g,b,P,D){b.focus!=null&&Z0(g),b.show!=null&&y.forEach((H,Z)=>{Z>0&&(g==Z||g==null)&&(H.show=b.show,W0(Z),s==2?(Ts(H.facets[0].scale,null,null),Ts(H.facets[1].scale,null,null)):Ts(H.scale,null,null),Ln())}),P!==!1&&Tn("setSeries",g,b),D&&No("setSeries",n,g,b)}n.setSeries=zi;function X0(g,b){hn(C[g],b)}function q0(g,b){g.fill=_e(g.fill||null),g.dir=Se(g.dir,-1),b=b??C.length,C.splice(b,0,g)}function Y0(g){g==null?C.length=0:C.splice(g,1)}n.addBand=q0,n.setBand=X0,n.delBand=Y0;function $0(g,b){y[g].alpha=b,mt&&oe[g]!=null&&(oe[g].style.opacity=b),tt&&se[g]&&(se[g].style.opacity=b)}let os,As,Ks,Pr={focus:!0};function Z0(g){if(g!=Ks){let b=g==null,P=Ft.alpha!=1;y.forEach((D,H)=>{if(s==1||H>0){let Z=b||H==0||H==g;D._focus=b?null:Z,P&&$0(H,Z?1:Ft.alpha)}}),Ks=g,P&&Ln()}}tt&&Jt&&ye(Of,At,g=>{ut._lock||(Kt(g),Ks!=null&&zi(null,Pr,!0,cn.setSeries))});function Vi(g,b,P){let D=w[b];P&&(g=g/we-(D.ori==1?re:Yt));let H=O;D.ori==1&&(H=Ct,g=H-g),D.dir==-1&&(g=H-g);let Z=D._min,at=D._max,ft=g/H,vt=Z+(at-Z)*ft,Dt=D.distr;return Dt==3?Ur(10,vt):Dt==4?U_(vt,D.asinh):Dt==100?D.bwd(vt):vt}function K0(g,b){let P=Vi(g,T,b);return Ei(P,t[0],tn,en)}n.valToIdx=g=>Ei(g,t[0]),n.posToIdx=K0,n.posToVal=Vi,n.valToPos=(g,b,P)=>w[b].ori==0?r(g,w[b],P?X:O,P?A:0):o(g,w[b],P?ht:Ct,P?v:0),n.setCursor=(g,b,P)=>{Be=g.left,We=g.top,Js(null,b,P)};function lf(g,b){Ve(Cr,Lr,ke.left=g),Ve(Cr,Oo,ke.width=b)}function cf(g,b){Ve(Cr,"top",ke.top=g),Ve(Cr,Fo,ke.height=b)}let Io=L.ori==0?lf:cf,Lo=L.ori==1?lf:cf;function J0(){if(tt&&dt.live)for(let g=s==2?1:0;g<y.length;g++){if(g==0&&ae)continue;let b=dt.values[g],P=0;for(let D in b)Vt[g][P++].firstChild.nodeValue=b[D]}}function kh(g,b){if(g!=null&&(g.idxs?g.idxs.forEach((P,D)=>{st[D]=P}):k_(g.idx)||st.fill(g.idx),dt.idx=st[0]),tt&&dt.live){for(let P=0;P<y.length;P++)(P>0||s==1&&!ae)&&j0(P,st[P]);J0()}pt=!1,b!==!1&&Tn("setLegend")}n.setLegend=kh;function j0(g,b){let P=y[g],D=g==0&&z==2?jn:t[g],H;ae?H=P.values(n,g,b)??ne:(H=P.value(n,b==null?null:D[b],g,b),H=H==null?ne:{_:H}),dt.values[g]=H}function Js(g,b,P){of=Be,af=We,[Be,We]=ut.move(n,Be,We),ut.left=Be,ut.top=We,mt&&(Er&&Xi(Er,gn(Be),0,O,Ct),Tr&&Xi(Tr,0,gn(We),O,Ct));let D,H=tn>en;os=Ne,As=null;let Z=L.ori==0?O:Ct,at=L.ori==1?O:Ct;if(Be<0||Ze==0||H){D=ut.idx=null;for(let ft=0;ft<y.length;ft++){let vt=oe[ft];vt!=null&&Xi(vt,-10,-10,O,Ct)}Jt&&zi(null,Pr,!0,g==null&&cn.setSeries),dt.live&&(st.fill(D),pt=!0)}else{let ft,vt,Dt;s==1&&(ft=L.ori==0?Be:We,vt=Vi(ft,T),D=ut.idx=Ei(vt,t[0],tn,en),Dt=V(t[0][D],L,Z,0));let Nt=-10,Ot=-10,ie=0,Me=0,be=!0,me="",Zt="";for(let Wt=s==2?1:0;Wt<y.length;Wt++){let ze=y[Wt],Je=st[Wt],An=Je==null?null:s==1?t[Wt][Je]:t[Wt][1][Je],Le=ut.dataIdx(n,Wt,D,vt),je=Le==null?null:s==1?t[Wt][Le]:t[Wt][1][Le];if(pt=pt||je!=An||Le!=Je,st[Wt]=Le,Wt>0&&ze.show){let Qn=Le==null?-10:Le==D?Dt:V(s==1?t[0][Le]:t[Wt][0][Le],L,Z,0),zn=je==null?-10:N(je,s==1?w[ze.scale]:w[ze.facets[1].scale],at,0);if(Jt&&je!=null){let di=L.ori==1?Be:We,Si=_n(Ft.dist(n,Wt,Le,zn,di));if(Si<os){let Hi=Ft.bias;if(Hi!=0){let ti=Vi(di,ze.scale),fi=je>=0?1:-1,Mi=ti>=0?1:-1;Mi==fi&&(Mi==1?Hi==1?je>=ti:je<=ti:Hi==1?je<=ti:je>=ti)&&(os=Si,As=Wt)}else os=Si,As=Wt}}if(pt||Rt){let di,Si;L.ori==0?(di=Qn,Si=zn):(di=zn,Si=Qn);let Hi,ti,fi,Mi,Gi,Vn,ei=!0,js=lt.bbox;if(js!=null){ei=!1;let Hn=js(n,Wt);fi=Hn.left,Mi=Hn.top,Hi=Hn.width,ti=Hn.height}else fi=di,Mi=Si,Hi=ti=lt.size(n,Wt);if(Vn=lt.fill(n,Wt),Gi=lt.stroke(n,Wt),Rt)Wt==As&&os<=Ft.prox&&(Nt=fi,Ot=Mi,ie=Hi,Me=ti,be=ei,me=Vn,Zt=Gi);else{let Hn=oe[Wt];Hn!=null&&(Fe[Wt]=fi,Bn[Wt]=Mi,Gf(Hn,Hi,ti,ei),Vf(Hn,Vn,Gi),Xi(Hn,mi(fi),mi(Mi),O,Ct))}}}}if(Rt){let Wt=Ft.prox,ze=Ks==null?os<=Wt:os>Wt||As!=Ks;if(pt||ze){let Je=oe[0];Je!=null&&(Fe[0]=Nt,Bn[0]=Ot,Gf(Je,ie,Me,be),Vf(Je,me,Zt),Xi(Je,mi(Nt),mi(Ot),O,Ct))}}}if(ke.show&&Es)if(g!=null){let[ft,vt]=cn.scales,[Dt,Nt]=cn.match,[Ot,ie]=g.cursor.sync.scales,Me=g.cursor.drag;if(wn=Me._x,En=Me._y,wn||En){let{left:be,top:me,width:Zt,height:Wt}=g.select,ze=g.scales[Ot].ori,Je=g.posToVal,An,Le,je,Qn,zn,di=ft!=null&&Dt(ft,Ot),Si=vt!=null&&Nt(vt,ie);di&&wn?(ze==0?(An=be,Le=Zt):(An=me,Le=Wt),je=w[ft],Qn=V(Je(An,Ot),je,Z,0),zn=V(Je(An+Le,Ot),je,Z,0),Io(Ti(Qn,zn),_n(zn-Qn))):Io(0,Z),Si&&En?(ze==1?(An=be,Le=Zt):(An=me,Le=Wt),je=w[vt],Qn=N(Je(An,ie),je,at,0),zn=N(Je(An+Le,ie),je,at,0),Lo(Ti(Qn,zn),_n(zn-Qn))):Lo(0,at)}else Hh()}else{let ft=_n(of-sf),vt=_n(af-rf);if(L.ori==1){let ie=ft;ft=vt,vt=ie}wn=In.x&&ft>=In.dist,En=In.y&&vt>=In.dist;let Dt=In.uni;Dt!=null?wn&&En&&(wn=ft>=Dt,En=vt>=Dt,!wn&&!En&&(vt>ft?En=!0:wn=!0)):In.x&&In.y&&(wn||En)&&(wn=En=!0);let Nt,Ot;wn&&(L.ori==0?(Nt=Ar,Ot=Be):(Nt=Rr,Ot=We),Io(Ti(Nt,Ot),_n(Ot-Nt)),En||Lo(0,at)),En&&(L.ori==1?(Nt=Ar,Ot=Be):(Nt=Rr,Ot=We),Lo(Ti(Nt,Ot),_n(Ot-Nt)),wn||Io(0,Z)),!wn&&!En&&(Io(0,0),Lo(0,0))}if(In._x=wn,In._y=En,g==null){if(P){if(vf!=null){let[ft,vt]=cn.scales;cn.values[0]=ft!=null?Vi(L.ori==0?Be:We,ft):null,cn.values[1]=vt!=null?Vi(L.ori==1?Be:We,vt):null}No($h,n,Be,We,O,Ct,D)}if(Jt){let ft=P&&cn.setSeries,vt=Ft.prox;Ks==null?os<=vt&&zi(As,Pr,!0,ft):os>vt?zi(null,Pr,!0,ft):As!=Ks&&zi(As,Pr,!0,ft)}}pt&&(dt.idx=D,kh()),b!==!1&&Tn("setCursor")}let Rs=null;Object.defineProperty(n,"rect",{get(){return Rs==null&&Do(!1),Rs}});function Do(g=!1){g?Rs=null:(Rs=_.getBoundingClientRect(),Tn("syncRect",Rs))}function hf(g,b,P,D,H,Z,at){ut._lock||Es&&g!=null&&g.movementX==0&&g.movementY==0||(zh(g,b,P,D,H,Z,at,!1,g!=null),g!=null?Js(null,!0,!0):Js(b,!0,!1))}function zh(g,b,P,D,H,Z,at,ft,vt){if(Rs==null&&Do(!1),Kt(g),g!=null)P=g.clientX-Rs.left,D=g.clientY-Rs.top;else{if(P<0||D<0){Be=-10,We=-10;return}let[Dt,Nt]=cn.scales,Ot=b.cursor.sync,[ie,Me]=Ot.values,[be,me]=Ot.scales,[Zt,Wt]=cn.match,ze=b.axes[0].side%2==1,Je=L.ori==0?O:Ct,An=L.ori==1?O:Ct,Le=ze?Z:H,je=ze?H:Z,Qn=ze?D:P,zn=ze?P:D;if(be!=null?P=Zt(Dt,be)?a(ie,w[Dt],Je,0):-10:P=Je*(Qn/Le),me!=null?D=Wt(Nt,me)?a(Me,w[Nt],An,0):-10:D=An*(zn/je),L.ori==1){let di=P;P=D,D=di}}vt&&(b==null||b.cursor.event.type==$h)&&((P<=1||P>=O-1)&&(P=Qs(P,O)),(D<=1||D>=Ct-1)&&(D=Qs(D,Ct))),ft?(sf=P,rf=D,[Ar,Rr]=ut.move(n,P,D)):(Be=P,We=D)}let Vh={width:0,height:0,left:0,top:0};function Hh(){qa(Vh,!1)}let uf,df,ff,pf;function mf(g,b,P,D,H,Z,at){Es=!0,wn=En=In._x=In._y=!1,zh(g,b,P,D,H,Z,at,!0,!1),g!=null&&(ye(Zh,tu,gf,!1),No(Nf,n,Ar,Rr,O,Ct,null));let{left:ft,top:vt,width:Dt,height:Nt}=ke;uf=ft,df=vt,ff=Dt,pf=Nt}function gf(g,b,P,D,H,Z,at){Es=In._x=In._y=!1,zh(g,b,P,D,H,Z,at,!1,!0);let{left:ft,top:vt,width:Dt,height:Nt}=ke,Ot=Dt>0||Nt>0,ie=uf!=ft||df!=vt||ff!=Dt||pf!=Nt;if(Ot&&ie&&qa(ke),In.setScale&&Ot&&ie){let Me=ft,be=Dt,me=vt,Zt=Nt;if(L.ori==1&&(Me=vt,be=Nt,me=ft,Zt=Dt),wn&&Ts(T,Vi(Me,T),Vi(Me+be,T)),En)for(let Wt in w){let ze=w[Wt];Wt!=T&&ze.from==null&&ze.min!=Ne&&Ts(Wt,Vi(me+Zt,Wt),Vi(me,Wt))}Hh()}else ut.lock&&(ut._lock=!ut._lock,Js(b,!0,g!=null));g!=null&&(pn(Zh,tu),No(Zh,n,Be,We,O,Ct,null))}function Q0(g,b,P,D,H,Z,at){if(ut._lock)return;Kt(g);let ft=Es;if(Es){let vt=!0,Dt=!0,Nt=10,Ot,ie;L.ori==0?(Ot=wn,ie=En):(Ot=En,ie=wn),Ot&&ie&&(vt=Be<=Nt||Be>=O-Nt,Dt=We<=Nt||We>=Ct-Nt),Ot&&vt&&(Be=Be<Ar?0:O),ie&&Dt&&(We=We<Rr?0:Ct),Js(null,!0,!0),Es=!1}Be=-10,We=-10,st.fill(null),Js(null,!0,!0),ft&&(Es=ft)}function _f(g,b,P,D,H,Z,at){ut._lock||(Kt(g),Po(),Hh(),g!=null&&No(Ff,n,Be,We,O,Ct,null))}function xf(){R.forEach(ey),U(n.width,n.height,!0)}nr(Qa,Nr,xf);let Ir={};Ir.mousedown=mf,Ir.mousemove=hf,Ir.mouseup=gf,Ir.dblclick=_f,Ir.setSeries=(g,b,P,D)=>{let H=cn.match[2];P=H(n,b,P),P!=-1&&zi(P,D,!0,!1)},mt&&(ye(Nf,_,mf),ye($h,_,hf),ye(Uf,_,g=>{Kt(g),Do(!1)}),ye(Of,_,Q0),ye(Ff,_,_f),lu.add(n),n.syncRect=Do);let Ya=n.hooks=i.hooks||{};function Tn(g,b,P){kn?Pe.push([g,b,P]):g in Ya&&Ya[g].forEach(D=>{D.call(null,n,b,P)})}(i.plugins||[]).forEach(g=>{for(let b in g.hooks)Ya[b]=(Ya[b]||[]).concat(g.hooks[b])});let yf=(g,b,P)=>P,cn=hn({key:null,setSeries:!1,filters:{pub:$f,sub:$f},scales:[T,y[1]?y[1].scale:null],match:[Zf,Zf,yf],values:[null,null]},ut.sync);cn.match.length==2&&cn.match.push(yf),ut.sync=cn;let vf=cn.key,Gh=Xp(vf);function No(g,b,P,D,H,Z,at){cn.filters.pub(g,b,P,D,H,Z,at)&&Gh.pub(g,b,P,D,H,Z,at)}Gh.sub(n);function t_(g,b,P,D,H,Z,at){cn.filters.sub(g,b,P,D,H,Z,at)&&Ir[g](null,b,P,D,H,Z,at)}n.pub=t_;function e_(){Gh.unsub(n),lu.delete(n),Mn.clear(),iu(Qa,Nr,xf),c.remove(),At?.remove(),Tn("destroy")}n.destroy=e_;function Wh(){Tn("init",i,t),Co(t||i.data,!1),W[T]?Oh(T,W[T]):Po(),it=ke.show&&(ke.width>0||ke.height>0),et=pt=!0,U(i.width,i.height)}return y.forEach(br),R.forEach(ns),e?e instanceof HTMLElement?(e.appendChild(c),Wh()):e(n,Wh):Wh(),n}xn.assign=hn;xn.fmtNum=mu;xn.rangeNum=tl;xn.rangeLog=il;xn.rangeAsinh=fu;xn.orient=sr;xn.pxRatio=we;xn.join=q_;xn.fmtDate=_u,xn.tzDate=ix;xn.sync=Xp;{xn.addGap=kx,xn.clipGaps=ol;let i=xn.paths={points:Jp};i.linear=Qp,i.stepped=Hx,i.bars=Gx,i.spline=Xx}var rm={time:"over time",rate:"derivative",xy:"x–y",histogram:"histogram"},ny=[[],[8,4],[2,3],[10,3,2,3]],wu=["#1769aa","#c25100","#0f7b58","#97288f","#7a4b3a","#b0174f","#566100","#00707c"],iy=["#6db6f2","#ff9c52","#4fd1a5","#e48fdc","#cda393","#ff86ae","#c3cc4a","#52d0de"],hl=40,im=190,sy=()=>getComputedStyle(document.documentElement).colorScheme==="dark",Ho=i=>(sy()?iy:wu)[i%wu.length],ry=i=>ny[Math.floor(i/wu.length)%4||i%4],sm=()=>getComputedStyle(document.body).color,oy=1e-20,Eu=i=>(Math.abs(i)<oy?0:i).toPrecision(6),Hr=i=>i==null||!Number.isFinite(i)?"–":String(Number(Eu(i))),ay=(i,t)=>i===t||Hr(i)===Hr(t)?Hr(i):`${Hr(i)} … ${Hr(t)}`,ly=(i,t)=>i===null||t===null||i===void 0||t===void 0?null:(i+t)/2,ul=class{constructor(t,e,n,{kind:s="time",seek:r,oncursor:o}={}){this.place=t,this.history=n,this.seek=r,this.oncursor=o??(()=>{}),this.values=e,this.kind=s,this.paused=!1,this.zoomed=!1,this.load(),new ResizeObserver(()=>this.plot.setSize({width:Math.max(this.place.clientWidth,160),height:im})).observe(t)}load(){this.take(),this.fresh=!0,this.make()}take(){let{time:t,least:e,most:n,off:s}=this.history.columns(this.values);Object.assign(this,{time:t,least:e,most:n,off:s?.some(r=>r)?s:null})}setValues(t){this.values=t,this.kind=this.kind==="xy"&&t.length<2?"time":this.kind,this.load()}setKind(t){this.kind=t,this.zoomed=!1,this.make()}units(){return[...new Set(this.values.map(t=>this.unitOf(t)))]}unitOf(t){return this.kind==="rate"?`${t.unit||"1"}/s`:t.unit}mean(t){return this.time.map((e,n)=>ly(this.least[t][n],this.most[t][n]))}rate(t){let e=this.mean(t),n=this.time;return n.map((s,r)=>{let o=Math.max(r-1,0),a=Math.min(r+1,n.length-1);return e[o]===null||e[a]===null||n[a]===n[o]?null:(e[a]-e[o])/(n[a]-n[o])})}bars(){let t=this.values.map((o,a)=>this.mean(a).filter(l=>l!==null)),e=Math.min(...t.flat()),s=(Math.max(...t.flat())-e||1)/hl,r=Array.from({length:hl},(o,a)=>e+(a+.5)*s);return t.flat().length?[r,...t.map(o=>o.reduce((a,l)=>(a[Math.min(hl-1,Math.floor((l-e)/s))]++,a),new Array(hl).fill(0)))]:[[],...t.map(()=>[])]}data(){switch(this.kind){case"rate":return[this.time,...this.values.map((t,e)=>this.rate(e))];case"histogram":return this.bars();case"xy":return[null,...this.values.slice(1).map((t,e)=>[this.mean(0),this.mean(e+1)])];default:return[this.time,...this.values.flatMap((t,e)=>[this.least[e],this.most[e]]),...this.edges()]}}edges(){let t=(e,n)=>this.time.map((s,r)=>{let o=this.off[e]?.[r]??null,a=(n<0?this.least:this.most)[e][r];return o===null||a===null?null:a+n*o});return this.off?this.values.flatMap((e,n)=>[t(n,-1),t(n,1)]):[]}series(){let t=(e,n={})=>({stroke:()=>Ho(e),dash:ry(e),width:1.6,points:{show:!1},scale:this.scaleOf(e),...n});switch(this.kind){case"rate":return[{},...this.values.map((e,n)=>t(n))];case"histogram":return[{},...this.values.map((e,n)=>t(n,{scale:"y",dash:[],fill:()=>`${Ho(n)}60`,paths:xn.paths.bars({size:[.9]})}))];case"xy":return[null,...this.values.slice(1).map((e,n)=>t(n+1,{facets:[{scale:"x",auto:!0},{scale:this.scaleOf(n+1),auto:!0}],paths:cy}))];default:return[{},...this.values.flatMap((e,n)=>[t(n),t(n,{width:.8,dash:[]})]),...this.off?this.values.flatMap((e,n)=>[t(n,{width:0}),t(n,{width:0})]):[]]}}scaleOf(t){let e=this.kind==="xy"?[...new Set(this.values.slice(1).map(n=>n.unit))]:this.units();return`y${Math.max(0,e.indexOf(this.unitOf(this.values[t])))||""}`}axes(){let t={stroke:sm,grid:{stroke:"#8885",width:1},ticks:{stroke:"#8888",width:1},labelSize:18,labelGap:0,labelFont:"12px system-ui, sans-serif"},e=(r,o,a)=>({...t,scale:r,label:o,side:a,grid:{...t.grid,show:a===3},size:(l,c)=>14+7.2*Math.max(2,...(c??[]).map(h=>h.length)),values:(l,c)=>c.map(h=>String(Number(h.toPrecision(12))))}),n={time:"t [s]",rate:"t [s]",xy:`${this.values[0].name}${this.values[0].unit?` [${this.values[0].unit}]`:""}`,histogram:this.units().map(r=>r?`[${r}]`:"value").join(" ")}[this.kind],s=this.kind==="histogram"?[void 0]:[...new Set(this.values.slice(this.kind==="xy"?1:0).map(r=>this.unitOf(r)))];return[{...t,label:n,size:32},...s.slice(0,2).map((r,o)=>e(o?"y1":"y",r===void 0?"points":r?`[${r}]`:"",o?1:3))]}bands(){let t=2*this.values.length,e=(n,s,r)=>({series:[s+2*n+2,s+2*n+1],fill:()=>`${Ho(n)}${r}`});return[...this.values.map((n,s)=>e(s,0,"50")),...this.off?this.values.map((n,s)=>e(s,t,"40")):[]]}options(){return{mode:this.kind==="xy"?2:1,width:Math.max(this.place.clientWidth,160),height:im,padding:[8,8,0,0],scales:{x:{time:!1}},series:this.series(),axes:this.axes(),legend:{show:!1},cursor:{sync:this.kind==="time"||this.kind==="rate"?{key:"t",setSeries:!1,scales:["x",null]}:void 0,drag:{x:!0,y:!1},points:{show:this.kind!=="xy"}},bands:this.kind==="time"?this.bands():[],hooks:{setSelect:[t=>this.zoomed=this.zoomed||t.select.width>0],setCursor:[t=>this.oncursor(t.cursor.idx)],draw:[t=>this.drawHead(t)]}}}make(){this.plot?.destroy(),this.plot=new xn(this.options(),this.data(),this.place),this.plot.over.addEventListener("dblclick",()=>this.whole());let t=0;this.plot.over.addEventListener("pointerdown",e=>t=e.clientX),this.plot.over.addEventListener("click",e=>{this.seek&&Math.abs(e.clientX-t)<4&&(this.kind==="time"||this.kind==="rate")&&this.seek(this.plot.posToVal(e.clientX-this.plot.over.getBoundingClientRect().left,"x"))})}drawHead(t){if(this.head===void 0||!["time","rate"].includes(this.kind))return;let e=Math.round(t.valToPos(this.head,"x",!0)),{left:n,top:s,width:r,height:o}=t.bbox;e<n-1||e>n+r+1||(t.ctx.save(),t.ctx.strokeStyle=t.ctx.fillStyle=sm(),t.ctx.lineWidth=Math.max(1,devicePixelRatio*1.5),t.ctx.beginPath(),t.ctx.moveTo(e,s),t.ctx.lineTo(e,s+o),t.ctx.stroke(),t.ctx.beginPath(),t.ctx.moveTo(e-5*devicePixelRatio,s),t.ctx.lineTo(e+5*devicePixelRatio,s),t.ctx.lineTo(e,s+7*devicePixelRatio),t.ctx.fill(),t.ctx.restore())}setHead(t){t!==this.head&&(this.head=t,this.moved=!0)}texts(t){let e=t??this.time.length-1;if(t==null&&this.head!==void 0)for(e=0;e+1<this.time.length&&this.time[e+1]<=this.head;e++);if(this.kind==="histogram")return this.values.map(()=>"");let n=this.kind==="rate"?this.plot.data:null,s=o=>this.off?.[o]?.[e]>5e-7*Math.abs(this.most[o][e]),r=o=>this.kind==="time"&&s(o)?` ± ${Number(this.off[o][e].toPrecision(2))}`:"";return this.values.map((o,a)=>`${n?Hr(n[a+1]?.[e]):ay(this.least[a][e],this.most[a][e])}${r(a)}${this.unitOf(o)?` ${this.unitOf(o)}`:""}`)}add(){this.paused||(this.stale=!0)}draw(){if(this.stale&&!this.paused){this.stale=!1;let t=!!this.off;this.take(),this.fresh=!0,!!this.off!==t&&this.kind==="time"&&this.make()}this.fresh?(this.fresh=this.moved=!1,this.plot.setData(this.data(),!this.zoomed),this.zoomed&&this.repaint(),this.oncursor(this.plot.cursor.idx)):this.moved&&(this.moved=!1,this.plot.redraw(!1,!1),this.oncursor(this.plot.cursor.idx))}repaint(){this.plot.redraw()}nearer(){let{min:t,max:e}=this.plot.scales.x;if(e>t){let n=(e-t)/2,s=this.head!==void 0&&(this.kind==="time"||this.kind==="rate"),r=s?Math.min(Math.max(this.head-n/2,t),t+n):(t+e)/2;this.zoomed=!0,this.plot.setScale("x",{min:r,max:s?r+n:e})}}whole(){this.zoomed=!1,this.plot.setData(this.data())}csv(){let t=(s,r)=>`${s.name}${r}${s.unit?` [${s.unit}]`:""}`,e=["t [s]",...this.values.flatMap(s=>[t(s," least"),t(s," largest")])],n=this.time.map((s,r)=>[s,...this.values.flatMap((o,a)=>[this.least[a][r],this.most[a][r]])].map(o=>o??"nan").join(","));return[e.join(","),...n,""].join(`
`)}remove(){this.plot.destroy()}};function cy(i,t){return xn.orient(i,t,(e,n,s,r,o,a,l,c,h,d,u)=>{let[m,_]=i.data[t],S=i.scales[e.facets[1].scale],f=i.ctx;f.save(),f.beginPath(),f.rect(c,h,d,u),f.clip(),f.strokeStyle=e.stroke(i,t),f.lineWidth=1.6*devicePixelRatio,f.beginPath();let p=!1;m.forEach((y,R)=>{if(y===null||_[R]===null){p=!1;return}let w=a(y,i.scales.x,d,c),C=l(_[R],S,u,h);f[p?"lineTo":"moveTo"](w,C),p=!0}),f.stroke(),f.restore()}),null}function Go(i,t,e){let n=URL.createObjectURL(new Blob([t],{type:e}));K("a",{href:n,download:i}).click(),setTimeout(()=>URL.revokeObjectURL(n),1e3)}var dl=i=>i.toLowerCase().replace(/[^a-z0-9]+/g,""),om=/(measured|actual|position|feedback|is)$/;function hy(i){let t=i.filter(s=>s.commanded),e=i.filter(s=>!s.commanded&&s.index!==void 0&&s.pose===void 0&&s.force===void 0),n=s=>dl(s.replace(/\.[^.]*$/,""));return t.flatMap(s=>{let r=dl(s.name),o=/\d+$/.exec(s.name)?.[0],a=e.filter(c=>c.unit===s.unit),l=a.find(c=>n(c.name)===r||dl(c.name).replace(om,"")===r)??a.find(c=>dl(c.name).startsWith(`measured${r}`)||n(c.name).startsWith(r))??(o&&a.find(c=>om.test(c.name.replace(/\d+$/,""))&&/\d+$/.exec(c.name)?.[0]===o));return l?[[s,l]]:[]})}var uy=4,fl=class{constructor(t,e){this.name=t,this.onchange=e,this.list=[],this.target=null,this.offers=K("div",{class:"offers"}),this.none=K("p",{class:"none"},"Tick a signal, and its chart is here. ","Several share a chart: press ",K("b",{},"overlay")," on it first."),this.root=K("div",{class:"strips"},this.offers,this.none)}about(t,e,n){this.clear(),this.values=t,this.history=e,this.seek=n;let s=t.filter(l=>/(^|[./])energy\.(kinetic|potential|total)$/.test(l.name)),r=hy(t).slice(0,8),o=t.filter(l=>!l.commanded&&l.pose===void 0&&l.force===void 0&&!/[.[]/.test(l.name)&&!r.some(c=>c.includes(l))),a=[[s.length>1?"energy":"",s],...r.map(([l,c])=>[`${l.name}: commanded and measured`,[l,c]]),...o.slice(0,Math.max(0,uy-r.length)).map(l=>[l.name,[l]])];this.offers.replaceChildren(...a.filter(([l])=>l).map(([l,c])=>K("button",{type:"button",onclick:()=>this.add(c)},l)))}clear(){this.list.splice(0).forEach(t=>{t.remove(),t.box.remove()}),this.target=null,this.none.hidden=!1}has(t){return this.list.some(e=>e.values.includes(t))}tick(t){this.target&&!this.target.values.includes(t)?(this.history.want?.([t]),this.target.setValues([...this.target.values,t]),this.describe(this.target),this.onchange()):this.has(t)||this.add([t])}untick(t){for(let e of this.list.filter(n=>n.values.includes(t)))this.leave(e,t)}leave(t,e){let n=t.values.filter(s=>s!==e);n.length?(t.setValues(n),this.describe(t),this.onchange()):this.drop(t)}drop(t){t.remove(),t.box.remove(),this.list.splice(this.list.indexOf(t),1),this.target=this.target===t?null:this.target,this.none.hidden=this.list.length>0,this.onchange()}add(t,e="time"){this.history.want?.(t);let n=K("div",{class:"plot",title:"drag to look at a part; a double click shows the whole"}),s=K("div",{class:"chips"}),r=(c,h,d={})=>K("button",{type:"button",onclick:h,...d},c),o=K("div",{class:"strip"},s,n);this.root.append(o);let a=new ul(n,t,this.history,{kind:e,seek:this.seek,oncursor:c=>this.tell(a,c)}),l=r("hold",()=>{a.paused=!a.paused,l.textContent=a.paused?"go on":"hold"});return a.kinds=K("select",{"aria-label":"kind of chart",onchange:()=>this.turn(a,a.kinds.value)},...Object.entries(rm).map(([c,h])=>K("option",{value:c},h))),a.over=r("overlay",()=>this.choose(this.target===a?null:a),{"aria-pressed":"false",title:"what is ticked next joins this chart"}),o.append(K("div",{class:"tools"},a.kinds,a.over,...this.seek?[]:[l],r("nearer",()=>a.nearer()),r("whole",()=>a.whole()),r("CSV",()=>Go(`${this.name}-${t[0].name}.csv`,a.csv(),"text/csv")),r("×",()=>this.drop(a),{"aria-label":"take this chart away"}))),a.box=o,a.chips=s,this.list.push(a),this.none.hidden=!0,this.describe(a),this.onchange(),a}choose(t){this.target=t,this.list.forEach(e=>{e.over.setAttribute("aria-pressed",String(e===t)),e.box.classList.toggle("chosen",e===t)})}turn(t,e){if(e==="xy"&&t.values.length<2){t.kinds.value=t.kind,t.chips.append(K("small",{class:"hint"},"x–y needs a second signal: press overlay and tick it"));return}t.setKind(e),this.describe(t),this.onchange()}describe(t){t.kind==="xy"&&t.values.length<2&&t.setKind("time"),t.kinds.value=t.kind,t.texted=t.values.map(()=>K("output",{class:"value"})),t.chips.replaceChildren(...t.values.map((e,n)=>{let s=K("i",{class:"swatch","aria-hidden":"true"});return s.style.background=Ho(n),K("span",{class:"chip"},s,`${e.name} `,t.texted[n],K("button",{type:"button",class:"bare","aria-label":`take ${e.name} away`,onclick:()=>this.leave(t,e)},"×"))})),this.tell(t,null)}tell(t,e){if(!t?.texted)return;let n=t.kind==="time"||t.kind==="rate"?t.time[e]:void 0;t.texts(e).forEach((s,r)=>t.texted[r].textContent=s),t.box.dataset.at=n===void 0?"":`t ${n}`}repaint(){this.list.forEach(t=>{t.repaint(),this.describe(t)})}};var pl=(i,t,e)=>e.pose!==void 0?i.poses[e.pose]:e.force!==void 0?i.forces[e.force]:i[t][e.index],rr=i=>Number.isFinite(i)?i:null,ml=class{constructor(){this.clear()}clear(){this.frames=[],this.past=null}add(t){let e=this.frames.at(-1);if(e&&t.time===e.time)return;e&&t.time<e.time&&this.clear(),this.frames.push(t);let n=8*(3*t.values.length+t.poses.length+t.forces.length)+64,s=Math.min(7200,Math.max(300,Math.floor(48e6/n)));this.frames.length>s&&this.frames.splice(0,Math.ceil(s/10))}before(t){let e=0;t.time.forEach((n,s)=>e=s>0&&n<=t.time[s-1]?s:e),this.past={n:t.n,time:t.time.subarray(e),rows:t.rows.subarray(2*e*t.n)}}columns(t){let e=[],n=t.map(()=>[]),s=t.map(()=>[]),r=this.frames[0]?.time??1/0,o=this.past;for(let a=0;a<(o?.time.length??0)&&o.time[a]<r;a++)e.push(o.time[a]),t.forEach((l,c)=>{let h=2*a*o.n+l.index,d=l.pose===void 0&&l.force===void 0;n[c].push(d?rr(o.rows[h]):null),s[c].push(d?rr(o.rows[h+o.n]):null)});for(let a of this.frames)e.push(a.time),t.forEach((l,c)=>{n[c].push(rr(pl(a,"least",l))),s[c].push(rr(pl(a,"most",l)))});return{time:e,least:n,most:s}}},gl=class{constructor(t,e){this.name=t,this.link=e,this.wanted=new Map,this.errors=new Map,this.time=[],this.rows=0}about(t,e,n){this.every=Math.max(1,Math.ceil((Math.floor(t.playback.last_step/t.playback.every)+1)/2e3)),this.seconds=t.dt*t.playback.every*this.every,this.words=[7*e,6*n],this.asked=!1,this.time=[],this.wanted.clear(),this.errors.clear()}columnOf(t){return t.pose!==void 0?t.pose:t.force!==void 0?this.words[0]+t.force:this.words[0]+this.words[1]+t.index}want(t){for(let e of t){let n=this.columnOf(e);this.wanted.has(n)||this.wanted.set(n,{next:0,least:[],most:[]})}this.pump()}status(t){this.rows=t.rows,this.measured=!!t.error,this.whole=t.state!=="computing",this.pump()}askErrors(){let t=[...this.wanted.keys()].filter(e=>!this.errors.has(e)).slice(0,16);this.measured&&t.length&&(t.forEach(e=>this.errors.set(e,null)),this.link.send(`errors ${this.name} ${t.length} ${t.join(" ")}`),this.askErrors())}takeErrors(t){this.errorTime=t.time,t.columns.forEach((e,n)=>this.errors.set(e,t.values[n].map(rr)))}errorsOf(t){let e=this.errors.get(this.columnOf(t)),n=0;return e&&this.time.map(s=>{for(;n+1<this.errorTime.length&&this.errorTime[n+1]<=s;)n++;let r=e[n+1]??e[n];return n+1>=this.errorTime.length&&s>this.errorTime[n]+this.reach()||e[n]===null||r===null?null:Math.max(e[n],r)})}reach(){return this.errorTime.length>1?this.errorTime[1]-this.errorTime[0]:1/0}pump(){this.askErrors();let t=Math.min(1/0,...[...this.wanted.values()].map(s=>s.next)),e=this.whole?t<this.rows:t+this.every<=this.rows;if(this.asked||!e)return;let n=[...this.wanted].filter(([,s])=>s.next===t).map(([s])=>s).slice(0,16);this.asked=!0,this.link.send(`series ${this.name} ${t} ${this.every} ${n.length} ${n.join(" ")}`)}take(t){this.asked=!1;let e=t.from/t.every;return t.time.forEach((n,s)=>{let r=this.time[e+s-1];this.time[e+s]=r!==void 0&&n<=r?r+this.seconds:n}),t.columns.forEach((n,s)=>{let r=this.wanted.get(n);r?.next===t.from&&(r.least.push(...t.least[s].map(rr)),r.most.push(...t.largest[s].map(rr)),r.next=t.next)}),t.next>t.from&&this.pump(),t.time.length>0}columns(t){let e=t.map(r=>this.wanted.get(this.columnOf(r))??{least:[],most:[]}),n=Math.min(...e.map(r=>r.least.length),this.time.length),s=t.map(r=>this.errorsOf(r)?.slice(0,n)??null);return{time:this.time.slice(0,n),off:s,least:e.map(r=>r.least.slice(0,n)),most:e.map(r=>r.most.slice(0,n))}}timeOfRow(t){let e=Math.floor(t/this.every);return this.time[e]}rowOfTime(t){let e=0,n=this.time.length-1;for(;e<n;){let r=e+n+1>>1;this.time[r]<=t?e=r:n=r-1}let s=this.time.length?Math.min(Math.max((t-this.time[e])/this.seconds,0),1):0;return Math.round((e+s)*this.every)}};var am={ArrowUp:"throttle",KeyW:"throttle",ArrowDown:"brake",KeyS:"brake",Space:"brake",ArrowLeft:"left",KeyA:"left",ArrowRight:"right",KeyD:"right"},dy=3,fy=6,py=2,my=4,gy=.08,_y=8,xy=0,yy=6,vy=7,lm=(i,t,e)=>i+Math.min(Math.max(t-i,-e),e),cm=(i,t,e)=>Math.min(Math.max(i,t),e),by=i=>1/(1+(i/_y)**2),_l=class{constructor(){this.held=new Set,this.touch={throttle:0,brake:0,steering:0},this.reset()}reset(){this.held.clear(),Object.assign(this,{throttle:0,brake:0,steering:0}),this.touch={throttle:0,brake:0,steering:0}}key(t,e){let n=am[t];return n&&this.held[e?"add":"delete"](t),n!==void 0}holds(t){return[...this.held].some(e=>am[e]===t)}gamepad(){return[...navigator.getGamepads?.()??[]].filter(e=>e?.connected).map(e=>{let n=e.axes[xy]??0,s=r=>e.buttons[r]?.value??0;return{steering:Math.abs(n)>gy?-n:0,throttle:s(vy),brake:s(yy)}}).find(e=>e.steering||e.throttle||e.brake)}step(t,e){let n=by(Math.abs(e)),s=this.gamepad();for(let c of["throttle","brake"]){let h=Math.max(this.holds(c)?1:0,this.touch[c]);this[c]=Math.max(lm(this[c],h,(h>this[c]?dy:fy)*t),s?.[c]??0)}let r=(this.holds("left")?1:0)-(this.holds("right")?1:0),o=s?.steering||this.touch.steering,a=n*cm(o||r,-1,1),l=Math.abs(a)<Math.abs(this.steering)||a*this.steering<0;this.steering=o?a:lm(this.steering,a,(l?my:py)*n*t),this.steering=cm(this.steering,-n,n)}};var Sy=40,My=1e3,wy=.3,Ey=2,Ty={"m/s":1,"km/h":1/3.6,mph:.44704,kn:1852/3600,"ft/s":.3048},Ay={deg:1,rad:180/Math.PI,"":180/Math.PI},hm=[[1,"D"],[0,"N"],[-1,"R"]],Ry=["throttle","steering"],Dn="",qi="person",Is="autopilot",Wo=(i,t,...e)=>{let n=document.createElementNS("http://www.w3.org/2000/svg",i);return Object.entries(t).forEach(([s,r])=>n.setAttribute(s,r)),n.append(...e),n},xl=class{constructor({ask:t,tell:e,onchange:n,oncover:s}){Object.assign(this,{ask:t,tell:e,onchange:n,oncover:s,mode:Dn,may:!1,controls:new _l,sent:new Map}),this.build(),this.listen()}build(){let t=(s,r,o)=>K("button",{type:"button",title:r,"aria-pressed":"false",onclick:o},s);this.person=t("drive","take the wheel: arrows or WASD, space brakes, X changes the gear, escape leaves; or a gamepad",()=>this.set(this.mode===qi?Dn:qi)),this.driver=t("autopilot","let the driver of the model drive",()=>this.set(this.mode===Is?Dn:Is)),this.buttons=K("span",{class:"group",hidden:""},this.person,this.driver),this.speed=K("output",{class:"speed"}),this.unit=K("span",{class:"dim"}),this.motor=K("span",{class:"dim motor"}),this.who=K("span",{class:"dim who"}),this.rim=Wo("g",{},Wo("circle",{r:40}),Wo("path",{d:"M-38,4 L38,4 M0,6 L0,38"}),Wo("path",{class:"top",d:"M-9,-39 L9,-39"}));let e=Wo("svg",{viewBox:"-48 -48 96 96",class:"wheel","aria-hidden":"true"},this.rim);this.bars=Object.fromEntries(["brake","throttle"].map(s=>[s,K("i",{})]));let n=s=>K("span",{class:`pedal ${s}`,title:s},this.bars[s],K("b",{},s));this.gears=K("span",{class:"gears"},...hm.map(([s,r])=>K("button",{type:"button","aria-pressed":"false",title:"gear (X)",onclick:()=>this.shift(s)},r))),this.board=K("div",{class:"board",hidden:"",role:"group","aria-label":"dashboard"},n("brake"),n("throttle"),K("span",{class:"clock"},this.speed,this.unit,this.motor),e,this.gears,this.who),this.pads=K("div",{class:"pads",hidden:""},this.pad("steer","steer"),this.pad("brake","brake"),this.pad("throttle","throttle")),this.root=K("div",{class:"driving"},this.pads,this.board)}pad(t,e){let n=K("div",{class:`pad ${t}`,"aria-hidden":"true"},e),s=o=>{let a=n.getBoundingClientRect();t==="steer"?this.controls.touch.steering=Math.min(Math.max(2*(a.left+a.width/2-o.clientX)/(.8*a.width),-1),1):this.controls.touch[t]=Math.min(Math.max(.25+.9*(a.bottom-o.clientY)/a.height,0),1)},r=()=>{this.controls.touch[t==="steer"?"steering":t]=0};return n.addEventListener("pointerdown",o=>{n.setPointerCapture(o.pointerId),s(o),o.preventDefault()}),n.addEventListener("pointermove",o=>n.hasPointerCapture(o.pointerId)&&s(o)),["pointerup","pointercancel","lostpointercapture"].forEach(o=>n.addEventListener(o,r)),n}listen(){let t=(e,n)=>{let s=["INPUT","SELECT","TEXTAREA"].includes(e.target.tagName)&&e.target.type!=="checkbox";if(!(this.mode!==qi||s||e.ctrlKey||e.metaKey||e.altKey||document.querySelector("dialog[open]"))){if(n&&e.code==="Escape")this.set(Dn);else if(n&&e.code==="KeyX"&&!e.repeat)this.shift(this.gear===1?-1:1);else if(!this.controls.key(e.code,n))return;e.preventDefault(),e.stopImmediatePropagation()}};this.listeners=[[window,"keydown",e=>t(e,!0)],[window,"keyup",e=>t(e,!1)],[window,"blur",()=>this.controls.reset()],[document,"visibilitychange",()=>document.hidden&&this.set(Dn)]],this.listeners.forEach(([e,n,s])=>e.addEventListener(n,s,{capture:!0}))}about(t){let e=s=>t.find(r=>r.commanded&&r.name===s&&r.index!==void 0),n=s=>t.find(r=>!r.commanded&&r.name===s&&r.index!==void 0);this.of=Object.fromEntries(["throttle","brake","steering","gear",qi,Is].map(s=>[s,e(s)])),this.shown={speed:n("speed"),motor:n("motor"),wheel:n("steering_wheel")??this.of.steering},this.can=Ry.every(s=>this.of[s]),this.gear=void 0,this.set(Dn),this.mayControl(this.may)}mayControl(t){this.may=t,this.buttons.hidden=!this.can||!t,this.driver.hidden=!this.of?.[Is],this.gears.hidden=!this.of?.gear,this.board.hidden=!this.can,t||this.set(Dn)}set(t){if(t!==Dn&&(!this.can||!this.may))return;let e=this.mode;this.mode=t,this.controls.reset(),this.person.setAttribute("aria-pressed",String(t===qi)),this.driver.setAttribute("aria-pressed",String(t===Is)),this.pads.hidden=t!==qi,t!==Dn&&e===Dn?(this.at=performance.now(),this.timer=setInterval(()=>this.step(),Sy),document.activeElement?.blur()):t===Dn&&e!==Dn&&(clearInterval(this.timer),this.sent.clear(),this.ask("drive")),t!==e&&this.onchange(t)}shift(t){this.of?.gear&&this.mode===qi&&(this.gear=t)}valueOf(t){return t&&this.last?this.last.values[t.index]:void 0}metres(){let t=this.shown.speed;return(this.valueOf(t)??0)*(Ty[t?.unit]??1)}frame(t){this.last=t}step(t=performance.now()){let e=Math.min((t-this.at)/1e3,.2);this.at=t,this.controls.step(e,this.metres());for(let[n,s]of this.sent)t-s>My&&this.sent.delete(n);this.sent.size<Ey&&this.sent.set(this.ask(`drive ${this.line()}`),t)}line(){if(this.mode===Is)return`${Is}=1`;let t=this.controls,e=(a,l=a?.maximum)=>Number.isFinite(l)?l:1,{throttle:n,brake:s,steering:r}=this.of,o={throttle:t.throttle*e(n),brake:t.brake*e(s),steering:t.steering*(t.steering>=0?e(r):e(r,-r.minimum)),person:1,...this.gear===void 0?{}:{gear:this.gear}};return Object.entries(o).filter(([a])=>this.of[a]).map(([a,l])=>`${a}=${Number(l.toPrecision(6))}`).join(" ")}answer(t,e){return t.by!==e||!/^drive( |$)/.test(t.line)?!1:(this.sent.delete(t.request),!t.answer.startsWith("ok")&&this.mode!==Dn?(this.refused=(this.refused??0)+1,this.tell(`driving was refused: ${t.answer.replace(/^error /,"")}`),this.refused>10&&this.set(Dn)):this.refused&&(this.refused=0,this.tell("")),!0)}draw(){if(!this.can||!this.last)return;this.measure();let t=this.valueOf(this.shown.speed),e=(l,c)=>l.textContent!==c&&(l.textContent=c);e(this.speed,t===void 0?"":String(Math.abs(Math.round(t)))),e(this.unit,this.shown.speed?.unit??"");let n=this.valueOf(this.shown.motor);e(this.motor,n===void 0?"":`${Math.round(Math.abs(n))} ${this.shown.motor.unit}`);for(let[l,c]of Object.entries(this.bars)){let h=this.of[l];c.style.height=`${h?100*Math.min(Math.max(this.valueOf(h)/(h.maximum||1),0),1):0}%`}let s=this.valueOf(this.shown.wheel)*(Ay[this.shown.wheel.unit]??1);this.rim.setAttribute("transform",`rotate(${Number((-s).toFixed(1))})`);let r=this.valueOf(this.of.gear);[...this.gears.children].forEach((l,c)=>{l.setAttribute("aria-pressed",String(hm[c][0]===r)),l.disabled=this.mode!==qi});let o=this.valueOf(this.of[qi])??0,a=(this.valueOf(this.of[Is])??0)*(1-o);e(this.who,this.mode===qi?"you drive":o>.5?"somebody drives":a>.5?"its driver drives":"nobody drives")}measure(){let t=`${this.mode} ${this.root.clientHeight} ${this.root.clientWidth}`;t!==this.measured&&(this.measured=t,this.oncover(this.mode===Dn?0:this.board.clientHeight+wy*this.pads.clientHeight))}remove(){this.set(Dn),this.listeners.forEach(([t,e,n])=>t.removeEventListener(e,n,{capture:!0}))}};var Cy=30,yl=class{constructor(t,e){this.canvas=t,this.name=e}get runs(){return this.recorder?.state==="recording"}toggle(t){if(this.runs)return this.recorder.stop(),!1;let e=[];return this.recorder=new MediaRecorder(this.canvas.captureStream(Cy),{mimeType:"video/webm"}),this.recorder.addEventListener("dataavailable",n=>e.push(n.data)),this.recorder.addEventListener("stop",()=>{Go(`${this.name}.webm`,new Blob(e,{type:"video/webm"}),"video/webm"),t()}),this.recorder.start(1e3),!0}};var qs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Ys={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Wm=0,nd=1,Xm=2;var ur=1,qm=2,mo=3,$s=0,$n=1,xi=2,dr=0,go=1,id=2,sd=3,rd=4,Ym=5;var fr=100,$m=101,Zm=102,Km=103,Jm=104,jm=200,Qm=201,tg=202,eg=203,od=204,ad=205,ng=206,ig=207,sg=208,rg=209,og=210,ag=211,lg=212,cg=213,hg=214,ql=0,Yl=1,$l=2,so=3,Zl=4,Kl=5,Jl=6,jl=7,Mc=0,ug=1,dg=2,Qi=0,ld=1,cd=2,hd=3,ud=4,dd=5,fd=6,pd=7;var md=300,pr=301,_o=302,wc=303,Ec=304,Ql=1e3,$i=1001,tc=1002,Cn=1003,fg=1004;var Ra=1005;var qn=1006,Tc=1007;var vs=1008;var Kn=1009,gd=1010,_d=1011,xo=1012,Ac=1013,Li=1014,yi=1015,Di=1016,Rc=1017,Cc=1018,mr=1020,xd=35902,yd=35899,vd=1021,bd=1022,Ni=1023,ms=1026,bs=1027,Pc=1028,Ic=1029,Zs=1030,Lc=1031;var Dc=1033,Ca=33776,Pa=33777,Ia=33778,La=33779,Nc=35840,Uc=35841,Oc=35842,Fc=35843,Bc=36196,kc=37492,zc=37496,Vc=37488,Hc=37489,Da=37490,Gc=37491,Wc=37808,Xc=37809,qc=37810,Yc=37811,$c=37812,Zc=37813,Kc=37814,Jc=37815,jc=37816,Qc=37817,th=37818,eh=37819,nh=37820,ih=37821,sh=36492,rh=36494,oh=36495,ah=36283,lh=36284,Na=36285,ch=36286;var ea=2300,ec=2301,Wl=2302,$u=2303,Zu=2400,Ku=2401,Ju=2402;var pg=3200;var hh=0,mg=1,Ss="",On="srgb",na="srgb-linear",ia="linear",Ae="srgb";var Xl=7680;var gg=519,_g=512,xg=513,yg=514,Sd=515,vg=516,bg=517,Md=518,wd=519,Sg=35044;var Ed="300 es",_i=2e3,ro=2001;function Py(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Iy(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function sa(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Mg(){let i=sa("canvas");return i.style.display="block",i}var um={},oo=null;function Td(...i){let t="THREE."+i.shift();oo?oo("log",t,...i):console.log(t,...i)}function wg(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function qt(...i){i=wg(i);let t="THREE."+i.shift();if(oo)oo("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function jt(...i){i=wg(i);let t="THREE."+i.shift();if(oo)oo("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function jo(...i){let t=i.join(" ");t in um||(um[t]=!0,qt(...i))}function Eg(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Tg={[ql]:ql,[$l]:Jl,[Zl]:Zl,[so]:Kl,[Yl]:Yl,[Jl]:$l,[jl]:jl,[Kl]:so},Ii=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Nn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],dm=1234567,Qo=Math.PI/180,ao=180/Math.PI;function yo(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Nn[i&255]+Nn[i>>8&255]+Nn[i>>16&255]+Nn[i>>24&255]+"-"+Nn[t&255]+Nn[t>>8&255]+"-"+Nn[t>>16&15|64]+Nn[t>>24&255]+"-"+Nn[e&63|128]+Nn[e>>8&255]+"-"+Nn[e>>16&255]+Nn[e>>24&255]+Nn[n&255]+Nn[n>>8&255]+Nn[n>>16&255]+Nn[n>>24&255]).toLowerCase()}function pe(i,t,e){return Math.max(t,Math.min(e,i))}function Ad(i,t){return(i%t+t)%t}function Ly(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function Dy(i,t,e){return i!==t?(e-i)/(t-i):0}function ta(i,t,e){return(1-e)*i+e*t}function Ny(i,t,e,n){return ta(i,t,1-Math.exp(-e*n))}function Uy(i,t=1){return t-Math.abs(Ad(i,t*2)-t)}function Oy(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function Fy(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function By(i,t){return i+Math.floor(Math.random()*(t-i+1))}function ky(i,t){return i+Math.random()*(t-i)}function zy(i){return i*(.5-Math.random())}function Vy(i){i!==void 0&&(dm=i);let t=dm+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Hy(i){return i*Qo}function Gy(i){return i*ao}function Wy(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function Xy(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Rd(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function qy(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),d=r((t-n)/2),u=o((t-n)/2),m=r((n-t)/2),_=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*d,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*d,a*c);break;case"ZXZ":i.set(l*d,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*_,l*m,a*c);break;case"YXY":i.set(l*m,a*h,l*_,a*c);break;case"ZYZ":i.set(l*_,l*m,a*h,a*c);break;default:qt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Cd(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Ag(i,t){if(t.constructor===Float32Array)return i;let e=Cd(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function Rg(i,t){if(t.constructor===Float32Array)return i;let e=Cd(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var Ua={DEG2RAD:Qo,RAD2DEG:ao,generateUUID:yo,clamp:pe,euclideanModulo:Ad,mapLinear:Ly,inverseLerp:Dy,lerp:ta,damp:Ny,pingpong:Uy,smoothstep:Oy,smootherstep:Fy,randInt:By,randFloat:ky,randFloatSpread:zy,seededRandom:Vy,degToRad:Hy,radToDeg:Gy,isPowerOfTwo:Wy,ceilPowerOfTwo:Xy,floorPowerOfTwo:Rd,setQuaternionFromProperEuler:qy,normalize:Rg,denormalize:Ag},$t=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},yn=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],d=n[s+3],u=r[o+0],m=r[o+1],_=r[o+2],S=r[o+3];if(d!==S||l!==u||c!==m||h!==_){let f=l*u+c*m+h*_+d*S;f<0&&(u=-u,m=-m,_=-_,S=-S,f=-f);let p=1-a;if(f<.9995){let y=Math.acos(f),R=Math.sin(y);p=Math.sin(p*y)/R,a=Math.sin(a*y)/R,l=l*p+u*a,c=c*p+m*a,h=h*p+_*a,d=d*p+S*a}else{l=l*p+u*a,c=c*p+m*a,h=h*p+_*a,d=d*p+S*a;let y=1/Math.sqrt(l*l+c*c+h*h+d*d);l*=y,c*=y,h*=y,d*=y}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=d}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],d=r[o],u=r[o+1],m=r[o+2],_=r[o+3];return t[e]=a*_+h*d+l*m-c*u,t[e+1]=l*_+h*u+c*d-a*m,t[e+2]=c*_+h*m+a*u-l*d,t[e+3]=h*_-a*d-l*u-c*m,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),d=a(r/2),u=l(n/2),m=l(s/2),_=l(r/2);switch(o){case"XYZ":this._x=u*h*d+c*m*_,this._y=c*m*d-u*h*_,this._z=c*h*_+u*m*d,this._w=c*h*d-u*m*_;break;case"YXZ":this._x=u*h*d+c*m*_,this._y=c*m*d-u*h*_,this._z=c*h*_-u*m*d,this._w=c*h*d+u*m*_;break;case"ZXY":this._x=u*h*d-c*m*_,this._y=c*m*d+u*h*_,this._z=c*h*_+u*m*d,this._w=c*h*d-u*m*_;break;case"ZYX":this._x=u*h*d-c*m*_,this._y=c*m*d+u*h*_,this._z=c*h*_-u*m*d,this._w=c*h*d+u*m*_;break;case"YZX":this._x=u*h*d+c*m*_,this._y=c*m*d+u*h*_,this._z=c*h*_-u*m*d,this._w=c*h*d-u*m*_;break;case"XZY":this._x=u*h*d-c*m*_,this._y=c*m*d-u*h*_,this._z=c*h*_+u*m*d,this._w=c*h*d+u*m*_;break;default:qt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],d=e[10],u=n+a+d;if(u>0){let m=.5/Math.sqrt(u+1);this._w=.25/m,this._x=(h-l)*m,this._y=(r-c)*m,this._z=(o-s)*m}else if(n>a&&n>d){let m=2*Math.sqrt(1+n-a-d);this._w=(h-l)/m,this._x=.25*m,this._y=(s+o)/m,this._z=(r+c)/m}else if(a>d){let m=2*Math.sqrt(1+a-n-d);this._w=(r-c)/m,this._x=(s+o)/m,this._y=.25*m,this._z=(l+h)/m}else{let m=2*Math.sqrt(1+d-n-a);this._w=(o-s)/m,this._x=(r+c)/m,this._y=(l+h)/m,this._z=.25*m}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(pe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},B=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(fm.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(fm.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),d=2*(r*n-o*e);return this.x=e+l*c+o*d-a*h,this.y=n+l*h+a*c-r*d,this.z=s+l*d+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this.z=pe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this.z=pe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Tu.copy(this).projectOnVector(t),this.sub(Tu)}reflect(t){return this.sub(Tu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Tu=new B,fm=new yn,te=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],d=n[7],u=n[2],m=n[5],_=n[8],S=s[0],f=s[3],p=s[6],y=s[1],R=s[4],w=s[7],C=s[2],T=s[5],x=s[8];return r[0]=o*S+a*y+l*C,r[3]=o*f+a*R+l*T,r[6]=o*p+a*w+l*x,r[1]=c*S+h*y+d*C,r[4]=c*f+h*R+d*T,r[7]=c*p+h*w+d*x,r[2]=u*S+m*y+_*C,r[5]=u*f+m*R+_*T,r[8]=u*p+m*w+_*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],d=h*o-a*c,u=a*l-h*r,m=c*r-o*l,_=e*d+n*u+s*m;if(_===0)return this.set(0,0,0,0,0,0,0,0,0);let S=1/_;return t[0]=d*S,t[1]=(s*c-h*n)*S,t[2]=(a*n-s*o)*S,t[3]=u*S,t[4]=(h*e-s*l)*S,t[5]=(s*r-a*e)*S,t[6]=m*S,t[7]=(n*l-c*e)*S,t[8]=(o*e-n*r)*S,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return jo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Au.makeScale(t,e)),this}rotate(t){return jo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Au.makeRotation(-t)),this}translate(t,e){return jo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Au.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Au=new te,pm=new te().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),mm=new te().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Yy(){let i={enabled:!0,workingColorSpace:na,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ae&&(s.r=ps(s.r),s.g=ps(s.g),s.b=ps(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ae&&(s.r=io(s.r),s.g=io(s.g),s.b=io(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ss?ia:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[na]:{primaries:t,whitePoint:n,transfer:ia,toXYZ:pm,fromXYZ:mm,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:On},outputColorSpaceConfig:{drawingBufferColorSpace:On}},[On]:{primaries:t,whitePoint:n,transfer:Ae,toXYZ:pm,fromXYZ:mm,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:On}}}),i}var xe=Yy();function ps(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function io(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Gr,nc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Gr===void 0&&(Gr=sa("canvas")),Gr.width=t.width,Gr.height=t.height;let s=Gr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Gr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=sa("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ps(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ps(e[n]/255)*255):e[n]=ps(e[n]);return{data:e,width:t.width,height:t.height}}else return qt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},$y=0,lo=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:$y++}),this.uuid=yo(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Ru(s[o].image)):r.push(Ru(s[o]))}else r=Ru(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Ru(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?nc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(qt("Texture: Unable to serialize Texture."),{})}var Zy=0,Cu=new B,Zn=class i extends Ii{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=$i,s=$i,r=qn,o=vs,a=Ni,l=Kn,c=i.DEFAULT_ANISOTROPY,h=Ss){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Zy++}),this.uuid=yo(),this.name="",this.source=new lo(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new $t(0,0),this.repeat=new $t(1,1),this.center=new $t(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new te,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Cu).x}get height(){return this.source.getSize(Cu).y}get depth(){return this.source.getSize(Cu).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){qt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){qt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==md)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ql:t.x=t.x-Math.floor(t.x);break;case $i:t.x=t.x<0?0:1;break;case tc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ql:t.y=t.y-Math.floor(t.y);break;case $i:t.y=t.y<0?0:1;break;case tc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Zn.DEFAULT_IMAGE=null;Zn.DEFAULT_MAPPING=md;Zn.DEFAULT_ANISOTROPY=1;var qe=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],d=l[8],u=l[1],m=l[5],_=l[9],S=l[2],f=l[6],p=l[10];if(Math.abs(h-u)<.01&&Math.abs(d-S)<.01&&Math.abs(_-f)<.01){if(Math.abs(h+u)<.1&&Math.abs(d+S)<.1&&Math.abs(_+f)<.1&&Math.abs(c+m+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let R=(c+1)/2,w=(m+1)/2,C=(p+1)/2,T=(h+u)/4,x=(d+S)/4,E=(_+f)/4;return R>w&&R>C?R<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(R),s=T/n,r=x/n):w>C?w<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(w),n=T/s,r=E/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=x/r,s=E/r),this.set(n,s,r,e),this}let y=Math.sqrt((f-_)*(f-_)+(d-S)*(d-S)+(u-h)*(u-h));return Math.abs(y)<.001&&(y=1),this.x=(f-_)/y,this.y=(d-S)/y,this.z=(u-h)/y,this.w=Math.acos((c+m+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this.z=pe(this.z,t.z,e.z),this.w=pe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this.z=pe(this.z,t,e),this.w=pe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},ic=class extends Ii{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:qn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new qe(0,0,t,e),this.scissorTest=!1,this.viewport=new qe(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Zn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:qn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new lo(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},ai=class extends ic{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},ra=class extends Zn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Cn,this.minFilter=Cn,this.wrapR=$i,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var sc=class extends Zn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Cn,this.minFilter=Cn,this.wrapR=$i,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var ce=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,d,u,m,_,S,f){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,d,u,m,_,S,f)}set(t,e,n,s,r,o,a,l,c,h,d,u,m,_,S,f){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=d,p[14]=u,p[3]=m,p[7]=_,p[11]=S,p[15]=f,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Wr.setFromMatrixColumn(t,0).length(),r=1/Wr.setFromMatrixColumn(t,1).length(),o=1/Wr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),d=Math.sin(r);if(t.order==="XYZ"){let u=o*h,m=o*d,_=a*h,S=a*d;e[0]=l*h,e[4]=-l*d,e[8]=c,e[1]=m+_*c,e[5]=u-S*c,e[9]=-a*l,e[2]=S-u*c,e[6]=_+m*c,e[10]=o*l}else if(t.order==="YXZ"){let u=l*h,m=l*d,_=c*h,S=c*d;e[0]=u+S*a,e[4]=_*a-m,e[8]=o*c,e[1]=o*d,e[5]=o*h,e[9]=-a,e[2]=m*a-_,e[6]=S+u*a,e[10]=o*l}else if(t.order==="ZXY"){let u=l*h,m=l*d,_=c*h,S=c*d;e[0]=u-S*a,e[4]=-o*d,e[8]=_+m*a,e[1]=m+_*a,e[5]=o*h,e[9]=S-u*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let u=o*h,m=o*d,_=a*h,S=a*d;e[0]=l*h,e[4]=_*c-m,e[8]=u*c+S,e[1]=l*d,e[5]=S*c+u,e[9]=m*c-_,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let u=o*l,m=o*c,_=a*l,S=a*c;e[0]=l*h,e[4]=S-u*d,e[8]=_*d+m,e[1]=d,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=m*d+_,e[10]=u-S*d}else if(t.order==="XZY"){let u=o*l,m=o*c,_=a*l,S=a*c;e[0]=l*h,e[4]=-d,e[8]=c*h,e[1]=u*d+S,e[5]=o*h,e[9]=m*d-_,e[2]=_*d-m,e[6]=a*h,e[10]=S*d+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Ky,t,Jy)}lookAt(t,e,n){let s=this.elements;return ri.subVectors(t,e),ri.lengthSq()===0&&(ri.z=1),ri.normalize(),Ls.crossVectors(n,ri),Ls.lengthSq()===0&&(Math.abs(n.z)===1?ri.x+=1e-4:ri.z+=1e-4,ri.normalize(),Ls.crossVectors(n,ri)),Ls.normalize(),vl.crossVectors(ri,Ls),s[0]=Ls.x,s[4]=vl.x,s[8]=ri.x,s[1]=Ls.y,s[5]=vl.y,s[9]=ri.y,s[2]=Ls.z,s[6]=vl.z,s[10]=ri.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],d=n[5],u=n[9],m=n[13],_=n[2],S=n[6],f=n[10],p=n[14],y=n[3],R=n[7],w=n[11],C=n[15],T=s[0],x=s[4],E=s[8],F=s[12],I=s[1],L=s[5],z=s[9],V=s[13],N=s[2],W=s[6],Y=s[10],G=s[14],ct=s[3],J=s[7],Q=s[11],st=s[15];return r[0]=o*T+a*I+l*N+c*ct,r[4]=o*x+a*L+l*W+c*J,r[8]=o*E+a*z+l*Y+c*Q,r[12]=o*F+a*V+l*G+c*st,r[1]=h*T+d*I+u*N+m*ct,r[5]=h*x+d*L+u*W+m*J,r[9]=h*E+d*z+u*Y+m*Q,r[13]=h*F+d*V+u*G+m*st,r[2]=_*T+S*I+f*N+p*ct,r[6]=_*x+S*L+f*W+p*J,r[10]=_*E+S*z+f*Y+p*Q,r[14]=_*F+S*V+f*G+p*st,r[3]=y*T+R*I+w*N+C*ct,r[7]=y*x+R*L+w*W+C*J,r[11]=y*E+R*z+w*Y+C*Q,r[15]=y*F+R*V+w*G+C*st,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],d=t[6],u=t[10],m=t[14],_=t[3],S=t[7],f=t[11],p=t[15],y=l*m-c*u,R=a*m-c*d,w=a*u-l*d,C=o*m-c*h,T=o*u-l*h,x=o*d-a*h;return e*(S*y-f*R+p*w)-n*(_*y-f*C+p*T)+s*(_*R-S*C+p*x)-r*(_*w-S*T+f*x)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],d=t[9],u=t[10],m=t[11],_=t[12],S=t[13],f=t[14],p=t[15],y=e*a-n*o,R=e*l-s*o,w=e*c-r*o,C=n*l-s*a,T=n*c-r*a,x=s*c-r*l,E=h*S-d*_,F=h*f-u*_,I=h*p-m*_,L=d*f-u*S,z=d*p-m*S,V=u*p-m*f,N=y*V-R*z+w*L+C*I-T*F+x*E;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/N;return t[0]=(a*V-l*z+c*L)*W,t[1]=(s*z-n*V-r*L)*W,t[2]=(S*x-f*T+p*C)*W,t[3]=(u*T-d*x-m*C)*W,t[4]=(l*I-o*V-c*F)*W,t[5]=(e*V-s*I+r*F)*W,t[6]=(f*w-_*x-p*R)*W,t[7]=(h*x-u*w+m*R)*W,t[8]=(o*z-a*I+c*E)*W,t[9]=(n*I-e*z-r*E)*W,t[10]=(_*T-S*w+p*y)*W,t[11]=(d*w-h*T-m*y)*W,t[12]=(a*F-o*L-l*E)*W,t[13]=(e*L-n*F+s*E)*W,t[14]=(S*R-_*C-f*y)*W,t[15]=(h*C-d*R+u*y)*W,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,d=a+a,u=r*c,m=r*h,_=r*d,S=o*h,f=o*d,p=a*d,y=l*c,R=l*h,w=l*d,C=n.x,T=n.y,x=n.z;return s[0]=(1-(S+p))*C,s[1]=(m+w)*C,s[2]=(_-R)*C,s[3]=0,s[4]=(m-w)*T,s[5]=(1-(u+p))*T,s[6]=(f+y)*T,s[7]=0,s[8]=(_+R)*x,s[9]=(f-y)*x,s[10]=(1-(u+S))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Wr.set(s[0],s[1],s[2]).length(),a=Wr.set(s[4],s[5],s[6]).length(),l=Wr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ai.copy(this);let c=1/o,h=1/a,d=1/l;return Ai.elements[0]*=c,Ai.elements[1]*=c,Ai.elements[2]*=c,Ai.elements[4]*=h,Ai.elements[5]*=h,Ai.elements[6]*=h,Ai.elements[8]*=d,Ai.elements[9]*=d,Ai.elements[10]*=d,e.setFromRotationMatrix(Ai),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=_i,l=!1){let c=this.elements,h=2*r/(e-t),d=2*r/(n-s),u=(e+t)/(e-t),m=(n+s)/(n-s),_,S;if(l)_=r/(o-r),S=o*r/(o-r);else if(a===_i)_=-(o+r)/(o-r),S=-2*o*r/(o-r);else if(a===ro)_=-o/(o-r),S=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=d,c[9]=m,c[13]=0,c[2]=0,c[6]=0,c[10]=_,c[14]=S,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=_i,l=!1){let c=this.elements,h=2/(e-t),d=2/(n-s),u=-(e+t)/(e-t),m=-(n+s)/(n-s),_,S;if(l)_=1/(o-r),S=o/(o-r);else if(a===_i)_=-2/(o-r),S=-(o+r)/(o-r);else if(a===ro)_=-1/(o-r),S=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=d,c[9]=0,c[13]=m,c[2]=0,c[6]=0,c[10]=_,c[14]=S,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Wr=new B,Ai=new ce,Ky=new B(0,0,0),Jy=new B(1,1,1),Ls=new B,vl=new B,ri=new B,gm=new ce,_m=new yn,gs=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],d=s[2],u=s[6],m=s[10];switch(e){case"XYZ":this._y=Math.asin(pe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,m),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-pe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,m),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(pe(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-d,m),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-pe(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(u,m),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(pe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(a,m));break;case"XZY":this._z=Math.asin(-pe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,m),this._y=0);break;default:qt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return gm.makeRotationFromQuaternion(t),this.setFromRotationMatrix(gm,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return _m.setFromEuler(this),this.setFromQuaternion(_m,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};gs.DEFAULT_ORDER="XYZ";var co=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},jy=0,xm=new B,Xr=new yn,cs=new ce,bl=new B,Xo=new B,Qy=new B,tv=new yn,ym=new B(1,0,0),vm=new B(0,1,0),bm=new B(0,0,1),Sm={type:"added"},ev={type:"removed"},qr={type:"childadded",child:null},Pu={type:"childremoved",child:null},Pn=class i extends Ii{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:jy++}),this.uuid=yo(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new B,e=new gs,n=new yn,s=new B(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new ce},normalMatrix:{value:new te}}),this.matrix=new ce,this.matrixWorld=new ce,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new co,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Xr.setFromAxisAngle(t,e),this.quaternion.multiply(Xr),this}rotateOnWorldAxis(t,e){return Xr.setFromAxisAngle(t,e),this.quaternion.premultiply(Xr),this}rotateX(t){return this.rotateOnAxis(ym,t)}rotateY(t){return this.rotateOnAxis(vm,t)}rotateZ(t){return this.rotateOnAxis(bm,t)}translateOnAxis(t,e){return xm.copy(t).applyQuaternion(this.quaternion),this.position.add(xm.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(ym,t)}translateY(t){return this.translateOnAxis(vm,t)}translateZ(t){return this.translateOnAxis(bm,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(cs.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?bl.copy(t):bl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Xo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?cs.lookAt(Xo,bl,this.up):cs.lookAt(bl,Xo,this.up),this.quaternion.setFromRotationMatrix(cs),s&&(cs.extractRotation(s.matrixWorld),Xr.setFromRotationMatrix(cs),this.quaternion.premultiply(Xr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(jt("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Sm),qr.child=t,this.dispatchEvent(qr),qr.child=null):jt("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(ev),Pu.child=t,this.dispatchEvent(Pu),Pu.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),cs.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),cs.multiply(t.parent.matrixWorld)),t.applyMatrix4(cs),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Sm),qr.child=t,this.dispatchEvent(qr),qr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Xo,t,Qy),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Xo,tv,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let d=l[c];r(t.shapes,d)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),d=o(t.shapes),u=o(t.skeletons),m=o(t.animations),_=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),d.length>0&&(n.shapes=d),u.length>0&&(n.skeletons=u),m.length>0&&(n.animations=m),_.length>0&&(n.nodes=_)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Pn.DEFAULT_UP=new B(0,1,0);Pn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Pn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Pi=class extends Pn{constructor(){super(),this.isGroup=!0,this.type="Group"}},nv={type:"move"},ho=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Pi,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Pi,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new B,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new B),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Pi,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new B,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new B,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let S of t.hand.values()){let f=e.getJointPose(S,n),p=this._getHandJoint(c,S);f!==null&&(p.matrix.fromArray(f.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=f.radius),p.visible=f!==null}let h=c.joints["index-finger-tip"],d=c.joints["thumb-tip"],u=h.position.distanceTo(d.position),m=.02,_=.005;c.inputState.pinching&&u>m+_?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&u<=m-_&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(nv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Pi;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},Cg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ds={h:0,s:0,l:0},Sl={h:0,s:0,l:0};function Iu(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var ee=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=On){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,xe.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=xe.workingColorSpace){return this.r=t,this.g=e,this.b=n,xe.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=xe.workingColorSpace){if(t=Ad(t,1),e=pe(e,0,1),n=pe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Iu(o,r,t+1/3),this.g=Iu(o,r,t),this.b=Iu(o,r,t-1/3)}return xe.colorSpaceToWorking(this,s),this}setStyle(t,e=On){function n(r){r!==void 0&&parseFloat(r)<1&&qt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:qt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);qt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=On){let n=Cg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):qt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ps(t.r),this.g=ps(t.g),this.b=ps(t.b),this}copyLinearToSRGB(t){return this.r=io(t.r),this.g=io(t.g),this.b=io(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=On){return xe.workingToColorSpace(Un.copy(this),t),Math.round(pe(Un.r*255,0,255))*65536+Math.round(pe(Un.g*255,0,255))*256+Math.round(pe(Un.b*255,0,255))}getHexString(t=On){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=xe.workingColorSpace){xe.workingToColorSpace(Un.copy(this),e);let n=Un.r,s=Un.g,r=Un.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let d=o-a;switch(c=h<=.5?d/(o+a):d/(2-o-a),o){case n:l=(s-r)/d+(s<r?6:0);break;case s:l=(r-n)/d+2;break;case r:l=(n-s)/d+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=xe.workingColorSpace){return xe.workingToColorSpace(Un.copy(this),e),t.r=Un.r,t.g=Un.g,t.b=Un.b,t}getStyle(t=On){xe.workingToColorSpace(Un.copy(this),t);let e=Un.r,n=Un.g,s=Un.b;return t!==On?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Ds),this.setHSL(Ds.h+t,Ds.s+e,Ds.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Ds),t.getHSL(Sl);let n=ta(Ds.h,Sl.h,e),s=ta(Ds.s,Sl.s,e),r=ta(Ds.l,Sl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Un=new ee;ee.NAMES=Cg;var oa=class extends Pn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new gs,this.environmentIntensity=1,this.environmentRotation=new gs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ri=new B,hs=new B,Lu=new B,us=new B,Yr=new B,$r=new B,Mm=new B,Du=new B,Nu=new B,Uu=new B,Ou=new qe,Fu=new qe,Bu=new qe,Fs=class i{constructor(t=new B,e=new B,n=new B){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Ri.subVectors(t,e),s.cross(Ri);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Ri.subVectors(s,e),hs.subVectors(n,e),Lu.subVectors(t,e);let o=Ri.dot(Ri),a=Ri.dot(hs),l=Ri.dot(Lu),c=hs.dot(hs),h=hs.dot(Lu),d=o*c-a*a;if(d===0)return r.set(0,0,0),null;let u=1/d,m=(c*l-a*h)*u,_=(o*h-a*l)*u;return r.set(1-m-_,_,m)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,us)===null?!1:us.x>=0&&us.y>=0&&us.x+us.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,us)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,us.x),l.addScaledVector(o,us.y),l.addScaledVector(a,us.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Ou.setScalar(0),Fu.setScalar(0),Bu.setScalar(0),Ou.fromBufferAttribute(t,e),Fu.fromBufferAttribute(t,n),Bu.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Ou,r.x),o.addScaledVector(Fu,r.y),o.addScaledVector(Bu,r.z),o}static isFrontFacing(t,e,n,s){return Ri.subVectors(n,e),hs.subVectors(t,e),Ri.cross(hs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ri.subVectors(this.c,this.b),hs.subVectors(this.a,this.b),Ri.cross(hs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Yr.subVectors(s,n),$r.subVectors(r,n),Du.subVectors(t,n);let l=Yr.dot(Du),c=$r.dot(Du);if(l<=0&&c<=0)return e.copy(n);Nu.subVectors(t,s);let h=Yr.dot(Nu),d=$r.dot(Nu);if(h>=0&&d<=h)return e.copy(s);let u=l*d-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(Yr,o);Uu.subVectors(t,r);let m=Yr.dot(Uu),_=$r.dot(Uu);if(_>=0&&m<=_)return e.copy(r);let S=m*c-l*_;if(S<=0&&c>=0&&_<=0)return a=c/(c-_),e.copy(n).addScaledVector($r,a);let f=h*_-m*d;if(f<=0&&d-h>=0&&m-_>=0)return Mm.subVectors(r,s),a=(d-h)/(d-h+(m-_)),e.copy(s).addScaledVector(Mm,a);let p=1/(f+S+u);return o=S*p,a=u*p,e.copy(n).addScaledVector(Yr,o).addScaledVector($r,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},li=class{constructor(t=new B(1/0,1/0,1/0),e=new B(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Ci.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Ci.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Ci.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Ci):Ci.fromBufferAttribute(r,o),Ci.applyMatrix4(t.matrixWorld),this.expandByPoint(Ci);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Ml.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Ml.copy(n.boundingBox)),Ml.applyMatrix4(t.matrixWorld),this.union(Ml)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ci),Ci.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(qo),wl.subVectors(this.max,qo),Zr.subVectors(t.a,qo),Kr.subVectors(t.b,qo),Jr.subVectors(t.c,qo),Ns.subVectors(Kr,Zr),Us.subVectors(Jr,Kr),or.subVectors(Zr,Jr);let e=[0,-Ns.z,Ns.y,0,-Us.z,Us.y,0,-or.z,or.y,Ns.z,0,-Ns.x,Us.z,0,-Us.x,or.z,0,-or.x,-Ns.y,Ns.x,0,-Us.y,Us.x,0,-or.y,or.x,0];return!ku(e,Zr,Kr,Jr,wl)||(e=[1,0,0,0,1,0,0,0,1],!ku(e,Zr,Kr,Jr,wl))?!1:(El.crossVectors(Ns,Us),e=[El.x,El.y,El.z],ku(e,Zr,Kr,Jr,wl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ci).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ci).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ds[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ds[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ds[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ds[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ds[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ds[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),ds[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ds[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ds),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},ds=[new B,new B,new B,new B,new B,new B,new B,new B],Ci=new B,Ml=new li,Zr=new B,Kr=new B,Jr=new B,Ns=new B,Us=new B,or=new B,qo=new B,wl=new B,El=new B,ar=new B;function ku(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){ar.fromArray(i,r);let a=s.x*Math.abs(ar.x)+s.y*Math.abs(ar.y)+s.z*Math.abs(ar.z),l=t.dot(ar),c=e.dot(ar),h=n.dot(ar);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var un=new B,Tl=new $t,iv=0,dn=class extends Ii{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:iv++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Sg,this.updateRanges=[],this.gpuType=yi,this.version=0,this._normalizationScale=t!==void 0?Cd(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Tl.fromBufferAttribute(this,e),Tl.applyMatrix3(t),this.setXY(e,Tl.x,Tl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix3(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix4(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyNormalMatrix(t),this.setXYZ(e,un.x,un.y,un.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.transformDirection(t),this.setXYZ(e,un.x,un.y,un.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Ag(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Rg(t,this.array)}};var aa=class extends dn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var la=class extends dn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Xe=class extends dn{constructor(t,e,n){super(new Float32Array(t),e,n)}},sv=new li,Yo=new B,zu=new B,_s=class{constructor(t=new B,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):sv.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Yo.subVectors(t,this.center);let e=Yo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(Yo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(zu.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Yo.copy(t.center).add(zu)),this.expandByPoint(Yo.copy(t.center).sub(zu))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},rv=0,gi=new ce,Vu=new Pn,jr=new B,oi=new li,$o=new li,Rn=new B,fn=class i extends Ii{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:rv++}),this.uuid=yo(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Py(t)?la:aa)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new te().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return gi.makeRotationFromQuaternion(t),this.applyMatrix4(gi),this}rotateX(t){return gi.makeRotationX(t),this.applyMatrix4(gi),this}rotateY(t){return gi.makeRotationY(t),this.applyMatrix4(gi),this}rotateZ(t){return gi.makeRotationZ(t),this.applyMatrix4(gi),this}translate(t,e,n){return gi.makeTranslation(t,e,n),this.applyMatrix4(gi),this}scale(t,e,n){return gi.makeScale(t,e,n),this.applyMatrix4(gi),this}lookAt(t){return Vu.lookAt(t),Vu.updateMatrix(),this.applyMatrix4(Vu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(jr).negate(),this.translate(jr.x,jr.y,jr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Xe(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&qt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new li);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){jt("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new B(-1/0,-1/0,-1/0),new B(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];oi.setFromBufferAttribute(r),this.morphTargetsRelative?(Rn.addVectors(this.boundingBox.min,oi.min),this.boundingBox.expandByPoint(Rn),Rn.addVectors(this.boundingBox.max,oi.max),this.boundingBox.expandByPoint(Rn)):(this.boundingBox.expandByPoint(oi.min),this.boundingBox.expandByPoint(oi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&jt('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new _s);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){jt("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new B,1/0);return}if(t){let n=this.boundingSphere.center;if(oi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];$o.setFromBufferAttribute(a),this.morphTargetsRelative?(Rn.addVectors(oi.min,$o.min),oi.expandByPoint(Rn),Rn.addVectors(oi.max,$o.max),oi.expandByPoint(Rn)):(oi.expandByPoint($o.min),oi.expandByPoint($o.max))}oi.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Rn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Rn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Rn.fromBufferAttribute(a,c),l&&(jr.fromBufferAttribute(t,c),Rn.add(jr)),s=Math.max(s,n.distanceToSquared(Rn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&jt('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){jt("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new dn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new B,l[F]=new B;let h=new B,d=new B,u=new B,m=new $t,_=new $t,S=new $t,f=new B,p=new B;function y(F,I,L){c[F]=c[I]=c[L]=1,h.fromBufferAttribute(n,F),d.fromBufferAttribute(n,I),u.fromBufferAttribute(n,L),m.fromBufferAttribute(r,F),_.fromBufferAttribute(r,I),S.fromBufferAttribute(r,L),d.sub(h),u.sub(h),_.sub(m),S.sub(m);let z=1/(_.x*S.y-S.x*_.y);isFinite(z)&&(f.copy(d).multiplyScalar(S.y).addScaledVector(u,-_.y).multiplyScalar(z),p.copy(u).multiplyScalar(_.x).addScaledVector(d,-S.x).multiplyScalar(z),a[F].add(f),a[I].add(f),a[L].add(f),l[F].add(p),l[I].add(p),l[L].add(p))}let R=this.groups;R.length===0&&(R=[{start:0,count:t.count}]);for(let F=0,I=R.length;F<I;++F){let L=R[F],z=L.start,V=L.count;for(let N=z,W=z+V;N<W;N+=3)y(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let w=new B,C=new B,T=new B,x=new B;function E(F){T.fromBufferAttribute(s,F),x.copy(T);let I=a[F];w.copy(I),w.sub(T.multiplyScalar(T.dot(I))).normalize(),C.crossVectors(x,I);let z=C.dot(l[F])<0?-1:1;o.setXYZW(F,w.x,w.y,w.z,z)}for(let F=0,I=n.count;F<I;++F)c[F]&&E(F);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new dn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let u=0,m=n.count;u<m;u++)n.setXYZ(u,0,0,0);let s=new B,r=new B,o=new B,a=new B,l=new B,c=new B,h=new B,d=new B;if(t)for(let u=0,m=t.count;u<m;u+=3){let _=t.getX(u+0),S=t.getX(u+1),f=t.getX(u+2);s.fromBufferAttribute(e,_),r.fromBufferAttribute(e,S),o.fromBufferAttribute(e,f),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),a.fromBufferAttribute(n,_),l.fromBufferAttribute(n,S),c.fromBufferAttribute(n,f),a.add(h),l.add(h),c.add(h),n.setXYZ(_,a.x,a.y,a.z),n.setXYZ(S,l.x,l.y,l.z),n.setXYZ(f,c.x,c.y,c.z)}else for(let u=0,m=e.count;u<m;u+=3)s.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),o.fromBufferAttribute(e,u+2),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Rn.fromBufferAttribute(t,e),Rn.normalize(),t.setXYZ(e,Rn.x,Rn.y,Rn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,d=a.normalized,u=new c.constructor(l.length*h),m=0,_=0;for(let S=0,f=l.length;S<f;S++){a.isInterleavedBufferAttribute?m=l[S]*a.data.stride+a.offset:m=l[S]*h;for(let p=0;p<h;p++)u[_++]=c[m++]}return new dn(u,h,d)}if(this.index===null)return qt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,d=c.length;h<d;h++){let u=c[h],m=t(u,n);l.push(m)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let d=0,u=c.length;d<u;d++){let m=c[d];h.push(m.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],d=r[c];for(let u=0,m=d.length;u<m;u++)h.push(d[u].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let d=o[c];this.addGroup(d.start,d.count,d.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Hu=new B,ov=new B,av=new te,Wn=class{constructor(t=new B(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Hu.subVectors(n,e).cross(ov.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Hu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||av.getNormalMatrix(t),s=this.coplanarPoint(Hu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},lv=0,Zi=class extends Ii{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:lv++}),this.uuid=yo(),this.name="",this.type="Material",this.blending=go,this.side=$s,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=od,this.blendDst=ad,this.blendEquation=fr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ee(0,0,0),this.blendAlpha=0,this.depthFunc=so,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=gg,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Xl,this.stencilZFail=Xl,this.stencilZPass=Xl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){qt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){qt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new ee().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new Wn().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new $t().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new $t().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var fs=new B,Gu=new B,Al=new B,Rl=new B,Bs=class{constructor(t=new B,e=new B(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,fs)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=fs.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(fs.copy(this.origin).addScaledVector(this.direction,e),fs.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Gu.copy(t).add(e).multiplyScalar(.5),Al.copy(e).sub(t).normalize(),Rl.copy(this.origin).sub(Gu);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Al),a=Rl.dot(this.direction),l=-Rl.dot(Al),c=Rl.lengthSq(),h=Math.abs(1-o*o),d,u,m,_;if(h>0)if(d=o*l-a,u=o*a-l,_=r*h,d>=0)if(u>=-_)if(u<=_){let S=1/h;d*=S,u*=S,m=d*(d+o*u+2*a)+u*(o*d+u+2*l)+c}else u=r,d=Math.max(0,-(o*u+a)),m=-d*d+u*(u+2*l)+c;else u=-r,d=Math.max(0,-(o*u+a)),m=-d*d+u*(u+2*l)+c;else u<=-_?(d=Math.max(0,-(-o*r+a)),u=d>0?-r:Math.min(Math.max(-r,-l),r),m=-d*d+u*(u+2*l)+c):u<=_?(d=0,u=Math.min(Math.max(-r,-l),r),m=u*(u+2*l)+c):(d=Math.max(0,-(o*r+a)),u=d>0?r:Math.min(Math.max(-r,-l),r),m=-d*d+u*(u+2*l)+c);else u=o>0?-r:r,d=Math.max(0,-(o*u+a)),m=-d*d+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,d),s&&s.copy(Gu).addScaledVector(Al,u),m}intersectSphere(t,e){if(t.radius<0)return null;fs.subVectors(t.center,this.origin);let n=fs.dot(this.direction),s=fs.dot(fs)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,d=1/this.direction.z,u=this.origin;return c>=0?(n=(t.min.x-u.x)*c,s=(t.max.x-u.x)*c):(n=(t.max.x-u.x)*c,s=(t.min.x-u.x)*c),h>=0?(r=(t.min.y-u.y)*h,o=(t.max.y-u.y)*h):(r=(t.max.y-u.y)*h,o=(t.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),d>=0?(a=(t.min.z-u.z)*d,l=(t.max.z-u.z)*d):(a=(t.max.z-u.z)*d,l=(t.min.z-u.z)*d),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,fs)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,d=t.x-o.x,u=t.y-o.y,m=t.z-o.z,_=e.x-o.x,S=e.y-o.y,f=e.z-o.z,p=n.x-o.x,y=n.y-o.y,R=n.z-o.z,w=Math.abs(l),C=Math.abs(c),T=Math.abs(h),x,E,F,I,L,z,V,N,W,Y,G,ct;if(w>=C&&w>=T?(F=l,z=d,W=_,ct=p,l>=0?(x=c,E=h,I=u,L=m,V=S,N=f,Y=y,G=R):(x=h,E=c,I=m,L=u,V=f,N=S,Y=R,G=y)):C>=T?(F=c,z=u,W=S,ct=y,c>=0?(x=h,E=l,I=m,L=d,V=f,N=_,Y=R,G=p):(x=l,E=h,I=d,L=m,V=_,N=f,Y=p,G=R)):(F=h,z=m,W=f,ct=R,h>=0?(x=l,E=c,I=d,L=u,V=_,N=S,Y=p,G=y):(x=c,E=l,I=u,L=d,V=S,N=_,Y=y,G=p)),F===0)return null;let J=x/F,Q=E/F,st=1/F,dt=I-J*z,ut=L-Q*z,tt=V-J*W,mt=N-Q*W,xt=Y-J*ct,At=G-Q*ct,St=xt*mt-At*tt,Gt=dt*At-ut*xt,se=tt*ut-mt*dt;if(s){if(St<0||Gt<0||se<0)return null}else if((St<0||Gt<0||se<0)&&(St>0||Gt>0||se>0))return null;let Vt=St+Gt+se;if(Vt===0)return null;let ue=st*(St*z+Gt*W+se*ct);return(Vt>0?ue<0:ue>0)?null:this.at(ue/Vt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ca=class extends Zi{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ee(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new gs,this.combine=Mc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},wm=new ce,lr=new Bs,Cl=new _s,Em=new B,Pl=new B,Il=new B,Ll=new B,Wu=new B,Dl=new B,Tm=new B,Nl=new B,Yn=class extends Pn{constructor(t=new fn,e=new ca){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Dl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],d=r[l];h!==0&&(Wu.fromBufferAttribute(d,t),o?Dl.addScaledVector(Wu,h):Dl.addScaledVector(Wu.sub(e),h))}e.add(Dl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Cl.copy(n.boundingSphere),Cl.applyMatrix4(r),lr.copy(t.ray).recast(t.near),!(Cl.containsPoint(lr.origin)===!1&&(lr.intersectSphere(Cl,Em)===null||lr.origin.distanceToSquared(Em)>(t.far-t.near)**2))&&(wm.copy(r).invert(),lr.copy(t.ray).applyMatrix4(wm),!(n.boundingBox!==null&&lr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,lr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,d=r.attributes.normal,u=r.groups,m=r.drawRange;if(a!==null)if(Array.isArray(o))for(let _=0,S=u.length;_<S;_++){let f=u[_],p=o[f.materialIndex],y=Math.max(f.start,m.start),R=Math.min(a.count,Math.min(f.start+f.count,m.start+m.count));for(let w=y,C=R;w<C;w+=3){let T=a.getX(w),x=a.getX(w+1),E=a.getX(w+2);s=Ul(this,p,t,n,c,h,d,T,x,E),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=f.materialIndex,e.push(s))}}else{let _=Math.max(0,m.start),S=Math.min(a.count,m.start+m.count);for(let f=_,p=S;f<p;f+=3){let y=a.getX(f),R=a.getX(f+1),w=a.getX(f+2);s=Ul(this,o,t,n,c,h,d,y,R,w),s&&(s.faceIndex=Math.floor(f/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let _=0,S=u.length;_<S;_++){let f=u[_],p=o[f.materialIndex],y=Math.max(f.start,m.start),R=Math.min(l.count,Math.min(f.start+f.count,m.start+m.count));for(let w=y,C=R;w<C;w+=3){let T=w,x=w+1,E=w+2;s=Ul(this,p,t,n,c,h,d,T,x,E),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=f.materialIndex,e.push(s))}}else{let _=Math.max(0,m.start),S=Math.min(l.count,m.start+m.count);for(let f=_,p=S;f<p;f+=3){let y=f,R=f+1,w=f+2;s=Ul(this,o,t,n,c,h,d,y,R,w),s&&(s.faceIndex=Math.floor(f/3),e.push(s))}}}};function cv(i,t,e,n,s,r,o,a){let l;if(t.side===$n?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===$s,a),l===null)return null;Nl.copy(a),Nl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Nl);return c<e.near||c>e.far?null:{distance:c,point:Nl.clone(),object:i}}function Ul(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Pl),i.getVertexPosition(l,Il),i.getVertexPosition(c,Ll);let h=cv(i,t,e,n,Pl,Il,Ll,Tm);if(h){let d=new B;Fs.getBarycoord(Tm,Pl,Il,Ll,d),s&&(h.uv=Fs.getInterpolatedAttribute(s,a,l,c,d,new $t)),r&&(h.uv1=Fs.getInterpolatedAttribute(r,a,l,c,d,new $t)),o&&(h.normal=Fs.getInterpolatedAttribute(o,a,l,c,d,new B),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new B,materialIndex:0};Fs.getNormal(Pl,Il,Ll,u.normal),h.face=u,h.barycoord=d}return h}var ha=class extends Zn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Cn,h=Cn,d,u){super(null,o,a,l,c,h,s,r,d,u),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var ua=class extends dn{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Qr=new ce,Am=new ce,Ol=[],Rm=new li,hv=new ce,Zo=new Yn,Ko=new _s,xs=class extends Yn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new ua(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,hv)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new li),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Qr),Rm.copy(t.boundingBox).applyMatrix4(Qr),this.boundingBox.union(Rm)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new _s),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Qr),Ko.copy(t.boundingSphere).applyMatrix4(Qr),this.boundingSphere.union(Ko)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Zo.geometry=this.geometry,Zo.material=this.material,Zo.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Ko.copy(this.boundingSphere),Ko.applyMatrix4(n),t.ray.intersectsSphere(Ko)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Qr),Am.multiplyMatrices(n,Qr),Zo.matrixWorld=Am,Zo.raycast(t,Ol);for(let o=0,a=Ol.length;o<a;o++){let l=Ol[o];l.instanceId=r,l.object=this,e.push(l)}Ol.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new ua(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new ha(new Float32Array(s*this.count),s,this.count,Pc,yi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},cr=new _s,uv=new $t(.5,.5),Fl=new B,ks=class{constructor(t=new Wn,e=new Wn,n=new Wn,s=new Wn,r=new Wn,o=new Wn){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=_i,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],d=r[5],u=r[6],m=r[7],_=r[8],S=r[9],f=r[10],p=r[11],y=r[12],R=r[13],w=r[14],C=r[15];if(s[0].setComponents(c-o,m-h,p-_,C-y).normalize(),s[1].setComponents(c+o,m+h,p+_,C+y).normalize(),s[2].setComponents(c+a,m+d,p+S,C+R).normalize(),s[3].setComponents(c-a,m-d,p-S,C-R).normalize(),n)s[4].setComponents(l,u,f,w).normalize(),s[5].setComponents(c-l,m-u,p-f,C-w).normalize();else if(s[4].setComponents(c-l,m-u,p-f,C-w).normalize(),e===_i)s[5].setComponents(c+l,m+u,p+f,C+w).normalize();else if(e===ro)s[5].setComponents(l,u,f,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),cr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),cr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(cr)}intersectsSprite(t){cr.center.set(0,0,0);let e=uv.distanceTo(t.center);return cr.radius=.7071067811865476+e,cr.applyMatrix4(t.matrixWorld),this.intersectsSphere(cr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Fl.x=s.normal.x>0?t.max.x:t.min.x,Fl.y=s.normal.y>0?t.max.y:t.min.y,Fl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Fl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Cm=new ce,rc=class i{constructor(){this.coordinateSystem=_i,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Cm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new ks),n[s].setFromProjectionMatrix(Cm,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new ks),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var Ki=class extends Zi{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ee(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},oc=new B,ac=new B,Pm=new ce,Jo=new Bs,Bl=new _s,Xu=new B,Im=new B,da=class extends Pn{constructor(t=new fn,e=new Ki){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)oc.fromBufferAttribute(e,s-1),ac.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=oc.distanceTo(ac);t.setAttribute("lineDistance",new Xe(n,1))}else qt("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Bl.copy(n.boundingSphere),Bl.applyMatrix4(s),Bl.radius+=r,t.ray.intersectsSphere(Bl)===!1)return;Pm.copy(s).invert(),Jo.copy(t.ray).applyMatrix4(Pm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let m=Math.max(0,o.start),_=Math.min(h.count,o.start+o.count);for(let S=m,f=_-1;S<f;S+=c){let p=h.getX(S),y=h.getX(S+1),R=kl(this,t,Jo,l,p,y,S);R&&e.push(R)}if(this.isLineLoop){let S=h.getX(_-1),f=h.getX(m),p=kl(this,t,Jo,l,S,f,_-1);p&&e.push(p)}}else{let m=Math.max(0,o.start),_=Math.min(u.count,o.start+o.count);for(let S=m,f=_-1;S<f;S+=c){let p=kl(this,t,Jo,l,S,S+1,S);p&&e.push(p)}if(this.isLineLoop){let S=kl(this,t,Jo,l,_-1,m,_-1);S&&e.push(S)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function kl(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(oc.fromBufferAttribute(a,s),ac.fromBufferAttribute(a,r),e.distanceSqToSegment(oc,ac,Xu,Im)>n)return;Xu.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Xu);if(!(c<t.near||c>t.far))return{distance:c,point:Im.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Lm=new B,Dm=new B,zs=class extends da{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Lm.fromBufferAttribute(e,s),Dm.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Lm.distanceTo(Dm);t.setAttribute("lineDistance",new Xe(n,1))}else qt("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var fa=class extends Zn{constructor(t=[],e=pr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var ys=class extends Zn{constructor(t,e,n=Li,s,r,o,a=Cn,l=Cn,c,h=ms,d=1){if(h!==ms&&h!==bs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:t,height:e,depth:d};super(u,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new lo(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},pa=class extends ys{constructor(t,e=Li,n=pr,s,r,o=Cn,a=Cn,l,c=ms){let h={width:t,height:t,depth:1},d=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ma=class extends Zn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Vs=class i extends fn{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],d=[],u=0,m=0;_("z","y","x",-1,-1,n,e,t,o,r,0),_("z","y","x",1,-1,n,e,-t,o,r,1),_("x","z","y",1,1,t,n,e,s,o,2),_("x","z","y",1,-1,t,n,-e,s,o,3),_("x","y","z",1,-1,t,e,n,s,r,4),_("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Xe(c,3)),this.setAttribute("normal",new Xe(h,3)),this.setAttribute("uv",new Xe(d,2));function _(S,f,p,y,R,w,C,T,x,E,F){let I=w/x,L=C/E,z=w/2,V=C/2,N=T/2,W=x+1,Y=E+1,G=0,ct=0,J=new B;for(let Q=0;Q<Y;Q++){let st=Q*L-V;for(let dt=0;dt<W;dt++){let ut=dt*I-z;J[S]=ut*y,J[f]=st*R,J[p]=N,c.push(J.x,J.y,J.z),J[S]=0,J[f]=0,J[p]=T>0?1:-1,h.push(J.x,J.y,J.z),d.push(dt/x),d.push(1-Q/E),G+=1}}for(let Q=0;Q<E;Q++)for(let st=0;st<x;st++){let dt=u+st+W*Q,ut=u+st+W*(Q+1),tt=u+(st+1)+W*(Q+1),mt=u+(st+1)+W*Q;l.push(dt,ut,mt),l.push(ut,tt,mt),ct+=6}a.addGroup(m,ct,F),m+=ct,u+=G}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},ga=class i extends fn{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=e/2,d=Math.PI/2*t,u=e,m=2*d+u,_=n*2+r,S=s+1,f=new B,p=new B;for(let y=0;y<=_;y++){let R=0,w=0,C=0,T=0;if(y<=n){let F=y/n,I=F*Math.PI/2;w=-h-t*Math.cos(I),C=t*Math.sin(I),T=-t*Math.cos(I),R=F*d}else if(y<=n+r){let F=(y-n)/r;w=-h+F*e,C=t,T=0,R=d+F*u}else{let F=(y-n-r)/n,I=F*Math.PI/2;w=h+t*Math.sin(I),C=t*Math.cos(I),T=t*Math.sin(I),R=d+u+F*d}let x=Math.max(0,Math.min(1,R/m)),E=0;y===0?E=.5/s:y===_&&(E=-.5/s);for(let F=0;F<=s;F++){let I=F/s,L=I*Math.PI*2,z=Math.sin(L),V=Math.cos(L);p.x=-C*V,p.y=w,p.z=C*z,a.push(p.x,p.y,p.z),f.set(-C*V,T,C*z),f.normalize(),l.push(f.x,f.y,f.z),c.push(I+E,x)}if(y>0){let F=(y-1)*S;for(let I=0;I<s;I++){let L=F+I,z=F+I+1,V=y*S+I,N=y*S+I+1;o.push(L,z,V),o.push(z,N,V)}}}this.setIndex(o),this.setAttribute("position",new Xe(a,3)),this.setAttribute("normal",new Xe(l,3)),this.setAttribute("uv",new Xe(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}};var Ji=class i extends fn{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],d=[],u=[],m=[],_=0,S=[],f=n/2,p=0;y(),o===!1&&(t>0&&R(!0),e>0&&R(!1)),this.setIndex(h),this.setAttribute("position",new Xe(d,3)),this.setAttribute("normal",new Xe(u,3)),this.setAttribute("uv",new Xe(m,2));function y(){let w=new B,C=new B,T=0,x=(e-t)/n;for(let E=0;E<=r;E++){let F=[],I=E/r,L=I*(e-t)+t;for(let z=0;z<=s;z++){let V=z/s,N=V*l+a,W=Math.sin(N),Y=Math.cos(N);C.x=L*W,C.y=-I*n+f,C.z=L*Y,d.push(C.x,C.y,C.z),w.set(W,x,Y).normalize(),u.push(w.x,w.y,w.z),m.push(V,1-I),F.push(_++)}S.push(F)}for(let E=0;E<s;E++)for(let F=0;F<r;F++){let I=S[F][E],L=S[F+1][E],z=S[F+1][E+1],V=S[F][E+1];(t>0||F!==0)&&(h.push(I,L,V),T+=3),(e>0||F!==r-1)&&(h.push(L,z,V),T+=3)}c.addGroup(p,T,0),p+=T}function R(w){let C=_,T=new $t,x=new B,E=0,F=w===!0?t:e,I=w===!0?1:-1;for(let z=1;z<=s;z++)d.push(0,f*I,0),u.push(0,I,0),m.push(.5,.5),_++;let L=_;for(let z=0;z<=s;z++){let N=z/s*l+a,W=Math.cos(N),Y=Math.sin(N);x.x=F*Y,x.y=f*I,x.z=F*W,d.push(x.x,x.y,x.z),u.push(0,I,0),T.x=W*.5+.5,T.y=Y*.5*I+.5,m.push(T.x,T.y),_++}for(let z=0;z<s;z++){let V=C+z,N=L+z;w===!0?h.push(N,N+1,V):h.push(N+1,N,V),E+=3}c.addGroup(p,E,w===!0?1:2),p+=E}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},uo=class i extends Ji{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var hr=class i extends fn{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,d=t/a,u=e/l,m=[],_=[],S=[],f=[];for(let p=0;p<h;p++){let y=p*u-o;for(let R=0;R<c;R++){let w=R*d-r;_.push(w,-y,0),S.push(0,0,1),f.push(R/a),f.push(1-p/l)}}for(let p=0;p<l;p++)for(let y=0;y<a;y++){let R=y+c*p,w=y+c*(p+1),C=y+1+c*(p+1),T=y+1+c*p;m.push(R,w,T),m.push(w,C,T)}this.setIndex(m),this.setAttribute("position",new Xe(_,3)),this.setAttribute("normal",new Xe(S,3)),this.setAttribute("uv",new Xe(f,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var _a=class i extends fn{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],d=new B,u=new B,m=[],_=[],S=[],f=[];for(let p=0;p<=n;p++){let y=[],R=p/n,w=o+R*a,C=t*Math.cos(w),T=Math.sqrt(t*t-C*C),x=0;p===0&&o===0?x=.5/e:p===n&&l===Math.PI&&(x=-.5/e);for(let E=0;E<=e;E++){let F=E/e,I=s+F*r;d.x=-T*Math.cos(I),d.y=C,d.z=T*Math.sin(I),_.push(d.x,d.y,d.z),u.copy(d).normalize(),S.push(u.x,u.y,u.z),f.push(F+x,1-R),y.push(c++)}h.push(y)}for(let p=0;p<n;p++)for(let y=0;y<e;y++){let R=h[p][y+1],w=h[p][y],C=h[p+1][y],T=h[p+1][y+1];(p!==0||o>0)&&m.push(R,w,T),(p!==n-1||l<Math.PI)&&m.push(w,C,T)}this.setIndex(m),this.setAttribute("position",new Xe(_,3)),this.setAttribute("normal",new Xe(S,3)),this.setAttribute("uv",new Xe(f,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var xa=class extends Zi{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new ee(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};function gr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(Nm(s))s.isRenderTargetTexture?(qt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(Nm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Fn(i){let t={};for(let e=0;e<i.length;e++){let n=gr(i[e]);for(let s in n)t[s]=n[s]}return t}function Nm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function dv(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Pd(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:xe.workingColorSpace}var Pg={clone:gr,merge:Fn},fv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,pv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,ji=class extends Zi{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=fv,this.fragmentShader=pv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=gr(t.uniforms),this.uniformsGroups=dv(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new ee().setHex(s.value);break;case"v2":this.uniforms[n].value=new $t().fromArray(s.value);break;case"v3":this.uniforms[n].value=new B().fromArray(s.value);break;case"v4":this.uniforms[n].value=new qe().fromArray(s.value);break;case"m3":this.uniforms[n].value=new te().fromArray(s.value);break;case"m4":this.uniforms[n].value=new ce().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},lc=class extends ji{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var Hs=class extends Zi{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new ee(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ee(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=hh,this.normalScale=new $t(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new gs,this.combine=Mc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},cc=class extends Zi{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=pg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},hc=class extends Zi{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function to(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function zl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Gs=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},uc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Zu,endingEnd:Zu}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Ku:r=t,a=2*e-n;break;case Ju:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Ku:o=t,l=2*n-e;break;case Ju:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,d=this._offsetNext,u=this._weightPrev,m=this._weightNext,_=(n-e)/(s-e),S=_*_,f=S*_,p=-u*f+2*u*S-u*_,y=(1+u)*f+(-1.5-2*u)*S+(-.5+u)*_+1,R=(-1-m)*f+(1.5+m)*S+.5*_,w=m*f-m*S;for(let C=0;C!==a;++C)r[C]=p*o[h+C]+y*o[c+C]+R*o[l+C]+w*o[d+C];return r}},dc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),d=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*d+o[l+u]*h;return r}},fc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},pc=class extends Gs{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,d=this.outTangents;if(!h||!d){let _=(n-e)/(s-e),S=1-_;for(let f=0;f!==a;++f)r[f]=o[c+f]*S+o[l+f]*_;return r}let u=a*2,m=t-1;for(let _=0;_!==a;++_){let S=o[c+_],f=o[l+_],p=m*u+_*2,y=d[p],R=d[p+1],w=t*u+_*2,C=h[w],T=h[w+1],x=gv(n,e,y,C,s);r[_]=Ig(x,S,R,T,f)}return r}};function Ig(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function mv(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function gv(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=Ig(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=mv(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ci=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=to(e,this.TimeBufferType),this.values=to(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:to(t.times,Array),values:to(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),zl(t.settings)&&(n.settings={inTangents:to(t.settings.inTangents,Array),outTangents:to(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new fc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new dc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new uc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new pc(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case ea:e=this.InterpolantFactoryMethodDiscrete;break;case ec:e=this.InterpolantFactoryMethodLinear;break;case Wl:e=this.InterpolantFactoryMethodSmooth;break;case $u:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return qt("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ea;case this.InterpolantFactoryMethodLinear:return ec;case this.InterpolantFactoryMethodSmooth:return Wl;case this.InterpolantFactoryMethodBezier:return $u}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;zl(this.settings)&&(Um(this.settings.inTangents,t),Um(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;zl(this.settings)&&(Om(this.settings.inTangents,t),Om(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(jt("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(jt("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){jt("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){jt("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Iy(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){jt("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Wl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let d=a*n,u=d-n,m=d+n;for(let _=0;_!==n;++_){let S=e[d+_];if(S!==e[u+_]||S!==e[m+_]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let d=a*n,u=o*n;for(let m=0;m!==n;++m)e[u+m]=e[d+m]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,zl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Um(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function Om(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}ci.prototype.ValueTypeName="";ci.prototype.TimeBufferType=Float32Array;ci.prototype.ValueBufferType=Float32Array;ci.prototype.DefaultInterpolation=ec;var Ws=class extends ci{constructor(t,e,n){super(t,e,n)}};Ws.prototype.ValueTypeName="bool";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=ea;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var mc=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};mc.prototype.ValueTypeName="color";var gc=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};gc.prototype.ValueTypeName="number";var _c=class extends Gs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)yn.slerpFlat(r,0,o,c-a,o,c,l);return r}},ya=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new _c(this.times,this.values,this.getValueSize(),t)}};ya.prototype.ValueTypeName="quaternion";ya.prototype.InterpolantFactoryMethodSmooth=void 0;var Xs=class extends ci{constructor(t,e,n){super(t,e,n)}};Xs.prototype.ValueTypeName="string";Xs.prototype.ValueBufferType=Array;Xs.prototype.DefaultInterpolation=ea;Xs.prototype.InterpolantFactoryMethodLinear=void 0;Xs.prototype.InterpolantFactoryMethodSmooth=void 0;var xc=class extends ci{constructor(t,e,n,s){super(t,e,n,s)}};xc.prototype.ValueTypeName="vector";var yc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,d){return c.push(h,d),this},this.removeHandler=function(h){let d=c.indexOf(h);return d!==-1&&c.splice(d,2),this},this.getHandler=function(h){for(let d=0,u=c.length;d<u;d+=2){let m=c[d],_=c[d+1];if(m.global&&(m.lastIndex=0),m.test(h))return _}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Lg=new yc,vc=class{constructor(t){this.manager=t!==void 0?t:Lg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};vc.DEFAULT_MATERIAL_NAME="__DEFAULT";var va=class extends Pn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new ee(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},ba=class extends va{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Pn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ee(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},qu=new ce,Fm=new B,Bm=new B,bc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new $t(512,512),this.mapType=Kn,this.map=null,this.mapPass=null,this.matrix=new ce,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ks,this._frameExtents=new $t(1,1),this._viewportCount=1,this._viewports=[new qe(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;Fm.setFromMatrixPosition(t.matrixWorld),e.position.copy(Fm),Bm.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Bm),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){qu.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(qu,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===ro||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(qu)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Vl=new B,Hl=new yn,Yi=new B,Sa=class extends Pn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new ce,this.projectionMatrix=new ce,this.projectionMatrixInverse=new ce,this.coordinateSystem=_i,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Vl,Hl,Yi),Yi.x===1&&Yi.y===1&&Yi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Vl,Hl,Yi.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Vl,Hl,Yi),Yi.x===1&&Yi.y===1&&Yi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Vl,Hl,Yi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Os=new B,km=new $t,zm=new $t,Xn=class extends Sa{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=ao*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Qo*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return ao*2*Math.atan(Math.tan(Qo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Os.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Os.x,Os.y).multiplyScalar(-t/Os.z),Os.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Os.x,Os.y).multiplyScalar(-t/Os.z)}getViewSize(t,e){return this.getViewBounds(t,km,zm),e.subVectors(zm,km)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Qo*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var Ma=class extends Sa{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},ju=class extends bc{constructor(){super(new Ma(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},wa=class extends va{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Pn.DEFAULT_UP),this.updateMatrix(),this.target=new Pn,this.shadow=new ju}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var eo=-90,no=1,fo=class extends Pn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Xn(eo,no,t,e);s.layers=this.layers,this.add(s);let r=new Xn(eo,no,t,e);r.layers=this.layers,this.add(r);let o=new Xn(eo,no,t,e);o.layers=this.layers,this.add(o);let a=new Xn(eo,no,t,e);a.layers=this.layers,this.add(a);let l=new Xn(eo,no,t,e);l.layers=this.layers,this.add(l);let c=new Xn(eo,no,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===_i)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===ro)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,d=t.getRenderTarget(),u=t.getActiveCubeFace(),m=t.getActiveMipmapLevel(),_=t.xr.enabled;t.xr.enabled=!1;let S=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let f=!1;t.isWebGLRenderer===!0?f=t.state.buffers.depth.getReversed():f=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),f&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),f&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),f&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),f&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),f&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=S,t.setRenderTarget(n,5,s),f&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(d,u,m),t.xr.enabled=_,n.texture.needsPMREMUpdate=!0}},Sc=class extends Xn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Id="\\[\\]\\.:\\/",_v=new RegExp("["+Id+"]","g"),Ld="[^"+Id+"]",xv="[^"+Id.replace("\\.","")+"]",yv=/((?:WC+[\/:])*)/.source.replace("WC",Ld),vv=/(WCOD+)?/.source.replace("WCOD",xv),bv=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Ld),Sv=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Ld),Mv=new RegExp("^"+yv+vv+bv+Sv+"$"),wv=["material","materials","bones","map"],Qu=class{constructor(t,e,n){let s=n||He.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},He=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(_v,"")}static parseTrackName(t){let e=Mv.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);wv.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){qt("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){jt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){jt("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){jt("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){jt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){jt("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){jt("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){jt("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;jt("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){jt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){jt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};He.Composite=Qu;He.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};He.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};He.prototype.GetterByBindingType=[He.prototype._getValue_direct,He.prototype._getValue_array,He.prototype._getValue_arrayElement,He.prototype._getValue_toArray];He.prototype.SetterByBindingTypeAndVersioning=[[He.prototype._setValue_direct,He.prototype._setValue_direct_setNeedsUpdate,He.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[He.prototype._setValue_array,He.prototype._setValue_array_setNeedsUpdate,He.prototype._setValue_array_setMatrixWorldNeedsUpdate],[He.prototype._setValue_arrayElement,He.prototype._setValue_arrayElement_setNeedsUpdate,He.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[He.prototype._setValue_fromArray,He.prototype._setValue_fromArray_setNeedsUpdate,He.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var HT=new Float32Array(1);var Vm=new ce,Ea=class{constructor(t,e,n=0,s=1/0){this.ray=new Bs(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new co,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):jt("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return Vm.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Vm),this}intersectObject(t,e=!0,n=[]){return td(t,this,n,e),n.sort(Hm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)td(t[s],this,n,e);return n.sort(Hm),n}};function Hm(i,t){return i.distance-t.distance}function td(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)td(r[o],t,e,!0)}}var po=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=pe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(pe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var ed=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var Gm=new B,Gl,Yu,Ta=class extends Pn{constructor(t=new B(0,0,1),e=new B(0,0,0),n=1,s=16776960,r=n*.2,o=r*.2){super(),this.type="ArrowHelper",Gl===void 0&&(Gl=new fn,Gl.setAttribute("position",new Xe([0,0,0,0,1,0],3)),Yu=new uo(.5,1,5,1),Yu.translate(0,-.5,0)),this.position.copy(e),this.line=new da(Gl,new Ki({color:s,toneMapped:!1})),this.line.matrixAutoUpdate=!1,this.add(this.line),this.cone=new Yn(Yu,new ca({color:s,toneMapped:!1})),this.cone.matrixAutoUpdate=!1,this.add(this.cone),this.setDirection(t),this.setLength(n,r,o)}setDirection(t){if(t.y>.99999)this.quaternion.set(0,0,0,1);else if(t.y<-.99999)this.quaternion.set(1,0,0,0);else{Gm.set(t.z,0,-t.x).normalize();let e=Math.acos(t.y);this.quaternion.setFromAxisAngle(Gm,e)}}setLength(t,e=t*.2,n=e*.2){this.line.scale.set(1,Math.max(1e-4,t-e),1),this.line.updateMatrix(),this.cone.scale.set(n,e,n),this.cone.position.y=t,this.cone.updateMatrix()}setColor(t){this.line.material.color.set(t),this.cone.material.color.set(t)}copy(t){return super.copy(t,!1),this.line.copy(t.line),this.cone.copy(t.cone),this}dispose(){super.dispose(),this.line.geometry.dispose(),this.line.material.dispose(),this.cone.geometry.dispose(),this.cone.material.dispose()}};var Aa=class extends Ii{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function Dd(i,t,e,n){let s=Ev(n);switch(e){case vd:return i*t;case Pc:return i*t/s.components*s.byteLength;case Ic:return i*t/s.components*s.byteLength;case Zs:return i*t*2/s.components*s.byteLength;case Lc:return i*t*2/s.components*s.byteLength;case bd:return i*t*3/s.components*s.byteLength;case Ni:return i*t*4/s.components*s.byteLength;case Dc:return i*t*4/s.components*s.byteLength;case Ca:case Pa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Ia:case La:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Uc:case Fc:return Math.max(i,16)*Math.max(t,8)/4;case Nc:case Oc:return Math.max(i,8)*Math.max(t,8)/2;case Bc:case kc:case Vc:case Hc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case zc:case Da:case Gc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Wc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Xc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case qc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Yc:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case $c:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Zc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Kc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Jc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case jc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Qc:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case th:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case eh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case nh:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case ih:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case sh:case rh:case oh:return Math.ceil(i/4)*Math.ceil(t/4)*16;case ah:case lh:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Na:case ch:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Ev(i){switch(i){case Kn:case gd:return{byteLength:1,components:1};case xo:case _d:case Di:return{byteLength:2,components:1};case Rc:case Cc:return{byteLength:2,components:4};case Li:case Ac:case yi:return{byteLength:4,components:1};case xd:case yd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function t0(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Av(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,d=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let m;if(c instanceof Float32Array)m=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)m=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?m=i.HALF_FLOAT:m=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)m=i.SHORT;else if(c instanceof Uint32Array)m=i.UNSIGNED_INT;else if(c instanceof Int32Array)m=i.INT;else if(c instanceof Int8Array)m=i.BYTE;else if(c instanceof Uint8Array)m=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)m=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:m,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:d}}function n(a,l,c){let h=l.array,d=l.updateRanges;if(i.bindBuffer(c,a),d.length===0)i.bufferSubData(c,0,h);else{d.sort((m,_)=>m.start-_.start);let u=0;for(let m=1;m<d.length;m++){let _=d[u],S=d[m];S.start<=_.start+_.count+1?_.count=Math.max(_.count,S.start+S.count-_.start):(++u,d[u]=S)}d.length=u+1;for(let m=0,_=d.length;m<_;m++){let S=d[m];i.bufferSubData(c,S.start*h.BYTES_PER_ELEMENT,h,S.start,S.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Rv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Cv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Pv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Iv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Lv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Dv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Nv=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Uv=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Ov=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Fv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Bv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,kv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,zv=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Vv=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Hv=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Gv=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Wv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Xv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,qv=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Yv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,$v=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,Zv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Kv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Jv=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,jv=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Qv=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,tb=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,eb=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,nb=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,ib="gl_FragColor = linearToOutputTexel( gl_FragColor );",sb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,rb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,ob=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,ab=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,lb=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,cb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,hb=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,ub=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,db=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,fb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,pb=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,mb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,gb=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,_b=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,xb=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,yb=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,vb=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,bb=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Sb=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Mb=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,wb=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Eb=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Tb=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Ab=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Rb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Cb=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Pb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Ib=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Lb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Db=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Nb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Ub=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Ob=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Fb=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Bb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,kb=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,zb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Vb=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Hb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Gb=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Wb=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Xb=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,qb=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Yb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,$b=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Zb=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Kb=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Jb=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,jb=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Qb=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,tS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,eS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,nS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,iS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,sS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,rS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,oS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,aS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,lS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,cS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,hS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,uS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,dS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,fS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,pS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,mS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,gS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,_S=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,xS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,yS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,vS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,bS=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,SS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,MS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,wS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,ES=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,TS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,AS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,RS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,CS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,PS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,IS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,LS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,DS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,NS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,US=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,OS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,FS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,BS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,kS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,zS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,VS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,HS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,GS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,WS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,XS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,qS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,YS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,$S=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,ZS=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,KS=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,JS=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,jS=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,QS=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,tM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,eM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,nM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,iM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,sM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,rM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,oM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,he={alphahash_fragment:Rv,alphahash_pars_fragment:Cv,alphamap_fragment:Pv,alphamap_pars_fragment:Iv,alphatest_fragment:Lv,alphatest_pars_fragment:Dv,aomap_fragment:Nv,aomap_pars_fragment:Uv,batching_pars_vertex:Ov,batching_vertex:Fv,begin_vertex:Bv,beginnormal_vertex:kv,bsdfs:zv,iridescence_fragment:Vv,bumpmap_pars_fragment:Hv,clipping_planes_fragment:Gv,clipping_planes_pars_fragment:Wv,clipping_planes_pars_vertex:Xv,clipping_planes_vertex:qv,color_fragment:Yv,color_pars_fragment:$v,color_pars_vertex:Zv,color_vertex:Kv,common:Jv,defaultnormal_vertex:jv,displacementmap_pars_vertex:Qv,displacementmap_vertex:tb,emissivemap_fragment:eb,emissivemap_pars_fragment:nb,colorspace_fragment:ib,colorspace_pars_fragment:sb,envmap_fragment:rb,envmap_common_pars_fragment:ob,envmap_pars_fragment:ab,envmap_pars_vertex:lb,envmap_physical_pars_fragment:yb,envmap_vertex:cb,fog_vertex:hb,fog_pars_vertex:ub,fog_fragment:db,fog_pars_fragment:fb,gradientmap_pars_fragment:pb,lightmap_pars_fragment:mb,lights_lambert_fragment:gb,lights_lambert_pars_fragment:_b,lights_pars_begin:xb,lights_toon_fragment:vb,lights_toon_pars_fragment:bb,lights_phong_fragment:Sb,lights_phong_pars_fragment:Mb,lights_physical_fragment:wb,lights_physical_pars_fragment:Eb,lights_fragment_begin:Tb,lights_fragment_maps:Ab,lights_fragment_end:Rb,lightprobes_pars_fragment:Cb,logdepthbuf_fragment:Pb,logdepthbuf_pars_fragment:Ib,logdepthbuf_pars_vertex:Lb,logdepthbuf_vertex:Db,map_fragment:Nb,map_pars_fragment:Ub,map_particle_fragment:Ob,map_particle_pars_fragment:Fb,metalnessmap_fragment:Bb,metalnessmap_pars_fragment:kb,morphinstance_vertex:zb,morphcolor_vertex:Vb,morphnormal_vertex:Hb,morphtarget_pars_vertex:Gb,morphtarget_vertex:Wb,normal_fragment_begin:Xb,normal_fragment_maps:qb,normal_pars_fragment:Yb,normal_pars_vertex:$b,normal_vertex:Zb,normalmap_pars_fragment:Kb,clearcoat_normal_fragment_begin:Jb,clearcoat_normal_fragment_maps:jb,clearcoat_pars_fragment:Qb,iridescence_pars_fragment:tS,opaque_fragment:eS,packing:nS,premultiplied_alpha_fragment:iS,project_vertex:sS,dithering_fragment:rS,dithering_pars_fragment:oS,roughnessmap_fragment:aS,roughnessmap_pars_fragment:lS,shadowmap_pars_fragment:cS,shadowmap_pars_vertex:hS,shadowmap_vertex:uS,shadowmask_pars_fragment:dS,skinbase_vertex:fS,skinning_pars_vertex:pS,skinning_vertex:mS,skinnormal_vertex:gS,specularmap_fragment:_S,specularmap_pars_fragment:xS,tonemapping_fragment:yS,tonemapping_pars_fragment:vS,transmission_fragment:bS,transmission_pars_fragment:SS,uv_pars_fragment:MS,uv_pars_vertex:wS,uv_vertex:ES,worldpos_vertex:TS,background_vert:AS,background_frag:RS,backgroundCube_vert:CS,backgroundCube_frag:PS,cube_vert:IS,cube_frag:LS,depth_vert:DS,depth_frag:NS,distance_vert:US,distance_frag:OS,equirect_vert:FS,equirect_frag:BS,linedashed_vert:kS,linedashed_frag:zS,meshbasic_vert:VS,meshbasic_frag:HS,meshlambert_vert:GS,meshlambert_frag:WS,meshmatcap_vert:XS,meshmatcap_frag:qS,meshnormal_vert:YS,meshnormal_frag:$S,meshphong_vert:ZS,meshphong_frag:KS,meshphysical_vert:JS,meshphysical_frag:jS,meshtoon_vert:QS,meshtoon_frag:tM,points_vert:eM,points_frag:nM,shadow_vert:iM,shadow_frag:sM,sprite_vert:rM,sprite_frag:oM},Lt={common:{diffuse:{value:new ee(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new te},alphaMap:{value:null},alphaMapTransform:{value:new te},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new te}},envmap:{envMap:{value:null},envMapRotation:{value:new te},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new te}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new te}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new te},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new te},normalScale:{value:new $t(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new te},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new te}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new te}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new te}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ee(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ee(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new te},alphaTest:{value:0},uvTransform:{value:new te}},sprite:{diffuse:{value:new ee(16777215)},opacity:{value:1},center:{value:new $t(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new te},alphaMap:{value:null},alphaMapTransform:{value:new te},alphaTest:{value:0}}},es={basic:{uniforms:Fn([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.fog]),vertexShader:he.meshbasic_vert,fragmentShader:he.meshbasic_frag},lambert:{uniforms:Fn([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,Lt.lights,{emissive:{value:new ee(0)},envMapIntensity:{value:1}}]),vertexShader:he.meshlambert_vert,fragmentShader:he.meshlambert_frag},phong:{uniforms:Fn([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,Lt.lights,{emissive:{value:new ee(0)},specular:{value:new ee(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:he.meshphong_vert,fragmentShader:he.meshphong_frag},standard:{uniforms:Fn([Lt.common,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.roughnessmap,Lt.metalnessmap,Lt.fog,Lt.lights,{emissive:{value:new ee(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:he.meshphysical_vert,fragmentShader:he.meshphysical_frag},toon:{uniforms:Fn([Lt.common,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.gradientmap,Lt.fog,Lt.lights,{emissive:{value:new ee(0)}}]),vertexShader:he.meshtoon_vert,fragmentShader:he.meshtoon_frag},matcap:{uniforms:Fn([Lt.common,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,{matcap:{value:null}}]),vertexShader:he.meshmatcap_vert,fragmentShader:he.meshmatcap_frag},points:{uniforms:Fn([Lt.points,Lt.fog]),vertexShader:he.points_vert,fragmentShader:he.points_frag},dashed:{uniforms:Fn([Lt.common,Lt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:he.linedashed_vert,fragmentShader:he.linedashed_frag},depth:{uniforms:Fn([Lt.common,Lt.displacementmap]),vertexShader:he.depth_vert,fragmentShader:he.depth_frag},normal:{uniforms:Fn([Lt.common,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,{opacity:{value:1}}]),vertexShader:he.meshnormal_vert,fragmentShader:he.meshnormal_frag},sprite:{uniforms:Fn([Lt.sprite,Lt.fog]),vertexShader:he.sprite_vert,fragmentShader:he.sprite_frag},background:{uniforms:{uvTransform:{value:new te},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:he.background_vert,fragmentShader:he.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new te}},vertexShader:he.backgroundCube_vert,fragmentShader:he.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:he.cube_vert,fragmentShader:he.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:he.equirect_vert,fragmentShader:he.equirect_frag},distance:{uniforms:Fn([Lt.common,Lt.displacementmap,{referencePosition:{value:new B},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:he.distance_vert,fragmentShader:he.distance_frag},shadow:{uniforms:Fn([Lt.lights,Lt.fog,{color:{value:new ee(0)},opacity:{value:1}}]),vertexShader:he.shadow_vert,fragmentShader:he.shadow_frag}};es.physical={uniforms:Fn([es.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new te},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new te},clearcoatNormalScale:{value:new $t(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new te},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new te},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new te},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new te},sheen:{value:0},sheenColor:{value:new ee(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new te},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new te},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new te},transmissionSamplerSize:{value:new $t},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new te},attenuationDistance:{value:0},attenuationColor:{value:new ee(0)},specularColor:{value:new ee(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new te},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new te},anisotropyVector:{value:new $t},anisotropyMap:{value:null},anisotropyMapTransform:{value:new te}}]),vertexShader:he.meshphysical_vert,fragmentShader:he.meshphysical_frag};var uh={r:0,b:0,g:0},aM=new ce,e0=new te;e0.set(-1,0,0,0,1,0,0,0,1);function lM(i,t,e,n,s,r){let o=new ee(0),a=s===!0?0:1,l,c,h=null,d=0,u=null;function m(y){let R=y.isScene===!0?y.background:null;if(R&&R.isTexture){let w=y.backgroundBlurriness>0;R=t.get(R,w)}return R}function _(y){let R=!1,w=m(y);w===null?f(o,a):w&&w.isColor&&(f(w,1),R=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||R)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function S(y,R){let w=m(R);w&&w.isCubeTexture?(c===void 0&&(c=new Yn(new Vs(1,1,1),new ji({name:"BackgroundCubeMaterial",uniforms:gr(es.backgroundCube.uniforms),vertexShader:es.backgroundCube.vertexShader,fragmentShader:es.backgroundCube.fragmentShader,side:$n,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,T,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=w,c.material.uniforms.backgroundBlurriness.value=R.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(aM.makeRotationFromEuler(R.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(e0),c.material.toneMapped=xe.getTransfer(w.colorSpace)!==Ae,(h!==w||d!==w.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=w,d=w.version,u=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):w&&w.isTexture&&(l===void 0&&(l=new Yn(new hr(2,2),new ji({name:"BackgroundMaterial",uniforms:gr(es.background.uniforms),vertexShader:es.background.vertexShader,fragmentShader:es.background.fragmentShader,side:$s,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=w,l.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,l.material.toneMapped=xe.getTransfer(w.colorSpace)!==Ae,w.matrixAutoUpdate===!0&&w.updateMatrix(),l.material.uniforms.uvTransform.value.copy(w.matrix),(h!==w||d!==w.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=w,d=w.version,u=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function f(y,R){y.getRGB(uh,Pd(i)),e.buffers.color.setClear(uh.r,uh.g,uh.b,R,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,R=1){o.set(y),a=R,f(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,f(o,a)},render:_,addToRenderList:S,dispose:p}}function cM(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(L,z,V,N,W){let Y=!1,G=d(L,N,V,z);r!==G&&(r=G,c(r.object)),Y=m(L,N,V,W),Y&&_(L,N,V,W),W!==null&&t.update(W,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,w(L,z,V,N),W!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(W).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function d(L,z,V,N){let W=N.wireframe===!0,Y=n[z.id];Y===void 0&&(Y={},n[z.id]=Y);let G=L.isInstancedMesh===!0?L.id:0,ct=Y[G];ct===void 0&&(ct={},Y[G]=ct);let J=ct[V.id];J===void 0&&(J={},ct[V.id]=J);let Q=J[W];return Q===void 0&&(Q=u(l()),J[W]=Q),Q}function u(L){let z=[],V=[],N=[];for(let W=0;W<e;W++)z[W]=0,V[W]=0,N[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:V,attributeDivisors:N,object:L,attributes:{},index:null}}function m(L,z,V,N){let W=r.attributes,Y=z.attributes,G=0,ct=V.getAttributes();for(let J in ct)if(ct[J].location>=0){let st=W[J],dt=Y[J];if(dt===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(dt=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(dt=L.instanceColor)),st===void 0||st.attribute!==dt||dt&&st.data!==dt.data)return!0;G++}return r.attributesNum!==G||r.index!==N}function _(L,z,V,N){let W={},Y=z.attributes,G=0,ct=V.getAttributes();for(let J in ct)if(ct[J].location>=0){let st=Y[J];st===void 0&&(J==="instanceMatrix"&&L.instanceMatrix&&(st=L.instanceMatrix),J==="instanceColor"&&L.instanceColor&&(st=L.instanceColor));let dt={};dt.attribute=st,st&&st.data&&(dt.data=st.data),W[J]=dt,G++}r.attributes=W,r.attributesNum=G,r.index=N}function S(){let L=r.newAttributes;for(let z=0,V=L.length;z<V;z++)L[z]=0}function f(L){p(L,0)}function p(L,z){let V=r.newAttributes,N=r.enabledAttributes,W=r.attributeDivisors;V[L]=1,N[L]===0&&(i.enableVertexAttribArray(L),N[L]=1),W[L]!==z&&(i.vertexAttribDivisor(L,z),W[L]=z)}function y(){let L=r.newAttributes,z=r.enabledAttributes;for(let V=0,N=z.length;V<N;V++)z[V]!==L[V]&&(i.disableVertexAttribArray(V),z[V]=0)}function R(L,z,V,N,W,Y,G){G===!0?i.vertexAttribIPointer(L,z,V,W,Y):i.vertexAttribPointer(L,z,V,N,W,Y)}function w(L,z,V,N){S();let W=N.attributes,Y=V.getAttributes(),G=z.defaultAttributeValues;for(let ct in Y){let J=Y[ct];if(J.location>=0){let Q=W[ct];if(Q===void 0&&(ct==="instanceMatrix"&&L.instanceMatrix&&(Q=L.instanceMatrix),ct==="instanceColor"&&L.instanceColor&&(Q=L.instanceColor)),Q!==void 0){let st=Q.normalized,dt=Q.itemSize,ut=t.get(Q);if(ut===void 0)continue;let tt=ut.buffer,mt=ut.type,xt=ut.bytesPerElement,At=mt===i.INT||mt===i.UNSIGNED_INT||Q.gpuType===Ac;if(Q.isInterleavedBufferAttribute){let St=Q.data,Gt=St.isInterleavedBuffer===!0?St.stride:St.itemSize,se=Q.offset;if(St.isInstancedInterleavedBuffer||St.isInstancedBufferAttribute){for(let Vt=0;Vt<J.locationSize;Vt++)p(J.location+Vt,St.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=St.meshPerAttribute*St.count)}else for(let Vt=0;Vt<J.locationSize;Vt++)f(J.location+Vt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Vt=0;Vt<J.locationSize;Vt++)R(J.location+Vt,dt/J.locationSize,mt,st,Gt*xt,(se+dt/J.locationSize*Vt)*xt,At)}else{if(Q.isInstancedBufferAttribute){for(let St=0;St<J.locationSize;St++)p(J.location+St,Q.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let St=0;St<J.locationSize;St++)f(J.location+St);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let St=0;St<J.locationSize;St++)R(J.location+St,dt/J.locationSize,mt,st,dt*xt,dt/J.locationSize*St*xt,At)}}else if(G!==void 0){let st=G[ct];if(st!==void 0)switch(st.length){case 2:i.vertexAttrib2fv(J.location,st);break;case 3:i.vertexAttrib3fv(J.location,st);break;case 4:i.vertexAttrib4fv(J.location,st);break;default:i.vertexAttrib1fv(J.location,st)}}}}y()}function C(){F();for(let L in n){let z=n[L];for(let V in z){let N=z[V];for(let W in N){let Y=N[W];for(let G in Y)h(Y[G].object),delete Y[G];delete N[W]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let z=n[L.id];for(let V in z){let N=z[V];for(let W in N){let Y=N[W];for(let G in Y)h(Y[G].object),delete Y[G];delete N[W]}}delete n[L.id]}function x(L){for(let z in n){let V=n[z];for(let N in V){let W=V[N];if(W[L.id]===void 0)continue;let Y=W[L.id];for(let G in Y)h(Y[G].object),delete Y[G];delete W[L.id]}}}function E(L){for(let z in n){let V=n[z],N=L.isInstancedMesh===!0?L.id:0,W=V[N];if(W!==void 0){for(let Y in W){let G=W[Y];for(let ct in G)h(G[ct].object),delete G[ct];delete W[Y]}delete V[N],Object.keys(V).length===0&&delete n[z]}}}function F(){I(),o=!0,r!==s&&(r=s,c(r.object))}function I(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:I,dispose:C,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:x,initAttributes:S,enableAttribute:f,disableUnusedAttributes:y}}function hM(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let u=0;for(let m=0;m<h;m++)u+=c[m];e.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function uM(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Ni&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let E=x===Di&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==Kn&&x!==yi&&!E&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(qt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let d=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),u=e.logarithmicDepthBuffer===!0&&d===!1;e.reversedDepthBuffer===!0&&d===!1&&qt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&d===!0&&qt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let m=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),S=i.getParameter(i.MAX_TEXTURE_SIZE),f=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),R=i.getParameter(i.MAX_VARYING_VECTORS),w=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:m,maxVertexTextures:_,maxTextureSize:S,maxCubemapSize:f,maxAttributes:p,maxVertexUniforms:y,maxVaryings:R,maxFragmentUniforms:w,maxSamples:C,samples:T}}function dM(i){let t=this,e=null,n=0,s=!1,r=!1,o=new Wn,a=new te,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,u){let m=d.length!==0||u||n!==0||s;return s=u,n=d.length,m},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,u){e=h(d,u,0)},this.setState=function(d,u,m){let _=d.clippingPlanes,S=d.clipIntersection,f=d.clipShadows,p=i.get(d);if(!s||_===null||_.length===0||r&&!f)r?h(null):c();else{let y=r?0:n,R=y*4,w=p.clippingState||null;l.value=w,w=h(_,u,R,m);for(let C=0;C!==R;++C)w[C]=e[C];p.clippingState=w,this.numIntersection=S?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(d,u,m,_){let S=d!==null?d.length:0,f=null;if(S!==0){if(f=l.value,_!==!0||f===null){let p=m+S*4,y=u.matrixWorldInverse;a.getNormalMatrix(y),(f===null||f.length<p)&&(f=new Float32Array(p));for(let R=0,w=m;R!==S;++R,w+=4)o.copy(d[R]).applyMatrix4(y,a),o.normal.toArray(f,w),f[w+3]=o.constant}l.value=f,l.needsUpdate=!0}return t.numPlanes=S,t.numIntersection=0,f}}var Ba=class extends ai{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new fa(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Vs(5,5,5),r=new ji({name:"CubemapFromEquirect",uniforms:gr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:$n,blending:dr});r.uniforms.tEquirect.value=e;let o=new Yn(s,r),a=e.minFilter;return e.minFilter===vs&&(e.minFilter=qn),new fo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Dg=256,fM=3,pM=20,n0=256,i0=16,mM=3,gM=new B,_M=new ee,fh=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new fo(1,10,null),this._boxMesh=new Yn(new Vs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=gM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,u=l.autoClearColor,m=l.autoClearDepth,_=l.autoClearStencil,S=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,S===null&&(t.background=l.getClearColor(_M));let f=new fo(n,s,h);return f.position.copy(a),f.update(l,t),l.autoClear=d,l.autoClearColor=u,l.autoClearDepth=m,l.autoClearStencil=_,t.background=S,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Og(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Ug(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Dg,Rd(t))}_fromTexture(t,e){t.mapping===pr||t.mapping===_o?this._setSize(t.image.length===0?Dg:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=Ng(t,!1,!1),n=Math.log2(t)-fM;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Ng(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===pr||t.mapping===_o?(this._cubemapMaterial===null&&(this._cubemapMaterial=Og()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Ug()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=xM(),this._integrationMaterial=yM());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/i0);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-mM)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(n0*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=vM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function Ng(i,t,e){return new Ba(i,{minFilter:vs,generateMipmaps:t,type:Di,colorSpace:na,depthBuffer:e})}function ka(i,t,e){return new ji({name:i,uniforms:t,vertexShader:he.cube_vert,fragmentShader:e,side:$n,blending:dr,depthTest:!1,depthWrite:!1})}function xM(){return ka("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${n0}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function yM(){return ka("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:i0}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function vM(){return ka("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${pM}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Ug(){return ka("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Og(){return ka("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function bM(i){let t=new WeakMap,e=new WeakMap,n=null;function s(u,m=!1){return u==null?null:m?o(u):r(u)}function r(u){if(u&&u.isTexture){let m=u.mapping;if(m===wc||m===Ec)if(t.has(u)){let _=t.get(u).texture;return a(_,u.mapping)}else{let _=u.image;if(_&&_.height>0){let S=new Ba(_.height);return S.fromEquirectangularTexture(i,u),t.set(u,S),u.addEventListener("dispose",c),a(S.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let m=u.mapping,_=m===wc||m===Ec,S=m===pr||m===_o;if(_||S){let f=e.get(u),p=f!==void 0?f.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==p)return n===null&&(n=new fh(i)),f=_?n.fromEquirectangular(u,f):n.fromCubemap(u,f),f.texture.pmremVersion=u.pmremVersion,e.set(u,f),f.texture;if(f!==void 0)return f.texture;{let y=u.image;return _&&y&&y.height>0||S&&y&&l(y)?(n===null&&(n=new fh(i)),f=_?n.fromEquirectangular(u):n.fromCubemap(u),f.texture.pmremVersion=u.pmremVersion,e.set(u,f),u.addEventListener("dispose",h),f.texture):null}}}return u}function a(u,m){return m===wc?u.mapping=pr:m===Ec&&(u.mapping=_o),u}function l(u){let m=0,_=6;for(let S=0;S<_;S++)u[S]!==void 0&&m++;return m===_}function c(u){let m=u.target;m.removeEventListener("dispose",c);let _=t.get(m);_!==void 0&&(t.delete(m),_.dispose())}function h(u){let m=u.target;m.removeEventListener("dispose",h);let _=e.get(m);_!==void 0&&(e.delete(m),_.dispose())}function d(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:d}}function SM(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&jo("WebGLRenderer: "+n+" extension not supported."),s}}}function MM(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(_=>delete s[_]);function a(_){l(_.target)}function l(_){_.index!==null&&t.remove(_.index);for(let f in _.attributes)t.remove(_.attributes[f]);_.removeEventListener("dispose",a),delete s[_.id],o.unregister(_);let S=r.get(_);S&&(t.remove(S),r.delete(_)),n.releaseStatesOfGeometry(_),_.isInstancedBufferGeometry===!0&&delete _._maxInstanceCount,e.memory.geometries--}function c(_,S){return s[S.id]!==void 0||(S.addEventListener("dispose",a),s[S.id]=new WeakRef(S),o.register(S,S.id,S),e.memory.geometries++),S}function h(_){let S=_.attributes;for(let f in S)t.update(S[f],i.ARRAY_BUFFER)}function d(_){let S=_.index,f=_.attributes.position,p=0;if(f===void 0)return;let y=S!==null?S.array.length:f.array.length/3-1,R=f.count>=65535?la:aa,w=new R(Math.ceil(y/3)*6,1),C=w.array;if(S!==null){let x=S.array;p=S.version;for(let E=0,F=0;E<y;E+=3){let I=x[E+0],L=x[E+1],z=x[E+2];C[F++]=I,C[F++]=L,C[F++]=L,C[F++]=z,C[F++]=z,C[F++]=I}}else{p=f.version;for(let x=0,E=0;x<y;x+=3){let F=x+0,I=x+1,L=x+2;C[E++]=F,C[E++]=I,C[E++]=I,C[E++]=L,C[E++]=L,C[E++]=F}}w.version=p;let T=r.get(_);T&&t.remove(T),r.set(_,w)}function u(_){let S=r.get(_);if(S){let f=_.index;f!==null&&S.version<f.version&&d(_)}else d(_);return r.get(_)}function m(){for(let _ in s){let S=s[_].deref();S!==void 0&&l(S)}}return{get:c,update:h,getWireframeAttribute:u,dispose:m}}function wM(i,t,e){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,u){i.drawElements(n,u,r,d*o),e.update(u,n,1)}function c(d,u,m){m!==0&&(i.drawElementsInstanced(n,u,r,d*o,m),e.update(u,n,m))}function h(d,u,m){if(m===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,d,0,m);let S=0;for(let f=0;f<m;f++)S+=u[f];e.update(S,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function EM(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:jt("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function TM(i,t,e){let n=new WeakMap,s=new qe;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,d=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==d){let F=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",F)};u!==void 0&&u.texture.dispose();let m=a.morphAttributes.position!==void 0,_=a.morphAttributes.normal!==void 0,S=a.morphAttributes.color!==void 0,f=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],R=0;m===!0&&(R=1),_===!0&&(R=2),S===!0&&(R=3);let w=a.attributes.position.count*R,C=1;w>t.maxTextureSize&&(C=Math.ceil(w/t.maxTextureSize),w=t.maxTextureSize);let T=new Float32Array(w*C*4*d),x=new ra(T,w,C,d);x.type=yi,x.needsUpdate=!0;let E=R*4;for(let I=0;I<d;I++){let L=f[I],z=p[I],V=y[I],N=w*C*4*I;for(let W=0;W<L.count;W++){let Y=W*E;m===!0&&(s.fromBufferAttribute(L,W),T[N+Y+0]=s.x,T[N+Y+1]=s.y,T[N+Y+2]=s.z,T[N+Y+3]=0),_===!0&&(s.fromBufferAttribute(z,W),T[N+Y+4]=s.x,T[N+Y+5]=s.y,T[N+Y+6]=s.z,T[N+Y+7]=0),S===!0&&(s.fromBufferAttribute(V,W),T[N+Y+8]=s.x,T[N+Y+9]=s.y,T[N+Y+10]=s.z,T[N+Y+11]=V.itemSize===4?s.w:1)}}u={count:d,texture:x,size:new $t(w,C)},n.set(a,u),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let m=0;for(let S=0;S<c.length;S++)m+=c[S];let _=a.morphTargetsRelative?1:1-m;l.getUniforms().setValue(i,"morphTargetBaseInfluence",_),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function AM(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,d=c.geometry,u=t.get(c,d);if(r.get(u)!==h&&(t.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let m=c.skeleton;r.get(m)!==h&&(m.update(),r.set(m,h))}return u}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var RM={[ld]:"LINEAR_TONE_MAPPING",[cd]:"REINHARD_TONE_MAPPING",[hd]:"CINEON_TONE_MAPPING",[ud]:"ACES_FILMIC_TONE_MAPPING",[fd]:"AGX_TONE_MAPPING",[pd]:"NEUTRAL_TONE_MAPPING",[dd]:"CUSTOM_TONE_MAPPING"};function CM(i,t,e,n,s,r){let o=new ai(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new fn;h.setAttribute("position",new Xe([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Xe([0,2,0,0,2,0],2));let d=new lc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new Yn(h,d),m=new Ma(-1,1,1,-1,0,1),_=null,S=null,f=!1,p,y=null,R=[],w=!1;this.setSize=function(C,T){o.setSize(C,T),a!==null&&a.setSize(C,T),l!==null&&l.setSize(C,T);for(let x=0;x<R.length;x++){let E=R[x];E.setSize&&E.setSize(C,T)}},this.setEffects=function(C){R=C,w=R.length>0&&R[0].isRenderPass===!0;let T=o.width,x=o.height;R.length>0&&a===null&&(a=new ai(T,x,{type:Di,depthBuffer:!1,stencilBuffer:!1}),l=new ai(T,x,{type:Di,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&R.some(F=>F.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new ys(T,x),r===!0&&(c.format=bs,c.type=mr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let F=0;F<R.length;F++){let I=R[F];I.setSize&&I.setSize(T,x),E&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(C,T){if(f||C.toneMapping===Qi&&R.length===0)return!1;if(y=T,T!==null){let x=T.width,E=T.height;(o.width!==x||o.height!==E)&&this.setSize(x,E)}return w===!1&&C.setRenderTarget(o),p=C.toneMapping,C.toneMapping=Qi,!0},this.hasRenderPass=function(){return w},this.end=function(C,T){C.toneMapping=p,f=!0;let x=o,E=a;for(let F=0;F<R.length;F++){let I=R[F];I.enabled!==!1&&(I.render(C,E,x,T),I.needsSwap!==!1&&(x=E,E=E===a?l:a))}if(_!==C.outputColorSpace||S!==C.toneMapping){_=C.outputColorSpace,S=C.toneMapping,d.defines={},xe.getTransfer(_)===Ae&&(d.defines.SRGB_TRANSFER="");let F=RM[S];F&&(d.defines[F]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=x.texture,C.setRenderTarget(y),C.render(u,m),y=null,f=!1},this.isCompositing=function(){return f},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),d.dispose()}}var s0=new Zn,r0=new ys(1,1),o0=new pa(1),a0=new ra,l0=new sc,c0=new fa,Fg=[],Bg=[],kg=new Float32Array(16),zg=new Float32Array(9),Vg=new Float32Array(4);function bo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=Fg[s];if(r===void 0&&(r=new Float32Array(s),Fg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function vn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function bn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function mh(i,t){let e=Bg[t];e===void 0&&(e=new Int32Array(t),Bg[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function PM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function IM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(vn(e,t))return;i.uniform2fv(this.addr,t),bn(e,t)}}function LM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(vn(e,t))return;i.uniform3fv(this.addr,t),bn(e,t)}}function DM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(vn(e,t))return;i.uniform4fv(this.addr,t),bn(e,t)}}function NM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(vn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),bn(e,t)}else{if(vn(e,n))return;Vg.set(n),i.uniformMatrix2fv(this.addr,!1,Vg),bn(e,n)}}function UM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(vn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),bn(e,t)}else{if(vn(e,n))return;zg.set(n),i.uniformMatrix3fv(this.addr,!1,zg),bn(e,n)}}function OM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(vn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),bn(e,t)}else{if(vn(e,n))return;kg.set(n),i.uniformMatrix4fv(this.addr,!1,kg),bn(e,n)}}function FM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function BM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(vn(e,t))return;i.uniform2iv(this.addr,t),bn(e,t)}}function kM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(vn(e,t))return;i.uniform3iv(this.addr,t),bn(e,t)}}function zM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(vn(e,t))return;i.uniform4iv(this.addr,t),bn(e,t)}}function VM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function HM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(vn(e,t))return;i.uniform2uiv(this.addr,t),bn(e,t)}}function GM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(vn(e,t))return;i.uniform3uiv(this.addr,t),bn(e,t)}}function WM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(vn(e,t))return;i.uniform4uiv(this.addr,t),bn(e,t)}}function gh(i){return i.version===0&&(i.compareFunction=wd,i.needsUpdate=!0),i}function XM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=gh(r0):r=s0,e.setTexture2D(t||r,s)}function qM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||l0,s)}function YM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=gh(o0):r=c0,e.setTextureCube(t||r,s)}function $M(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||a0,s)}function ZM(i){switch(i){case 5126:return PM;case 35664:return IM;case 35665:return LM;case 35666:return DM;case 35674:return NM;case 35675:return UM;case 35676:return OM;case 5124:case 35670:return FM;case 35667:case 35671:return BM;case 35668:case 35672:return kM;case 35669:case 35673:return zM;case 5125:return VM;case 36294:return HM;case 36295:return GM;case 36296:return WM;case 35678:case 36198:case 36298:case 36306:case 35682:return XM;case 35679:case 36299:case 36307:return qM;case 35680:case 36300:case 36308:case 36293:return YM;case 36289:case 36303:case 36311:case 36292:return $M}}function KM(i,t){i.uniform1fv(this.addr,t)}function JM(i,t){let e=bo(t,this.size,2);i.uniform2fv(this.addr,e)}function jM(i,t){let e=bo(t,this.size,3);i.uniform3fv(this.addr,e)}function QM(i,t){let e=bo(t,this.size,4);i.uniform4fv(this.addr,e)}function tw(i,t){let e=bo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function ew(i,t){let e=bo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function nw(i,t){let e=bo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function iw(i,t){i.uniform1iv(this.addr,t)}function sw(i,t){i.uniform2iv(this.addr,t)}function rw(i,t){i.uniform3iv(this.addr,t)}function ow(i,t){i.uniform4iv(this.addr,t)}function aw(i,t){i.uniform1uiv(this.addr,t)}function lw(i,t){i.uniform2uiv(this.addr,t)}function cw(i,t){i.uniform3uiv(this.addr,t)}function hw(i,t){i.uniform4uiv(this.addr,t)}function uw(i,t,e){let n=this.cache,s=t.length,r=mh(e,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=gh(r0):o=s0;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function dw(i,t,e){let n=this.cache,s=t.length,r=mh(e,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||l0,r[o])}function fw(i,t,e){let n=this.cache,s=t.length,r=mh(e,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=gh(o0):o=c0;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function pw(i,t,e){let n=this.cache,s=t.length,r=mh(e,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||a0,r[o])}function mw(i){switch(i){case 5126:return KM;case 35664:return JM;case 35665:return jM;case 35666:return QM;case 35674:return tw;case 35675:return ew;case 35676:return nw;case 5124:case 35670:return iw;case 35667:case 35671:return sw;case 35668:case 35672:return rw;case 35669:case 35673:return ow;case 5125:return aw;case 36294:return lw;case 36295:return cw;case 36296:return hw;case 35678:case 36198:case 36298:case 36306:case 35682:return uw;case 35679:case 36299:case 36307:return dw;case 35680:case 36300:case 36308:case 36293:return fw;case 36289:case 36303:case 36311:case 36292:return pw}}var Od=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=ZM(e.type)}},Fd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=mw(e.type)}},Bd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Nd=/(\w+)(\])?(\[|\.)?/g;function Hg(i,t){i.seq.push(t),i.map[t.id]=t}function gw(i,t,e){let n=i.name,s=n.length;for(Nd.lastIndex=0;;){let r=Nd.exec(n),o=Nd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Hg(e,c===void 0?new Od(a,i,t):new Fd(a,i,t));break}else{let d=e.map[a];d===void 0&&(d=new Bd(a),Hg(e,d)),e=d}}}var vo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);gw(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Gg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var _w=37297,xw=0;function yw(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var Wg=new te;function vw(i){xe._getMatrix(Wg,xe.workingColorSpace,i);let t=`mat3( ${Wg.elements.map(e=>e.toFixed(4))} )`;switch(xe.getTransfer(i)){case ia:return[t,"LinearTransferOETF"];case Ae:return[t,"sRGBTransferOETF"];default:return qt("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Xg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+yw(i.getShaderSource(t),a)}else return r}function bw(i,t){let e=vw(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Sw={[ld]:"Linear",[cd]:"Reinhard",[hd]:"Cineon",[ud]:"ACESFilmic",[fd]:"AgX",[pd]:"Neutral",[dd]:"Custom"};function Mw(i,t){let e=Sw[t];return e===void 0?(qt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var dh=new B;function ww(){xe.getLuminanceCoefficients(dh);let i=dh.x.toFixed(4),t=dh.y.toFixed(4),e=dh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Ew(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Fa).join(`
`)}function Tw(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function Aw(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Fa(i){return i!==""}function qg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Yg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Rw=/^[ \t]*#include +<([\w\d./]+)>/gm;function kd(i){return i.replace(Rw,Cw)}function Cw(i,t){let e=he[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return kd(e)}var Pw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function $g(i){return i.replace(Pw,Iw)}function Iw(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Zg(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var Lw={[ur]:"SHADOWMAP_TYPE_PCF",[mo]:"SHADOWMAP_TYPE_VSM"};function Dw(i){return Lw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Nw={[_o]:"ENVMAP_MODE_REFRACTION"};function Uw(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":Nw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Ow={[Mc]:"ENVMAP_BLENDING_MULTIPLY",[ug]:"ENVMAP_BLENDING_MIX",[dg]:"ENVMAP_BLENDING_ADD"};function Fw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":Ow[i.combine]||"ENVMAP_BLENDING_NONE"}function Bw(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=Dw(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=Uw(e),d=Fw(e),u=Ew(e),m=Tw(r),_=s.createProgram(),S,f,p=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(S=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,m].filter(Fa).join(`
`),S.length>0&&(S+=`
`),f=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,m].filter(Fa).join(`
`),f.length>0&&(f+=`
`)):(S=[Zg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,m,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Fa).join(`
`),f=[Zg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,m,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+d:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Qi?"#define TONE_MAPPING":"",e.toneMapping!==Qi?he.tonemapping_pars_fragment:"",e.toneMapping!==Qi?Mw("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",he.colorspace_pars_fragment,bw("linearToOutputTexel",e.outputColorSpace),ww(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Fa).join(`
`)),o=kd(o),o=qg(o,e),o=Yg(o,e),a=kd(a),a=qg(a,e),a=Yg(a,e),o=$g(o),a=$g(a),e.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,S=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+S,f=["#define varying in",e.glslVersion===Ed?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Ed?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+f);let y=p+S+o,R=p+f+a,w=Gg(s,s.VERTEX_SHADER,y),C=Gg(s,s.FRAGMENT_SHADER,R);s.attachShader(_,w),s.attachShader(_,C),e.index0AttributeName!==void 0?s.bindAttribLocation(_,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(_,0,"position"),s.linkProgram(_);function T(I){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(_)||"",z=s.getShaderInfoLog(w)||"",V=s.getShaderInfoLog(C)||"",N=L.trim(),W=z.trim(),Y=V.trim(),G=!0,ct=!0;if(s.getProgramParameter(_,s.LINK_STATUS)===!1)if(G=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,_,w,C);else{let J=Xg(s,w,"vertex"),Q=Xg(s,C,"fragment");jt("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(_,s.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+N+`
`+J+`
`+Q)}else N!==""?qt("WebGLProgram: Program Info Log:",N):(W===""||Y==="")&&(ct=!1);ct&&(I.diagnostics={runnable:G,programLog:N,vertexShader:{log:W,prefix:S},fragmentShader:{log:Y,prefix:f}})}s.deleteShader(w),s.deleteShader(C),x=new vo(s,_),E=Aw(s,_)}let x;this.getUniforms=function(){return x===void 0&&T(this),x};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let F=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=s.getProgramParameter(_,_w)),F},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(_),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=xw++,this.cacheKey=t,this.usedTimes=1,this.program=_,this.vertexShader=w,this.fragmentShader=C,this}var kw=0,zd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Vd(t),e.set(t,n)),n}},Vd=class{constructor(t){this.id=kw++,this.code=t,this.usedTimes=0}};function zw(i){return i===Zs||i===Da||i===Na}function Vw(i,t,e,n,s,r){let o=new co,a=new zd,l=new Set,c=[],h=new Map,d=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function m(x){return l.add(x),x===0?"uv":`uv${x}`}function _(x,E,F,I,L,z){let V=I.fog,N=L.geometry,W=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?I.environment:null,Y=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,G=t.get(x.envMap||W,Y),ct=u[x.type],J=n.precision;x.precision!==null&&(J=n.getMaxPrecision(x.precision),J!==x.precision&&qt("WebGLProgram.getParameters:",x.precision,"not supported, using",J,"instead."));let Q=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,st=Q!==void 0?Q.length:0,dt=0;N.morphAttributes.position!==void 0&&(dt=1),N.morphAttributes.normal!==void 0&&(dt=2),N.morphAttributes.color!==void 0&&(dt=3);let ut,tt,mt,xt;if(ct){let Rt=es[ct];ut=Rt.vertexShader,tt=Rt.fragmentShader}else{ut=x.vertexShader,tt=x.fragmentShader;let Rt=a.getVertexShaderStage(x),oe=a.getFragmentShaderStage(x);a.update(x,Rt,oe),mt=Rt.id,xt=oe.id}let At=i.getRenderTarget(),St=i.state.buffers.depth.getReversed(),Gt=L.isInstancedMesh===!0,se=L.isBatchedMesh===!0,Vt=!!x.map,ue=!!x.matcap,ae=!!G,ne=ae&&G.isPMREMTexture===!0,Ge=!!x.aoMap,Oe=!!x.lightMap,sn=!!x.bumpMap&&x.wireframe===!1,Ie=!!x.normalMap,Mn=!!x.displacementMap,ye=!!x.emissiveMap,pn=!!x.metalnessMap,$e=!!x.roughnessMap,rn=x.anisotropy>0,O=x.clearcoat>0,Ct=x.diffuseRoughness>0,Yt=x.dispersion>0,re=x.retroreflectivity>0,Mt=x.iridescence>0,De=x.sheen>0,zt=x.transmission>0,Xt=rn&&!!x.anisotropyMap,A=O&&!!x.clearcoatMap,v=O&&!!x.clearcoatNormalMap,X=O&&!!x.clearcoatRoughnessMap,ht=Ct&&!!x.diffuseRoughnessMap,ot=Mt&&!!x.iridescenceMap,_t=Mt&&!!x.iridescenceThicknessMap,yt=De&&!!x.sheenColorMap,et=De&&!!x.sheenRoughnessMap,it=!!x.specularMap,pt=!!x.specularColorMap,U=!!x.specularIntensityMap,rt=zt&&!!x.transmissionMap,nt=zt&&!!x.thicknessMap,wt=!!x.gradientMap,gt=!!x.alphaMap,bt=x.alphaTest>0,Ht=!!x.alphaHash,Kt=!!x.extensions,lt=Qi;x.toneMapped&&(At===null||At.isXRRenderTarget===!0)&&(lt=i.toneMapping);let Ft=ne?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,Jt={shaderID:ct,shaderType:x.type,shaderName:x.name,vertexShader:ut,fragmentShader:tt,defines:x.defines,customVertexShaderID:mt,customFragmentShaderID:xt,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:J,batching:se,batchingColor:se&&L._colorsTexture!==null,instancing:Gt,instancingColor:Gt&&L.instanceColor!==null,instancingMorph:Gt&&L.morphTexture!==null,outputColorSpace:At===null?i.outputColorSpace:At.isXRRenderTarget===!0?At.texture.colorSpace:xe.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Vt,matcap:ue,envMap:ae,envMapMode:ae&&G.mapping,envMapPMREM:ne,envMapMaxLod:ne?Ft.length-1:null,envMapSize:ne?Ft[0].width:null,aoMap:Ge,lightMap:Oe,bumpMap:sn,normalMap:Ie,displacementMap:Mn,emissiveMap:ye,normalMapObjectSpace:Ie&&x.normalMapType===mg,normalMapTangentSpace:Ie&&x.normalMapType===hh,packedNormalMap:Ie&&x.normalMapType===hh&&zw(x.normalMap.format),metalnessMap:pn,roughnessMap:$e,anisotropy:rn,anisotropyMap:Xt,clearcoat:O,clearcoatMap:A,clearcoatNormalMap:v,clearcoatRoughnessMap:X,diffuseRoughness:Ct,diffuseRoughnessMap:ht,dispersion:Yt,retroreflection:re,iridescence:Mt,iridescenceMap:ot,iridescenceThicknessMap:_t,sheen:De,sheenColorMap:yt,sheenRoughnessMap:et,specularMap:it,specularColorMap:pt,specularIntensityMap:U,transmission:zt,transmissionMap:rt,thicknessMap:nt,gradientMap:wt,opaque:x.transparent===!1&&x.blending===go&&x.alphaToCoverage===!1,alphaMap:gt,alphaTest:bt,alphaHash:Ht,combine:x.combine,mapUv:Vt&&m(x.map.channel),aoMapUv:Ge&&m(x.aoMap.channel),lightMapUv:Oe&&m(x.lightMap.channel),bumpMapUv:sn&&m(x.bumpMap.channel),normalMapUv:Ie&&m(x.normalMap.channel),displacementMapUv:Mn&&m(x.displacementMap.channel),emissiveMapUv:ye&&m(x.emissiveMap.channel),metalnessMapUv:pn&&m(x.metalnessMap.channel),roughnessMapUv:$e&&m(x.roughnessMap.channel),anisotropyMapUv:Xt&&m(x.anisotropyMap.channel),clearcoatMapUv:A&&m(x.clearcoatMap.channel),clearcoatNormalMapUv:v&&m(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&m(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ht&&m(x.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&m(x.iridescenceMap.channel),iridescenceThicknessMapUv:_t&&m(x.iridescenceThicknessMap.channel),sheenColorMapUv:yt&&m(x.sheenColorMap.channel),sheenRoughnessMapUv:et&&m(x.sheenRoughnessMap.channel),specularMapUv:it&&m(x.specularMap.channel),specularColorMapUv:pt&&m(x.specularColorMap.channel),specularIntensityMapUv:U&&m(x.specularIntensityMap.channel),transmissionMapUv:rt&&m(x.transmissionMap.channel),thicknessMapUv:nt&&m(x.thicknessMap.channel),alphaMapUv:gt&&m(x.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Ie||rn),vertexNormals:!!N.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!N.attributes.uv&&(Vt||gt),fog:!!V,useFog:x.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||N.attributes.normal===void 0&&Ie===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:St,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:st,morphTextureStride:dt,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:z.filter(Rt=>Rt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&F.length>0,shadowMapType:i.shadowMap.type,toneMapping:lt,decodeVideoTexture:Vt&&x.map.isVideoTexture===!0&&xe.getTransfer(x.map.colorSpace)===Ae,decodeVideoTextureEmissive:ye&&x.emissiveMap.isVideoTexture===!0&&xe.getTransfer(x.emissiveMap.colorSpace)===Ae,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===xi,flipSided:x.side===$n,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Kt&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Kt&&x.extensions.multiDraw===!0||se)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Jt.vertexUv1s=l.has(1),Jt.vertexUv2s=l.has(2),Jt.vertexUv3s=l.has(3),l.clear(),Jt}function S(x){let E=[];if(x.shaderID?E.push(x.shaderID):(E.push(x.customVertexShaderID),E.push(x.customFragmentShaderID)),x.defines!==void 0)for(let F in x.defines)E.push(F),E.push(x.defines[F]);return x.isRawShaderMaterial===!1&&(f(E,x),p(E,x),E.push(i.outputColorSpace)),E.push(x.customProgramCacheKey),E.join()}function f(x,E){x.push(E.precision),x.push(E.outputColorSpace),x.push(E.envMapMode),x.push(E.envMapPMREM),x.push(E.envMapMaxLod),x.push(E.envMapSize),x.push(E.mapUv),x.push(E.alphaMapUv),x.push(E.lightMapUv),x.push(E.aoMapUv),x.push(E.bumpMapUv),x.push(E.normalMapUv),x.push(E.displacementMapUv),x.push(E.emissiveMapUv),x.push(E.metalnessMapUv),x.push(E.roughnessMapUv),x.push(E.anisotropyMapUv),x.push(E.clearcoatMapUv),x.push(E.clearcoatNormalMapUv),x.push(E.clearcoatRoughnessMapUv),x.push(E.diffuseRoughnessMapUv),x.push(E.iridescenceMapUv),x.push(E.iridescenceThicknessMapUv),x.push(E.sheenColorMapUv),x.push(E.sheenRoughnessMapUv),x.push(E.specularMapUv),x.push(E.specularColorMapUv),x.push(E.specularIntensityMapUv),x.push(E.transmissionMapUv),x.push(E.thicknessMapUv),x.push(E.combine),x.push(E.fogExp2),x.push(E.sizeAttenuation),x.push(E.morphTargetsCount),x.push(E.numSunLights),x.push(E.numDirLights),x.push(E.numPointLights),x.push(E.numSpotLights),x.push(E.numSpotLightMaps),x.push(E.numHemiLights),x.push(E.numRectAreaLights),x.push(E.numSunLightShadows),x.push(E.numDirLightShadows),x.push(E.numPointLightShadows),x.push(E.numSpotLightShadows),x.push(E.numSpotLightShadowsWithMaps),x.push(E.numLightProbes),x.push(E.numLightProbeGrids),x.push(E.shadowMapType),x.push(E.toneMapping),x.push(E.numClippingPlanes),x.push(E.numClipIntersection),x.push(E.depthPacking)}function p(x,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function y(x){let E=u[x.type],F;if(E){let I=es[E];F=Pg.clone(I.uniforms)}else F=x.uniforms;return F}function R(x,E){let F=h.get(E);return F!==void 0?++F.usedTimes:(F=new Bw(i,E,x,s),c.push(F),h.set(E,F)),F}function w(x){if(--x.usedTimes===0){let E=c.indexOf(x);c[E]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function C(x){a.remove(x)}function T(){a.dispose()}return{getParameters:_,getProgramCacheKey:S,getUniforms:y,acquireProgram:R,releaseProgram:w,releaseShaderCache:C,programs:c,dispose:T}}function Hw(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function Gw(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function Kg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Jg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u){let m=0;return u.isInstancedMesh&&(m+=2),u.isSkinnedMesh&&(m+=1),m}function a(u,m,_,S,f,p){let y=i[t];return y===void 0?(y={id:u.id,object:u,geometry:m,material:_,materialVariant:o(u),groupOrder:S,renderOrder:u.renderOrder,z:f,group:p},i[t]=y):(y.id=u.id,y.object=u,y.geometry=m,y.material=_,y.materialVariant=o(u),y.groupOrder=S,y.renderOrder=u.renderOrder,y.z=f,y.group=p),t++,y}function l(u,m,_,S,f,p,y){y.reversedDepth===!0&&(f=-f);let R=a(u,m,_,S,f,p);_.transmission>0?n.push(R):_.transparent===!0?s.push(R):e.push(R)}function c(u,m,_,S,f,p){let y=a(u,m,_,S,f,p);_.transmission>0?n.unshift(y):_.transparent===!0?s.unshift(y):e.unshift(y)}function h(u,m){e.length>1&&e.sort(u||Gw),n.length>1&&n.sort(m||Kg),s.length>1&&s.sort(m||Kg)}function d(){for(let u=t,m=i.length;u<m;u++){let _=i[u];if(_.id===null)break;_.id=null,_.object=null,_.geometry=null,_.material=null,_.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:d,sort:h}}function Ww(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Jg,i.set(n,[o])):s>=r.length?(o=new Jg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Xw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new B,color:new ee};break;case"SpotLight":e={position:new B,direction:new B,color:new ee,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new B,color:new ee,distance:0,decay:0};break;case"HemisphereLight":e={direction:new B,skyColor:new ee,groundColor:new ee};break;case"RectAreaLight":e={color:new ee,position:new B,halfWidth:new B,halfHeight:new B};break}return i[t.id]=e,e}}}function qw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new $t};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new $t};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new $t,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Yw=0;function $w(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function Zw(i){let t=new Xw,e=qw(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new B);let s=new B,r=new ce,o=new ce;function a(c){let h=0,d=0,u=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let m=0,_=0,S=0,f=0,p=0,y=0,R=0,w=0,C=0,T=0,x=0,E=0,F=0,I=0;c.sort($w);for(let z=0,V=c.length;z<V;z++){let N=c[z],W=N.color,Y=N.intensity,G=N.distance,ct=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===Zs?ct=N.shadow.map.texture:ct=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=W.r*Y,d+=W.g*Y,u+=W.b*Y;else if(N.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(N.sh.coefficients[J],Y);I++}else if(N.isSunLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,st=e.get(N);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[_]=st,n.sunShadowMap[_]=ct;let dt=Q.getViewportCount();for(let ut=0;ut<dt;ut++)n.sunShadowMatrix[S+ut]=Q.getMatrix(ut),n.sunShadowCascade[S+ut]=Q._cascadeData[ut];S+=dt,_++}n.sun[m]=J,m++}else if(N.isDirectionalLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,st=e.get(N);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,n.directionalShadow[f]=st,n.directionalShadowMap[f]=ct,n.directionalShadowMatrix[f]=N.shadow.matrix,C++}n.directional[f]=J,f++}else if(N.isSpotLight){let J=t.get(N);J.position.setFromMatrixPosition(N.matrixWorld),J.color.copy(W).multiplyScalar(Y),J.distance=G,J.coneCos=Math.cos(N.angle),J.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),J.decay=N.decay,n.spot[y]=J;let Q=N.shadow;if(N.map&&(n.spotLightMap[E]=N.map,E++,Q.updateMatrices(N),N.castShadow&&F++),n.spotLightMatrix[y]=Q.matrix,N.castShadow){let st=e.get(N);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,n.spotShadow[y]=st,n.spotShadowMap[y]=ct,x++}y++}else if(N.isRectAreaLight){let J=t.get(N);J.color.copy(W).multiplyScalar(Y),J.halfWidth.set(N.width*.5,0,0),J.halfHeight.set(0,N.height*.5,0),n.rectArea[R]=J,R++}else if(N.isPointLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),J.distance=N.distance,J.decay=N.decay,N.castShadow){let Q=N.shadow,st=e.get(N);st.shadowIntensity=Q.intensity,st.shadowBias=Q.bias,st.shadowNormalBias=Q.normalBias,st.shadowRadius=Q.radius,st.shadowMapSize=Q.mapSize,st.shadowCameraNear=Q.camera.near,st.shadowCameraFar=Q.camera.far,n.pointShadow[p]=st,n.pointShadowMap[p]=ct,n.pointShadowMatrix[p]=N.shadow.matrix,T++}n.point[p]=J,p++}else if(N.isHemisphereLight){let J=t.get(N);J.skyColor.copy(N.color).multiplyScalar(Y),J.groundColor.copy(N.groundColor).multiplyScalar(Y),n.hemi[w]=J,w++}}R>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Lt.LTC_FLOAT_1,n.rectAreaLTC2=Lt.LTC_FLOAT_2):(n.rectAreaLTC1=Lt.LTC_HALF_1,n.rectAreaLTC2=Lt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=d,n.ambient[2]=u;let L=n.hash;(L.sunLength!==m||L.directionalLength!==f||L.pointLength!==p||L.spotLength!==y||L.rectAreaLength!==R||L.hemiLength!==w||L.numSunShadows!==_||L.numDirectionalShadows!==C||L.numPointShadows!==T||L.numSpotShadows!==x||L.numSpotMaps!==E||L.numLightProbes!==I)&&(n.sun.length=m,n.directional.length=f,n.spot.length=y,n.rectArea.length=R,n.point.length=p,n.hemi.length=w,n.sunShadow.length=_,n.sunShadowMap.length=_,n.sunShadowMatrix.length=S,n.sunShadowCascade.length=S,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+E-F,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=I,L.sunLength=m,L.directionalLength=f,L.pointLength=p,L.spotLength=y,L.rectAreaLength=R,L.hemiLength=w,L.numSunShadows=_,L.numDirectionalShadows=C,L.numPointShadows=T,L.numSpotShadows=x,L.numSpotMaps=E,L.numLightProbes=I,n.version=Yw++)}function l(c,h){let d=0,u=0,m=0,_=0,S=0,f=0,p=h.matrixWorldInverse;for(let y=0,R=c.length;y<R;y++){let w=c[y];if(w.isSunLight){let C=n.sun[d];C.direction.setFromMatrixPosition(w.matrixWorld),C.direction.transformDirection(p),d++}else if(w.isDirectionalLight){let C=n.directional[u];C.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),u++}else if(w.isSpotLight){let C=n.spot[_];C.position.setFromMatrixPosition(w.matrixWorld),C.position.applyMatrix4(p),C.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),_++}else if(w.isRectAreaLight){let C=n.rectArea[S];C.position.setFromMatrixPosition(w.matrixWorld),C.position.applyMatrix4(p),o.identity(),r.copy(w.matrixWorld),r.premultiply(p),o.extractRotation(r),C.halfWidth.set(w.width*.5,0,0),C.halfHeight.set(0,w.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),S++}else if(w.isPointLight){let C=n.point[m];C.position.setFromMatrixPosition(w.matrixWorld),C.position.applyMatrix4(p),m++}else if(w.isHemisphereLight){let C=n.hemi[f];C.direction.setFromMatrixPosition(w.matrixWorld),C.direction.transformDirection(p),f++}}}return{setup:a,setupView:l,state:n}}function jg(i){let t=new Zw(i),e=[],n=[],s=[];function r(d){h.camera=d,e.length=0,n.length=0,s.length=0}function o(d){d.isLightProbeGrid?s.push(d):e.push(d)}function a(d){n.push(d)}function l(){t.setup(e),s.sort((d,u)=>d.priority-u.priority||d.id-u.id)}function c(d){t.setupView(e,d)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Kw(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new jg(i),t.set(s,[a])):r>=o.length?(a=new jg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Jw=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,jw=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,Qw=[new B(1,0,0),new B(-1,0,0),new B(0,1,0),new B(0,-1,0),new B(0,0,1),new B(0,0,-1)],tE=[new B(0,-1,0),new B(0,-1,0),new B(0,0,1),new B(0,0,-1),new B(0,-1,0),new B(0,-1,0)],Qg=new ce,Oa=new B,Ud=new B;function eE(i,t,e){let n=new ks,s=new $t,r=new $t,o=new qe,a=new cc,l=new hc,c={},h=e.maxTextureSize,d={[$s]:$n,[$n]:$s,[xi]:xi},u=new ji({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new $t},radius:{value:4}},vertexShader:Jw,fragmentShader:jw}),m=u.clone();m.defines.HORIZONTAL_PASS=1;let _=new fn;_.setAttribute("position",new dn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let S=new Yn(_,u),f=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=ur;let p=this.type;this.render=function(T,x,E){if(f.enabled===!1||f.autoUpdate===!1&&f.needsUpdate===!1||T.length===0)return;this.type===qm&&(qt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=ur);let F=i.getRenderTarget(),I=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),z=i.state;z.setBlending(dr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let V=p!==this.type;V&&x.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(W=>W.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,W=T.length;N<W;N++){let Y=T[N],G=Y.shadow;if(G===void 0){qt("WebGLShadowMap:",Y,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let ct=G.getFrameExtents();s.multiply(ct),r.copy(G.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,G.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,G.mapSize.y=r.y));let J=i.state.buffers.depth.getReversed();if(G.camera._reversedDepth=J,G.map===null||V===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===mo){if(Y.isPointLight){qt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new ai(s.x,s.y,{format:Zs,type:Di,minFilter:qn,magFilter:qn,generateMipmaps:!1}),G.map.texture.name=Y.name+".shadowMap",G.map.depthTexture=new ys(s.x,s.y,yi),G.map.depthTexture.name=Y.name+".shadowMapDepth",G.map.depthTexture.format=ms,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Cn,G.map.depthTexture.magFilter=Cn}else Y.isPointLight?(G.map=new Ba(s.x),G.map.depthTexture=new pa(s.x,Li)):(G.map=new ai(s.x,s.y),G.map.depthTexture=new ys(s.x,s.y,Li)),G.map.depthTexture.name=Y.name+".shadowMap",G.map.depthTexture.format=ms,this.type===ur?(G.map.depthTexture.compareFunction=J?Md:Sd,G.map.depthTexture.minFilter=qn,G.map.depthTexture.magFilter=qn):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Cn,G.map.depthTexture.magFilter=Cn);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let Q=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();Y.isPointLight!==!0&&G.updateMatrices(Y,E);let st=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:E.layers;for(let dt=0;dt<Q;dt++){let ut=G.getCamera(dt);if(Y.isPointLight){let tt=G.camera,mt=G.matrix,xt=Y.distance||tt.far;xt!==tt.far&&(tt.far=xt,tt.updateProjectionMatrix()),Oa.setFromMatrixPosition(Y.matrixWorld),tt.position.copy(Oa),Ud.copy(tt.position),Ud.add(Qw[dt]),tt.up.copy(tE[dt]),tt.lookAt(Ud),tt.updateMatrixWorld(),mt.makeTranslation(-Oa.x,-Oa.y,-Oa.z),Qg.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),G._frustum.setFromProjectionMatrix(Qg,tt.coordinateSystem,tt.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)i.setRenderTarget(G.map,dt),i.clear();else{dt===0&&(i.setRenderTarget(G.map),i.clear());let tt=G.getViewport(dt);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),z.viewport(o)}n=G.getFrustum(dt),w(x,E,ut,Y,st,this.type)}G.isPointLightShadow!==!0&&this.type===mo&&y(G,E),G.needsUpdate=!1}p=this.type,f.needsUpdate=!1,i.setRenderTarget(F,I,L)};function y(T,x){let E=t.update(S);u.defines.VSM_SAMPLES!==T.blurSamples&&(u.defines.VSM_SAMPLES=T.blurSamples,m.defines.VSM_SAMPLES=T.blurSamples,u.needsUpdate=!0,m.needsUpdate=!0),T.mapPass===null?T.mapPass=new ai(s.x,s.y,{format:Zs,type:Di}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),u.uniforms.shadow_pass.value=T.map.depthTexture,u.uniforms.resolution.value.set(T.map.width,T.map.height),u.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(x,null,E,u,S,null),m.uniforms.shadow_pass.value=T.mapPass.texture,m.uniforms.resolution.value.set(T.map.width,T.map.height),m.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(x,null,E,m,S,null)}function R(T,x,E,F){let I=null,L=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)I=L;else if(I=E.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let z=I.uuid,V=x.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let W=N[V];W===void 0&&(W=I.clone(),N[V]=W,x.addEventListener("dispose",C)),I=W}if(I.visible=x.visible,I.wireframe=x.wireframe,F===mo?I.side=x.shadowSide!==null?x.shadowSide:x.side:I.side=x.shadowSide!==null?x.shadowSide:d[x.side],I.alphaMap=x.alphaMap,I.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,I.map=x.map,I.clipShadows=x.clipShadows,I.clippingPlanes=x.clippingPlanes,I.clipIntersection=x.clipIntersection,I.displacementMap=x.displacementMap,I.displacementScale=x.displacementScale,I.displacementBias=x.displacementBias,I.wireframeLinewidth=x.wireframeLinewidth,I.linewidth=x.linewidth,E.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let z=i.properties.get(I);z.light=E}return I}function w(T,x,E,F,I,L){if(T.visible===!1)return;if(T.layers.test(I)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===mo)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let N=t.update(T),W=T.material;if(Array.isArray(W)){let Y=N.groups;for(let G=0,ct=Y.length;G<ct;G++){let J=Y[G],Q=W[J.materialIndex];if(Q&&Q.visible){let st=R(T,Q,F,L);T.onBeforeShadow(i,T,x,E,N,st,J),i.renderBufferDirect(E,null,N,st,T,J),T.onAfterShadow(i,T,x,E,N,st,J)}}}else if(W.visible){let Y=R(T,W,F,L);T.onBeforeShadow(i,T,x,E,N,Y,null),i.renderBufferDirect(E,null,N,Y,T,null),T.onAfterShadow(i,T,x,E,N,Y,null)}}let V=T.children;for(let N=0,W=V.length;N<W;N++)w(V[N],x,E,F,I,L)}function C(T){T.target.removeEventListener("dispose",C);for(let E in c){let F=c[E],I=T.target.uuid;I in F&&(F[I].dispose(),delete F[I])}}}function nE(i,t){function e(){let U=!1,rt=new qe,nt=null,wt=new qe(0,0,0,0);return{setMask:function(gt){nt!==gt&&!U&&(i.colorMask(gt,gt,gt,gt),nt=gt)},setLocked:function(gt){U=gt},setClear:function(gt,bt,Ht,Kt,lt){lt===!0&&(gt*=Kt,bt*=Kt,Ht*=Kt),rt.set(gt,bt,Ht,Kt),wt.equals(rt)===!1&&(i.clearColor(gt,bt,Ht,Kt),wt.copy(rt))},reset:function(){U=!1,nt=null,wt.set(-1,0,0,0)}}}function n(){let U=!1,rt=!1,nt=null,wt=null,gt=null;return{setReversed:function(bt){if(rt!==bt){let Ht=t.get("EXT_clip_control");bt?Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.ZERO_TO_ONE_EXT):Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.NEGATIVE_ONE_TO_ONE_EXT),rt=bt;let Kt=gt;gt=null,this.setClear(Kt)}},getReversed:function(){return rt},setTest:function(bt){bt?St(i.DEPTH_TEST):Gt(i.DEPTH_TEST)},setMask:function(bt){nt!==bt&&!U&&(i.depthMask(bt),nt=bt)},setFunc:function(bt){if(rt&&(bt=Tg[bt]),wt!==bt){switch(bt){case ql:i.depthFunc(i.NEVER);break;case Yl:i.depthFunc(i.ALWAYS);break;case $l:i.depthFunc(i.LESS);break;case so:i.depthFunc(i.LEQUAL);break;case Zl:i.depthFunc(i.EQUAL);break;case Kl:i.depthFunc(i.GEQUAL);break;case Jl:i.depthFunc(i.GREATER);break;case jl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}wt=bt}},setLocked:function(bt){U=bt},setClear:function(bt){gt!==bt&&(gt=bt,rt&&(bt=1-bt),i.clearDepth(bt))},reset:function(){U=!1,nt=null,wt=null,gt=null,rt=!1}}}function s(){let U=!1,rt=null,nt=null,wt=null,gt=null,bt=null,Ht=null,Kt=null,lt=null;return{setTest:function(Ft){U||(Ft?St(i.STENCIL_TEST):Gt(i.STENCIL_TEST))},setMask:function(Ft){rt!==Ft&&!U&&(i.stencilMask(Ft),rt=Ft)},setFunc:function(Ft,Jt,Rt){(nt!==Ft||wt!==Jt||gt!==Rt)&&(i.stencilFunc(Ft,Jt,Rt),nt=Ft,wt=Jt,gt=Rt)},setOp:function(Ft,Jt,Rt){(bt!==Ft||Ht!==Jt||Kt!==Rt)&&(i.stencilOp(Ft,Jt,Rt),bt=Ft,Ht=Jt,Kt=Rt)},setLocked:function(Ft){U=Ft},setClear:function(Ft){lt!==Ft&&(i.clearStencil(Ft),lt=Ft)},reset:function(){U=!1,rt=null,nt=null,wt=null,gt=null,bt=null,Ht=null,Kt=null,lt=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},d={},u={},m=new WeakMap,_=[],S=null,f=!1,p=null,y=null,R=null,w=null,C=null,T=null,x=null,E=new ee(0,0,0),F=0,I=!1,L=null,z=null,V=null,N=null,W=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,ct=0,J=i.getParameter(i.VERSION);J.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(J)[1]),G=ct>=1):J.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),G=ct>=2);let Q=null,st={},dt=i.getParameter(i.SCISSOR_BOX),ut=i.getParameter(i.VIEWPORT),tt=new qe().fromArray(dt),mt=new qe().fromArray(ut);function xt(U,rt,nt,wt){let gt=new Uint8Array(4),bt=i.createTexture();i.bindTexture(U,bt),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ht=0;Ht<nt;Ht++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,wt,0,i.RGBA,i.UNSIGNED_BYTE,gt):i.texImage2D(rt+Ht,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,gt);return bt}let At={};At[i.TEXTURE_2D]=xt(i.TEXTURE_2D,i.TEXTURE_2D,1),At[i.TEXTURE_CUBE_MAP]=xt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),At[i.TEXTURE_2D_ARRAY]=xt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),At[i.TEXTURE_3D]=xt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),St(i.DEPTH_TEST),o.setFunc(so),sn(!1),Ie(nd),St(i.CULL_FACE),Ge(dr);function St(U){h[U]!==!0&&(i.enable(U),h[U]=!0)}function Gt(U){h[U]!==!1&&(i.disable(U),h[U]=!1)}function se(U,rt){return u[U]!==rt?(i.bindFramebuffer(U,rt),u[U]=rt,U===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=rt),U===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Vt(U,rt){let nt=_,wt=!1;if(U){nt=m.get(rt),nt===void 0&&(nt=[],m.set(rt,nt));let gt=U.textures;if(nt.length!==gt.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let bt=0,Ht=gt.length;bt<Ht;bt++)nt[bt]=i.COLOR_ATTACHMENT0+bt;nt.length=gt.length,wt=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,wt=!0);wt&&i.drawBuffers(nt)}function ue(U){return S!==U?(i.useProgram(U),S=U,!0):!1}let ae={[fr]:i.FUNC_ADD,[$m]:i.FUNC_SUBTRACT,[Zm]:i.FUNC_REVERSE_SUBTRACT};ae[Km]=i.MIN,ae[Jm]=i.MAX;let ne={[jm]:i.ZERO,[Qm]:i.ONE,[tg]:i.SRC_COLOR,[od]:i.SRC_ALPHA,[og]:i.SRC_ALPHA_SATURATE,[sg]:i.DST_COLOR,[ng]:i.DST_ALPHA,[eg]:i.ONE_MINUS_SRC_COLOR,[ad]:i.ONE_MINUS_SRC_ALPHA,[rg]:i.ONE_MINUS_DST_COLOR,[ig]:i.ONE_MINUS_DST_ALPHA,[ag]:i.CONSTANT_COLOR,[lg]:i.ONE_MINUS_CONSTANT_COLOR,[cg]:i.CONSTANT_ALPHA,[hg]:i.ONE_MINUS_CONSTANT_ALPHA};function Ge(U,rt,nt,wt,gt,bt,Ht,Kt,lt,Ft){if(U===dr){f===!0&&(Gt(i.BLEND),f=!1);return}if(f===!1&&(St(i.BLEND),f=!0),U!==Ym){if(U!==p||Ft!==I){if((y!==fr||C!==fr)&&(i.blendEquation(i.FUNC_ADD),y=fr,C=fr),Ft)switch(U){case go:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case id:i.blendFunc(i.ONE,i.ONE);break;case sd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case rd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:jt("WebGLState: Invalid blending: ",U);break}else switch(U){case go:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case id:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case sd:jt("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case rd:jt("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:jt("WebGLState: Invalid blending: ",U);break}R=null,w=null,T=null,x=null,E.set(0,0,0),F=0,p=U,I=Ft}return}gt=gt||rt,bt=bt||nt,Ht=Ht||wt,(rt!==y||gt!==C)&&(i.blendEquationSeparate(ae[rt],ae[gt]),y=rt,C=gt),(nt!==R||wt!==w||bt!==T||Ht!==x)&&(i.blendFuncSeparate(ne[nt],ne[wt],ne[bt],ne[Ht]),R=nt,w=wt,T=bt,x=Ht),(Kt.equals(E)===!1||lt!==F)&&(i.blendColor(Kt.r,Kt.g,Kt.b,lt),E.copy(Kt),F=lt),p=U,I=!1}function Oe(U,rt){U.side===xi?Gt(i.CULL_FACE):St(i.CULL_FACE);let nt=U.side===$n;rt&&(nt=!nt),sn(nt),U.blending===go&&U.transparent===!1?Ge(dr):Ge(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let wt=U.stencilWrite;a.setTest(wt),wt&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),ye(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?St(i.SAMPLE_ALPHA_TO_COVERAGE):Gt(i.SAMPLE_ALPHA_TO_COVERAGE)}function sn(U){L!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),L=U)}function Ie(U){U!==Wm?(St(i.CULL_FACE),U!==z&&(U===nd?i.cullFace(i.BACK):U===Xm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Gt(i.CULL_FACE),z=U}function Mn(U){U!==V&&(G&&i.lineWidth(U),V=U)}function ye(U,rt,nt){U?(St(i.POLYGON_OFFSET_FILL),(N!==rt||W!==nt)&&(N=rt,W=nt,o.getReversed()&&(rt=-rt,nt=-nt),i.polygonOffset(rt,nt))):Gt(i.POLYGON_OFFSET_FILL)}function pn(U){U?St(i.SCISSOR_TEST):Gt(i.SCISSOR_TEST)}function $e(U){U===void 0&&(U=i.TEXTURE0+Y-1),Q!==U&&(i.activeTexture(U),Q=U)}function rn(U,rt,nt){nt===void 0&&(Q===null?nt=i.TEXTURE0+Y-1:nt=Q);let wt=st[nt];wt===void 0&&(wt={type:void 0,texture:void 0},st[nt]=wt),(wt.type!==U||wt.texture!==rt)&&(Q!==nt&&(i.activeTexture(nt),Q=nt),i.bindTexture(U,rt||At[U]),wt.type=U,wt.texture=rt)}function O(){let U=st[Q];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Ct(){try{i.compressedTexImage2D(...arguments)}catch(U){jt("WebGLState:",U)}}function Yt(){try{i.compressedTexImage3D(...arguments)}catch(U){jt("WebGLState:",U)}}function re(){try{i.texSubImage2D(...arguments)}catch(U){jt("WebGLState:",U)}}function Mt(){try{i.texSubImage3D(...arguments)}catch(U){jt("WebGLState:",U)}}function De(){try{i.compressedTexSubImage2D(...arguments)}catch(U){jt("WebGLState:",U)}}function zt(){try{i.compressedTexSubImage3D(...arguments)}catch(U){jt("WebGLState:",U)}}function Xt(){try{i.texStorage2D(...arguments)}catch(U){jt("WebGLState:",U)}}function A(){try{i.texStorage3D(...arguments)}catch(U){jt("WebGLState:",U)}}function v(){try{i.texImage2D(...arguments)}catch(U){jt("WebGLState:",U)}}function X(){try{i.texImage3D(...arguments)}catch(U){jt("WebGLState:",U)}}function ht(U){return d[U]!==void 0?d[U]:i.getParameter(U)}function ot(U,rt){d[U]!==rt&&(i.pixelStorei(U,rt),d[U]=rt)}function _t(U){tt.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),tt.copy(U))}function yt(U){mt.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),mt.copy(U))}function et(U,rt){let nt=c.get(rt);nt===void 0&&(nt=new WeakMap,c.set(rt,nt));let wt=nt.get(U);wt===void 0&&(wt=i.getUniformBlockIndex(rt,U.name),i.uniformBlockBinding(rt,wt,wt),nt.set(U,wt))}function it(U,rt,nt){let gt=c.get(rt).get(U);l[gt]!==nt&&(i.bindBufferBase(i.UNIFORM_BUFFER,gt,nt),l[gt]=nt)}function pt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},d={},Q=null,st={},u={},l={},m=new WeakMap,_=[],S=null,f=!1,p=null,y=null,R=null,w=null,C=null,T=null,x=null,E=new ee(0,0,0),F=0,I=!1,L=null,z=null,V=null,N=null,W=null,tt.set(0,0,i.canvas.width,i.canvas.height),mt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:St,disable:Gt,bindFramebuffer:se,drawBuffers:Vt,useProgram:ue,setBlending:Ge,setMaterial:Oe,setFlipSided:sn,setCullFace:Ie,setLineWidth:Mn,setPolygonOffset:ye,setScissorTest:pn,activeTexture:$e,bindTexture:rn,unbindTexture:O,compressedTexImage2D:Ct,compressedTexImage3D:Yt,texImage2D:v,texImage3D:X,pixelStorei:ot,getParameter:ht,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:Xt,texStorage3D:A,texSubImage2D:re,texSubImage3D:Mt,compressedTexSubImage2D:De,compressedTexSubImage3D:zt,scissor:_t,viewport:yt,reset:pt}}function iE(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new $t,h=new WeakMap,d=new Set,u,m=new WeakMap,_=new Set,S=new FinalizationRegistry(A=>_.delete(A)),f=!1;try{f=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(A,v){return f?new OffscreenCanvas(A,v):sa("canvas")}function y(A,v,X){let ht=1,ot=Xt(A);if((ot.width>X||ot.height>X)&&(ht=X/Math.max(ot.width,ot.height)),ht<1)if(typeof HTMLImageElement<"u"&&A instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&A instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&A instanceof ImageBitmap||typeof VideoFrame<"u"&&A instanceof VideoFrame){let _t=Math.floor(ht*ot.width),yt=Math.floor(ht*ot.height);u===void 0&&(u=p(_t,yt));let et=v?p(_t,yt):u;return et.width=_t,et.height=yt,et.getContext("2d").drawImage(A,0,0,_t,yt),qt("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+_t+"x"+yt+")."),et}else return"data"in A&&qt("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),A;return A}function R(A){return A.generateMipmaps}function w(A){i.generateMipmap(A)}function C(A){return A.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:A.isWebGL3DRenderTarget?i.TEXTURE_3D:A.isWebGLArrayRenderTarget||A.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(A,v,X,ht,ot,_t=!1){if(A!==null){if(i[A]!==void 0)return i[A];qt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+A+"'")}let yt;ht&&(yt=t.get("EXT_texture_norm16"),yt||qt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=v;if(v===i.RED&&(X===i.FLOAT&&(et=i.R32F),X===i.HALF_FLOAT&&(et=i.R16F),X===i.UNSIGNED_BYTE&&(et=i.R8),X===i.UNSIGNED_SHORT&&yt&&(et=yt.R16_EXT),X===i.SHORT&&yt&&(et=yt.R16_SNORM_EXT)),v===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.R8UI),X===i.UNSIGNED_SHORT&&(et=i.R16UI),X===i.UNSIGNED_INT&&(et=i.R32UI),X===i.BYTE&&(et=i.R8I),X===i.SHORT&&(et=i.R16I),X===i.INT&&(et=i.R32I)),v===i.RG&&(X===i.FLOAT&&(et=i.RG32F),X===i.HALF_FLOAT&&(et=i.RG16F),X===i.UNSIGNED_BYTE&&(et=i.RG8),X===i.UNSIGNED_SHORT&&yt&&(et=yt.RG16_EXT),X===i.SHORT&&yt&&(et=yt.RG16_SNORM_EXT)),v===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RG8UI),X===i.UNSIGNED_SHORT&&(et=i.RG16UI),X===i.UNSIGNED_INT&&(et=i.RG32UI),X===i.BYTE&&(et=i.RG8I),X===i.SHORT&&(et=i.RG16I),X===i.INT&&(et=i.RG32I)),v===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGB8UI),X===i.UNSIGNED_SHORT&&(et=i.RGB16UI),X===i.UNSIGNED_INT&&(et=i.RGB32UI),X===i.BYTE&&(et=i.RGB8I),X===i.SHORT&&(et=i.RGB16I),X===i.INT&&(et=i.RGB32I)),v===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),X===i.UNSIGNED_INT&&(et=i.RGBA32UI),X===i.BYTE&&(et=i.RGBA8I),X===i.SHORT&&(et=i.RGBA16I),X===i.INT&&(et=i.RGBA32I)),v===i.RGB&&(X===i.UNSIGNED_SHORT&&yt&&(et=yt.RGB16_EXT),X===i.SHORT&&yt&&(et=yt.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),v===i.RGBA){let it=_t?ia:xe.getTransfer(ot);X===i.FLOAT&&(et=i.RGBA32F),X===i.HALF_FLOAT&&(et=i.RGBA16F),X===i.UNSIGNED_BYTE&&(et=it===Ae?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&yt&&(et=yt.RGBA16_EXT),X===i.SHORT&&yt&&(et=yt.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function x(A,v){let X;return A?v===null||v===Li||v===mr?X=i.DEPTH24_STENCIL8:v===yi?X=i.DEPTH32F_STENCIL8:v===xo&&(X=i.DEPTH24_STENCIL8,qt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):v===null||v===Li||v===mr?X=i.DEPTH_COMPONENT24:v===yi?X=i.DEPTH_COMPONENT32F:v===xo&&(X=i.DEPTH_COMPONENT16),X}function E(A,v){return R(A)===!0||A.isFramebufferTexture&&A.minFilter!==Cn&&A.minFilter!==qn?Math.log2(Math.max(v.width,v.height))+1:A.mipmaps.length>0?A.mipmaps.length:A.isCompressedTexture&&Array.isArray(A.image)?v.mipmaps.length:1}function F(A){let v=new WeakRef(A);n.get(A).__ref=v,_.add(v),S.register(A,v,v)}function I(A){let v=n.get(A).__ref;v!==void 0&&(_.delete(v),S.unregister(v))}function L(A){V(A.target)}function z(A){N(A.target)}function V(A){A.removeEventListener("dispose",L),I(A),Y(A),A.isVideoTexture&&h.delete(A),A.isHTMLTexture&&d.delete(A)}function N(A){A.removeEventListener("dispose",z),I(A),ct(A)}function W(){for(let A of _){let v=A.deref();v!==void 0&&(v.isRenderTarget===!0?N(v):V(v))}_.clear(),d.clear()}function Y(A){let v=n.get(A);if(v.__webglInit===void 0)return;let X=A.source,ht=m.get(X);if(ht){let ot=ht[v.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&G(A),Object.keys(ht).length===0&&m.delete(X)}n.remove(A)}function G(A){let v=n.get(A);i.deleteTexture(v.__webglTexture);let X=A.source,ht=m.get(X);delete ht[v.__cacheKey],o.memory.textures--}function ct(A){let v=n.get(A);v.__depthDisposeCallback&&v.__depthDisposeCallback();let X=A.depthTexture;if(X&&X.renderTarget===A&&V(X),A.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(v.__webglFramebuffer[ot]))for(let _t=0;_t<v.__webglFramebuffer[ot].length;_t++)i.deleteFramebuffer(v.__webglFramebuffer[ot][_t]);else i.deleteFramebuffer(v.__webglFramebuffer[ot]);v.__webglDepthbuffer&&i.deleteRenderbuffer(v.__webglDepthbuffer[ot])}else{if(Array.isArray(v.__webglFramebuffer))for(let ot=0;ot<v.__webglFramebuffer.length;ot++)i.deleteFramebuffer(v.__webglFramebuffer[ot]);else i.deleteFramebuffer(v.__webglFramebuffer);if(v.__webglDepthbuffer&&i.deleteRenderbuffer(v.__webglDepthbuffer),v.__webglMultisampledFramebuffer&&i.deleteFramebuffer(v.__webglMultisampledFramebuffer),v.__webglColorRenderbuffer)for(let ot=0;ot<v.__webglColorRenderbuffer.length;ot++)v.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(v.__webglColorRenderbuffer[ot]);v.__webglDepthRenderbuffer&&i.deleteRenderbuffer(v.__webglDepthRenderbuffer)}let ht=A.textures;for(let ot=0,_t=ht.length;ot<_t;ot++){let yt=n.get(ht[ot]);yt.__webglTexture&&(i.deleteTexture(yt.__webglTexture),o.memory.textures--),n.remove(ht[ot])}n.remove(A)}let J=0;function Q(){J=0}function st(){return J}function dt(A){J=A}function ut(){let A=J;return A>=s.maxTextures&&qt("WebGLTextures: Trying to use "+(A+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,A}function tt(A){let v=[];return v.push(A.wrapS),v.push(A.wrapT),v.push(A.wrapR||0),v.push(A.magFilter),v.push(A.minFilter),v.push(A.anisotropy),v.push(A.internalFormat),v.push(A.format),v.push(A.type),v.push(A.generateMipmaps),v.push(A.mipmapsAutoUpdate),v.push(A.premultiplyAlpha),v.push(A.flipY),v.push(A.unpackAlignment),v.push(A.colorSpace),v.join()}function mt(A,v){let X=n.get(A);if(A.isVideoTexture&&De(A),A.isRenderTargetTexture===!1&&A.isExternalTexture!==!0&&A.version>0&&X.__version!==A.version){let ht=A.image;if(ht===null)qt("WebGLRenderer: Texture marked for update but no image data found.");else if(ht.complete===!1)qt("WebGLRenderer: Texture marked for update but image is incomplete");else{Oe(X,A,v);return}}else A.isExternalTexture&&(X.__webglTexture=A.sourceTexture?A.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+v)}function xt(A,v){let X=n.get(A);if(A.isRenderTargetTexture===!1&&A.version>0&&X.__version!==A.version){Oe(X,A,v);return}else A.isExternalTexture&&(X.__webglTexture=A.sourceTexture?A.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+v)}function At(A,v){let X=n.get(A);if(A.isRenderTargetTexture===!1&&A.version>0&&X.__version!==A.version){Oe(X,A,v);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+v)}function St(A,v){let X=n.get(A);if(A.version>0&&X.__version!==A.version){sn(X,A,v);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+v)}let Gt={[Ql]:i.REPEAT,[$i]:i.CLAMP_TO_EDGE,[tc]:i.MIRRORED_REPEAT},se={[Cn]:i.NEAREST,[fg]:i.NEAREST_MIPMAP_NEAREST,[Ra]:i.NEAREST_MIPMAP_LINEAR,[qn]:i.LINEAR,[Tc]:i.LINEAR_MIPMAP_NEAREST,[vs]:i.LINEAR_MIPMAP_LINEAR},Vt={[_g]:i.NEVER,[wd]:i.ALWAYS,[xg]:i.LESS,[Sd]:i.LEQUAL,[yg]:i.EQUAL,[Md]:i.GEQUAL,[vg]:i.GREATER,[bg]:i.NOTEQUAL};function ue(A,v){if(v.type===yi&&t.has("OES_texture_float_linear")===!1&&(v.magFilter===qn||v.magFilter===Tc||v.magFilter===Ra||v.magFilter===vs||v.minFilter===qn||v.minFilter===Tc||v.minFilter===Ra||v.minFilter===vs)&&qt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(A,i.TEXTURE_WRAP_S,Gt[v.wrapS]),i.texParameteri(A,i.TEXTURE_WRAP_T,Gt[v.wrapT]),(A===i.TEXTURE_3D||A===i.TEXTURE_2D_ARRAY)&&i.texParameteri(A,i.TEXTURE_WRAP_R,Gt[v.wrapR]),i.texParameteri(A,i.TEXTURE_MAG_FILTER,se[v.magFilter]),i.texParameteri(A,i.TEXTURE_MIN_FILTER,se[v.minFilter]),v.compareFunction&&(i.texParameteri(A,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(A,i.TEXTURE_COMPARE_FUNC,Vt[v.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(v.magFilter===Cn||v.minFilter!==Ra&&v.minFilter!==vs||v.type===yi&&t.has("OES_texture_float_linear")===!1)return;if(v.anisotropy>1||n.get(v).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(A,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(v.anisotropy,s.getMaxAnisotropy())),n.get(v).__currentAnisotropy=v.anisotropy}}}function ae(A,v){let X=!1;A.__webglInit===void 0&&(A.__webglInit=!0,v.addEventListener("dispose",L),F(v));let ht=v.source,ot=m.get(ht);ot===void 0&&(ot={},m.set(ht,ot));let _t=tt(v);if(_t!==A.__cacheKey){ot[_t]===void 0&&(ot[_t]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ot[_t].usedTimes++;let yt=ot[A.__cacheKey];yt!==void 0&&(ot[A.__cacheKey].usedTimes--,yt.usedTimes===0&&G(v)),A.__cacheKey=_t,A.__webglTexture=ot[_t].texture}return X}function ne(A,v,X){return Math.floor(Math.floor(A/X)/v)}function Ge(A,v,X,ht){let _t=A.updateRanges;if(_t.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,v.width,v.height,X,ht,v.data);else{_t.sort((U,rt)=>U.start-rt.start);let yt=0;for(let U=1;U<_t.length;U++){let rt=_t[yt],nt=_t[U],wt=rt.start+rt.count,gt=ne(nt.start,v.width,4),bt=ne(rt.start,v.width,4);nt.start<=wt+1&&gt===bt&&ne(nt.start+nt.count-1,v.width,4)===gt?rt.count=Math.max(rt.count,nt.start+nt.count-rt.start):(++yt,_t[yt]=nt)}_t.length=yt+1;let et=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),pt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,v.width);for(let U=0,rt=_t.length;U<rt;U++){let nt=_t[U],wt=Math.floor(nt.start/4),gt=Math.ceil(nt.count/4),bt=wt%v.width,Ht=Math.floor(wt/v.width),Kt=gt,lt=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,bt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Ht),e.texSubImage2D(i.TEXTURE_2D,0,bt,Ht,Kt,lt,X,ht,v.data)}A.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,et),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,pt)}}function Oe(A,v,X){let ht=i.TEXTURE_2D;(v.isDataArrayTexture||v.isCompressedArrayTexture)&&(ht=i.TEXTURE_2D_ARRAY),v.isData3DTexture&&(ht=i.TEXTURE_3D);let ot=ae(A,v),_t=v.source;e.bindTexture(ht,A.__webglTexture,i.TEXTURE0+X);let yt=n.get(_t);if(_t.version!==yt.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&v.image instanceof ImageBitmap)===!1){let lt=xe.getPrimaries(xe.workingColorSpace),Ft=v.colorSpace===Ss?null:xe.getPrimaries(v.colorSpace),Jt=v.colorSpace===Ss||lt===Ft?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,v.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,v.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Jt)}e.pixelStorei(i.UNPACK_ALIGNMENT,v.unpackAlignment);let it=y(v.image,!1,s.maxTextureSize);it=zt(v,it);let pt=r.convert(v.format,v.colorSpace),U=r.convert(v.type),rt=T(v.internalFormat,pt,U,v.normalized,v.colorSpace,v.isVideoTexture);ue(ht,v);let nt,wt=v.mipmaps,gt=v.isVideoTexture!==!0,bt=yt.__version===void 0||ot===!0,Ht=_t.dataReady,Kt=E(v,it);if(v.isDepthTexture)rt=x(v.format===bs,v.type),bt&&(gt?e.texStorage2D(i.TEXTURE_2D,1,rt,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,rt,it.width,it.height,0,pt,U,null));else if(v.isDataTexture)if(wt.length>0){gt&&bt&&e.texStorage2D(i.TEXTURE_2D,Kt,rt,wt[0].width,wt[0].height);for(let lt=0,Ft=wt.length;lt<Ft;lt++)nt=wt[lt],gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,U,nt.data):e.texImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,pt,U,nt.data);v.generateMipmaps=!1}else gt?(bt&&e.texStorage2D(i.TEXTURE_2D,Kt,rt,it.width,it.height),Ht&&Ge(v,it,pt,U)):e.texImage2D(i.TEXTURE_2D,0,rt,it.width,it.height,0,pt,U,it.data);else if(v.isCompressedTexture)if(v.isCompressedArrayTexture){gt&&bt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Kt,rt,wt[0].width,wt[0].height,it.depth);for(let lt=0,Ft=wt.length;lt<Ft;lt++)if(nt=wt[lt],v.format!==Ni)if(pt!==null)if(gt){if(Ht)if(v.layerUpdates.size>0){let Jt=Dd(nt.width,nt.height,v.format,v.type);for(let Rt of v.layerUpdates){let oe=nt.data.subarray(Rt*Jt/nt.data.BYTES_PER_ELEMENT,(Rt+1)*Jt/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,Rt,nt.width,nt.height,1,pt,oe)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,0,nt.width,nt.height,it.depth,pt,nt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,lt,rt,nt.width,nt.height,it.depth,0,nt.data,0,0);else qt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else gt?Ht&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,lt,0,0,0,nt.width,nt.height,it.depth,pt,U,nt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,lt,rt,nt.width,nt.height,it.depth,0,pt,U,nt.data);v.layerUpdates.size>0&&v.clearLayerUpdates()}else{gt&&bt&&e.texStorage2D(i.TEXTURE_2D,Kt,rt,wt[0].width,wt[0].height);for(let lt=0,Ft=wt.length;lt<Ft;lt++)nt=wt[lt],v.format!==Ni?pt!==null?gt?Ht&&e.compressedTexSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,nt.data):e.compressedTexImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,nt.data):qt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,nt.width,nt.height,pt,U,nt.data):e.texImage2D(i.TEXTURE_2D,lt,rt,nt.width,nt.height,0,pt,U,nt.data)}else if(v.isDataArrayTexture)if(gt){if(bt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Kt,rt,it.width,it.height,it.depth),Ht)if(v.layerUpdates.size>0){let lt=Dd(it.width,it.height,v.format,v.type);for(let Ft of v.layerUpdates){let Jt=it.data.subarray(Ft*lt/it.data.BYTES_PER_ELEMENT,(Ft+1)*lt/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ft,it.width,it.height,1,pt,U,Jt)}v.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,pt,U,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,it.width,it.height,it.depth,0,pt,U,it.data);else if(v.isData3DTexture)gt?(bt&&e.texStorage3D(i.TEXTURE_3D,Kt,rt,it.width,it.height,it.depth),Ht&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,pt,U,it.data)):e.texImage3D(i.TEXTURE_3D,0,rt,it.width,it.height,it.depth,0,pt,U,it.data);else if(v.isFramebufferTexture){if(bt)if(gt)e.texStorage2D(i.TEXTURE_2D,Kt,rt,it.width,it.height);else{let lt=it.width,Ft=it.height;for(let Jt=0;Jt<Kt;Jt++)e.texImage2D(i.TEXTURE_2D,Jt,rt,lt,Ft,0,pt,U,null),lt>>=1,Ft>>=1}}else if(v.isHTMLTexture){if("texElementImage2D"in i){let lt=i.canvas;if(lt.hasAttribute("layoutsubtree")||lt.setAttribute("layoutsubtree","true"),it.parentNode!==lt){lt.appendChild(it),d.add(v),lt.onpaint=Ft=>{let Jt=Ft.changedElements;for(let Rt of d)Jt.includes(Rt.image)&&(Rt.needsUpdate=!0)},lt.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let Jt=i.RGBA,Rt=i.RGBA,oe=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Jt,Rt,oe,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(wt.length>0){if(gt&&bt){let lt=Xt(wt[0]);e.texStorage2D(i.TEXTURE_2D,Kt,rt,lt.width,lt.height)}for(let lt=0,Ft=wt.length;lt<Ft;lt++)nt=wt[lt],gt?Ht&&e.texSubImage2D(i.TEXTURE_2D,lt,0,0,pt,U,nt):e.texImage2D(i.TEXTURE_2D,lt,rt,pt,U,nt);v.generateMipmaps=!1}else if(gt){if(bt){let lt=Xt(it);e.texStorage2D(i.TEXTURE_2D,Kt,rt,lt.width,lt.height)}Ht&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,pt,U,it)}else e.texImage2D(i.TEXTURE_2D,0,rt,pt,U,it);R(v)&&v.mipmapsAutoUpdate===!0&&w(ht),yt.__version=_t.version,v.onUpdate&&v.onUpdate(v)}A.__version=v.version}function sn(A,v,X){if(v.image.length!==6)return;let ht=ae(A,v),ot=v.source;e.bindTexture(i.TEXTURE_CUBE_MAP,A.__webglTexture,i.TEXTURE0+X);let _t=n.get(ot);if(ot.version!==_t.__version||ht===!0){e.activeTexture(i.TEXTURE0+X);let yt=xe.getPrimaries(xe.workingColorSpace),et=v.colorSpace===Ss?null:xe.getPrimaries(v.colorSpace),it=v.colorSpace===Ss||yt===et?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,v.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,v.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,v.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let pt=v.isCompressedTexture||v.image[0].isCompressedTexture,U=v.image[0]&&v.image[0].isDataTexture,rt=[];for(let Rt=0;Rt<6;Rt++)!pt&&!U?rt[Rt]=y(v.image[Rt],!0,s.maxCubemapSize):rt[Rt]=U?v.image[Rt].image:v.image[Rt],rt[Rt]=zt(v,rt[Rt]);let nt=rt[0],wt=r.convert(v.format,v.colorSpace),gt=r.convert(v.type),bt=T(v.internalFormat,wt,gt,v.normalized,v.colorSpace),Ht=v.isVideoTexture!==!0,Kt=_t.__version===void 0||ht===!0,lt=ot.dataReady,Ft=E(v,nt);ue(i.TEXTURE_CUBE_MAP,v);let Jt;if(v.isDepthTexture){if(bt=x(v.format===bs,v.type),Kt)if(Ht)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,bt,nt.width,nt.height);else for(let Rt=0;Rt<6;Rt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,bt,nt.width,nt.height,0,wt,gt,null)}else if(pt){Ht&&Kt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Ft,bt,nt.width,nt.height);for(let Rt=0;Rt<6;Rt++){Jt=rt[Rt].mipmaps;for(let oe=0;oe<Jt.length;oe++){let Fe=Jt[oe];v.format!==Ni?wt!==null?Ht?lt&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,0,0,Fe.width,Fe.height,wt,Fe.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,bt,Fe.width,Fe.height,0,Fe.data):qt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,0,0,Fe.width,Fe.height,wt,gt,Fe.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,bt,Fe.width,Fe.height,0,wt,gt,Fe.data)}}}else{if(Jt=v.mipmaps,Ht&&Kt){Jt.length>0&&Ft++;let Rt=Xt(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Ft,bt,Rt.width,Rt.height)}for(let Rt=0;Rt<6;Rt++)if(U){Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,rt[Rt].width,rt[Rt].height,wt,gt,rt[Rt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,bt,rt[Rt].width,rt[Rt].height,0,wt,gt,rt[Rt].data);for(let oe=0;oe<Jt.length;oe++){let Bn=Jt[oe].image[Rt].image;Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,0,0,Bn.width,Bn.height,wt,gt,Bn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,bt,Bn.width,Bn.height,0,wt,gt,Bn.data)}}else{Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,wt,gt,rt[Rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,bt,wt,gt,rt[Rt]);for(let oe=0;oe<Jt.length;oe++){let Fe=Jt[oe];Ht?lt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,0,0,wt,gt,Fe.image[Rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,bt,wt,gt,Fe.image[Rt])}}}R(v)&&v.mipmapsAutoUpdate===!0&&w(i.TEXTURE_CUBE_MAP),_t.__version=ot.version,v.onUpdate&&v.onUpdate(v)}A.__version=v.version}function Ie(A,v,X,ht,ot,_t){let yt=r.convert(X.format,X.colorSpace),et=r.convert(X.type),it=T(X.internalFormat,yt,et,X.normalized,X.colorSpace),pt=n.get(v),U=n.get(X);if(U.__renderTarget=v,!pt.__hasExternalTextures){let rt=Math.max(1,v.width>>_t),nt=Math.max(1,v.height>>_t);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,_t,it,rt,nt,v.depth,0,yt,et,null):e.texImage2D(ot,_t,it,rt,nt,0,yt,et,null)}e.bindFramebuffer(i.FRAMEBUFFER,A),Mt(v)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ht,ot,U.__webglTexture,0,re(v)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ht,ot,U.__webglTexture,_t),e.bindFramebuffer(i.FRAMEBUFFER,null)}function Mn(A,v,X){if(i.bindRenderbuffer(i.RENDERBUFFER,A),v.depthBuffer){let ht=v.depthTexture,ot=ht&&ht.isDepthTexture?ht.type:null,_t=x(v.stencilBuffer,ot),yt=v.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Mt(v)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,re(v),_t,v.width,v.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,re(v),_t,v.width,v.height):i.renderbufferStorage(i.RENDERBUFFER,_t,v.width,v.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,yt,i.RENDERBUFFER,A)}else{let ht=v.textures;for(let ot=0;ot<ht.length;ot++){let _t=ht[ot],yt=r.convert(_t.format,_t.colorSpace),et=r.convert(_t.type),it=T(_t.internalFormat,yt,et,_t.normalized,_t.colorSpace);Mt(v)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,re(v),it,v.width,v.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,re(v),it,v.width,v.height):i.renderbufferStorage(i.RENDERBUFFER,it,v.width,v.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function ye(A,v,X){let ht=v.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,A),!(v.depthTexture&&v.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(v.depthTexture);ot.__renderTarget=v;let _t=ht?v.depthTexture.image[0]:v.depthTexture.image;(!ot.__webglTexture||_t.width!==v.width||_t.height!==v.height)&&(_t.width=v.width,_t.height=v.height,v.depthTexture.needsUpdate=!0),ht?St(v.depthTexture,0):mt(v.depthTexture,0);let yt=ot.__webglTexture,et=re(v),it=ht?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,pt=v.depthTexture.format===bs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(v.depthTexture.format===ms)Mt(v)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,it,yt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,pt,it,yt,0);else if(v.depthTexture.format===bs)Mt(v)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,it,yt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,pt,it,yt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function pn(A){let v=n.get(A),X=A.isWebGLCubeRenderTarget===!0;if(v.__boundDepthTexture!==A.depthTexture){let ht=A.depthTexture;if(v.__depthDisposeCallback&&v.__depthDisposeCallback(),ht){let ot=()=>{delete v.__boundDepthTexture,delete v.__depthDisposeCallback,ht.removeEventListener("dispose",ot)};ht.addEventListener("dispose",ot),v.__depthDisposeCallback=ot}v.__boundDepthTexture=ht}if(A.depthTexture&&!v.__autoAllocateDepthBuffer)if(X)for(let ht=0;ht<6;ht++)ye(v.__webglFramebuffer[ht],A,ht);else A.texture.mipmaps.length>0?ye(v.__webglFramebuffer[0],A,0):ye(v.__webglFramebuffer,A,0);else if(X){v.__webglDepthbuffer=[];for(let ht=0;ht<6;ht++)if(e.bindFramebuffer(i.FRAMEBUFFER,v.__webglFramebuffer[ht]),v.__webglDepthbuffer[ht]===void 0)v.__webglDepthbuffer[ht]=i.createRenderbuffer(),Mn(v.__webglDepthbuffer[ht],A,!1);else{let ot=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=v.__webglDepthbuffer[ht];i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}}else if(A.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,v.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,v.__webglFramebuffer),v.__webglDepthbuffer===void 0)v.__webglDepthbuffer=i.createRenderbuffer(),Mn(v.__webglDepthbuffer,A,!1);else{let ot=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=v.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function $e(A,v,X){let ht=n.get(A);v!==void 0&&Ie(ht.__webglFramebuffer,A,A.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&pn(A)}function rn(A){let v=A.texture,X=n.get(A),ht=n.get(v);A.addEventListener("dispose",z),F(A);let ot=A.textures,_t=A.isWebGLCubeRenderTarget===!0,yt=ot.length>1;if(yt||(ht.__webglTexture===void 0&&(ht.__webglTexture=i.createTexture()),ht.__version=v.version,o.memory.textures++),_t){X.__webglFramebuffer=[];for(let et=0;et<6;et++)if(v.mipmaps.length>0){X.__webglFramebuffer[et]=[];for(let it=0;it<v.mipmaps.length;it++)X.__webglFramebuffer[et][it]=i.createFramebuffer()}else X.__webglFramebuffer[et]=i.createFramebuffer()}else{if(v.mipmaps.length>0){X.__webglFramebuffer=[];for(let et=0;et<v.mipmaps.length;et++)X.__webglFramebuffer[et]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(yt)for(let et=0,it=ot.length;et<it;et++){let pt=n.get(ot[et]);pt.__webglTexture===void 0&&(pt.__webglTexture=i.createTexture(),o.memory.textures++)}if(A.samples>0&&Mt(A)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let et=0;et<ot.length;et++){let it=ot[et];X.__webglColorRenderbuffer[et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[et]);let pt=r.convert(it.format,it.colorSpace),U=r.convert(it.type),rt=T(it.internalFormat,pt,U,it.normalized,it.colorSpace,A.isXRRenderTarget===!0),nt=re(A);i.renderbufferStorageMultisample(i.RENDERBUFFER,nt,rt,A.width,A.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+et,i.RENDERBUFFER,X.__webglColorRenderbuffer[et])}i.bindRenderbuffer(i.RENDERBUFFER,null),A.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),Mn(X.__webglDepthRenderbuffer,A,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(_t){e.bindTexture(i.TEXTURE_CUBE_MAP,ht.__webglTexture),ue(i.TEXTURE_CUBE_MAP,v);for(let et=0;et<6;et++)if(v.mipmaps.length>0)for(let it=0;it<v.mipmaps.length;it++)Ie(X.__webglFramebuffer[et][it],A,v,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Ie(X.__webglFramebuffer[et],A,v,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);R(v)?w(i.TEXTURE_CUBE_MAP):v.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,v.mipmaps.length-1),e.unbindTexture()}else if(yt){for(let et=0,it=ot.length;et<it;et++){let pt=ot[et],U=n.get(pt),rt=i.TEXTURE_2D;(A.isWebGL3DRenderTarget||A.isWebGLArrayRenderTarget)&&(rt=A.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,U.__webglTexture),ue(rt,pt),Ie(X.__webglFramebuffer,A,pt,i.COLOR_ATTACHMENT0+et,rt,0),R(pt)&&w(rt)}e.unbindTexture()}else{let et=i.TEXTURE_2D;if((A.isWebGL3DRenderTarget||A.isWebGLArrayRenderTarget)&&(et=A.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(et,ht.__webglTexture),ue(et,v),v.mipmaps.length>0)for(let it=0;it<v.mipmaps.length;it++)Ie(X.__webglFramebuffer[it],A,v,i.COLOR_ATTACHMENT0,et,it);else Ie(X.__webglFramebuffer,A,v,i.COLOR_ATTACHMENT0,et,0);R(v)?w(et):v.mipmaps.length>0&&i.texParameteri(et,i.TEXTURE_MAX_LEVEL,v.mipmaps.length-1),e.unbindTexture()}A.depthBuffer&&pn(A)}function O(A){let v=A.textures;for(let X=0,ht=v.length;X<ht;X++){let ot=v[X];if(R(ot)&&ot.mipmapsAutoUpdate===!0){let _t=C(A),yt=n.get(ot).__webglTexture;e.bindTexture(_t,yt),w(_t),e.unbindTexture()}}}let Ct=[];function Yt(A){if(A.samples>0){if(Mt(A)===!1){let v=A.textures,X=A.width,ht=A.height,ot=i.COLOR_BUFFER_BIT,_t=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,yt=n.get(A),et=v.length>1;if(et)for(let pt=0;pt<v.length;pt++)e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,yt.__webglMultisampledFramebuffer),A.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer);for(let pt=0;pt<v.length;pt++){if(A.resolveDepthBuffer&&(A.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),A.stencilBuffer&&A.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let U=n.get(v[pt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,X,ht,0,0,X,ht,ot,i.NEAREST),l===!0&&(Ct.length=0,Ct.push(i.COLOR_ATTACHMENT0+pt),A.depthBuffer&&A.storeMultisampledDepthBuffer===!1&&Ct.push(_t),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ct))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),et)for(let pt=0;pt<v.length;pt++){e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let U=n.get(v[pt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,U,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglMultisampledFramebuffer)}else if(A.depthBuffer&&A.storeMultisampledDepthBuffer===!1&&l){let v=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[v])}}}function re(A){return Math.min(s.maxSamples,A.samples)}function Mt(A){let v=n.get(A);return A.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&v.__useRenderToTexture!==!1}function De(A){let v=o.render.frame;h.get(A)!==v&&(h.set(A,v),A.update())}function zt(A,v){let X=A.colorSpace,ht=A.format,ot=A.type;return A.isCompressedTexture===!0||A.isVideoTexture===!0||X!==na&&X!==Ss&&(xe.getTransfer(X)===Ae?(ht!==Ni||ot!==Kn)&&qt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):jt("WebGLTextures: Unsupported texture color space:",X)),v}function Xt(A){return typeof HTMLImageElement<"u"&&A instanceof HTMLImageElement?(c.width=A.naturalWidth||A.width,c.height=A.naturalHeight||A.height):typeof VideoFrame<"u"&&A instanceof VideoFrame?(c.width=A.displayWidth,c.height=A.displayHeight):(c.width=A.width,c.height=A.height),c}this.allocateTextureUnit=ut,this.resetTextureUnits=Q,this.getTextureUnits=st,this.setTextureUnits=dt,this.setTexture2D=mt,this.setTexture2DArray=xt,this.setTexture3D=At,this.setTextureCube=St,this.rebindTextures=$e,this.setupRenderTarget=rn,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=Yt,this.setupDepthRenderbuffer=pn,this.setupFrameBufferTexture=Ie,this.useMultisampledRTT=Mt,this.dispose=W}function sE(i,t){function e(n,s=Ss){let r,o=xe.getTransfer(s);if(n===Kn)return i.UNSIGNED_BYTE;if(n===Rc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Cc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===xd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===yd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===gd)return i.BYTE;if(n===_d)return i.SHORT;if(n===xo)return i.UNSIGNED_SHORT;if(n===Ac)return i.INT;if(n===Li)return i.UNSIGNED_INT;if(n===yi)return i.FLOAT;if(n===Di)return i.HALF_FLOAT;if(n===vd)return i.ALPHA;if(n===bd)return i.RGB;if(n===Ni)return i.RGBA;if(n===ms)return i.DEPTH_COMPONENT;if(n===bs)return i.DEPTH_STENCIL;if(n===Pc)return i.RED;if(n===Ic)return i.RED_INTEGER;if(n===Zs)return i.RG;if(n===Lc)return i.RG_INTEGER;if(n===Dc)return i.RGBA_INTEGER;if(n===Ca||n===Pa||n===Ia||n===La)if(o===Ae)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Ca)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Pa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ia)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===La)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Ca)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Pa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ia)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===La)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Nc||n===Uc||n===Oc||n===Fc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Nc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Uc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Oc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Fc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Bc||n===kc||n===zc||n===Vc||n===Hc||n===Da||n===Gc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Bc||n===kc)return o===Ae?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===zc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Vc)return r.COMPRESSED_R11_EAC;if(n===Hc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Da)return r.COMPRESSED_RG11_EAC;if(n===Gc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Wc||n===Xc||n===qc||n===Yc||n===$c||n===Zc||n===Kc||n===Jc||n===jc||n===Qc||n===th||n===eh||n===nh||n===ih)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Wc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Xc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===qc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Yc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===$c)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Zc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Kc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Jc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===jc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Qc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===th)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===eh)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===nh)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===ih)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===sh||n===rh||n===oh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===sh)return o===Ae?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===rh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===oh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===ah||n===lh||n===Na||n===ch)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===ah)return r.COMPRESSED_RED_RGTC1_EXT;if(n===lh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Na)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===ch)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===mr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var rE=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,oE=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Hd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ma(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new ji({vertexShader:rE,fragmentShader:oE,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Yn(new hr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Gd=class extends Ii{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,d=null,u=null,m=null,_=null,S=typeof XRWebGLBinding<"u",f=new Hd,p={},y=e.getContextAttributes(),R=null,w=null,C=[],T=[],x=new $t,E=null,F=null,I=new Xn;I.viewport=new qe;let L=new Xn;L.viewport=new qe;let z=[I,L],V=new Sc,N=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let mt=C[tt];return mt===void 0&&(mt=new ho,C[tt]=mt),mt.getTargetRaySpace()},this.getControllerGrip=function(tt){let mt=C[tt];return mt===void 0&&(mt=new ho,C[tt]=mt),mt.getGripSpace()},this.getHand=function(tt){let mt=C[tt];return mt===void 0&&(mt=new ho,C[tt]=mt),mt.getHandSpace()};function Y(tt){let mt=T.indexOf(tt.inputSource);if(mt===-1)return;let xt=C[mt];xt!==void 0&&(xt.update(tt.inputSource,tt.frame,c||o),xt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function G(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",G),s.removeEventListener("inputsourceschange",ct);for(let tt=0;tt<C.length;tt++){let mt=T[tt];mt!==null&&(T[tt]=null,C[tt].disconnect(mt))}N=null,W=null,f.reset();for(let tt in p)delete p[tt];if(t.setRenderTarget(R),m=null,u=null,d=null,s=null,w=null,ut.stop(),n.isPresenting=!1,t.setPixelRatio(E),t.setSize(x.width,x.height,!1),F!==null){let tt=F.camera;tt.fov=F.fov,tt.zoom=F.zoom,tt.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&qt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&qt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return u!==null?u:m},this.getBinding=function(){return d===null&&S&&(d=new XRWebGLBinding(s,e)),d},this.getFrame=function(){return _},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(R=t.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",G),s.addEventListener("inputsourceschange",ct),y.xrCompatible!==!0&&await e.makeXRCompatible(),E=t.getPixelRatio(),t.getSize(x),S&&"createProjectionLayer"in XRWebGLBinding.prototype){let xt=null,At=null,St=null;y.depth&&(St=y.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,xt=y.stencil?bs:ms,At=y.stencil?mr:Li);let Gt={colorFormat:e.RGBA8,depthFormat:St,scaleFactor:r};d=this.getBinding(),u=d.createProjectionLayer(Gt),s.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),w=new ai(u.textureWidth,u.textureHeight,{format:Ni,type:Kn,depthTexture:new ys(u.textureWidth,u.textureHeight,At,void 0,void 0,void 0,void 0,void 0,void 0,xt),stencilBuffer:y.stencil,colorSpace:t.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let xt={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};m=new XRWebGLLayer(s,e,xt),s.updateRenderState({baseLayer:m}),t.setPixelRatio(1),t.setSize(m.framebufferWidth,m.framebufferHeight,!1),w=new ai(m.framebufferWidth,m.framebufferHeight,{format:Ni,type:Kn,colorSpace:t.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:m.ignoreDepthValues===!1,resolveStencilBuffer:m.ignoreDepthValues===!1,storeMultisampledDepthBuffer:m.ignoreDepthValues===!1,storeMultisampledStencilBuffer:m.ignoreDepthValues===!1})}w.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ut.setContext(s),ut.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return f.getDepthTexture()};function ct(tt){for(let mt=0;mt<tt.removed.length;mt++){let xt=tt.removed[mt],At=T.indexOf(xt);At>=0&&(T[At]=null,C[At].disconnect(xt))}for(let mt=0;mt<tt.added.length;mt++){let xt=tt.added[mt],At=T.indexOf(xt);if(At===-1){for(let Gt=0;Gt<C.length;Gt++)if(Gt>=T.length){T.push(xt),At=Gt;break}else if(T[Gt]===null){T[Gt]=xt,At=Gt;break}if(At===-1)break}let St=C[At];St&&St.connect(xt)}}function J(tt,mt){mt===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(mt.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let mt=tt.near,xt=tt.far;f.texture!==null&&(f.depthNear>0&&(mt=f.depthNear),f.depthFar>0&&(xt=f.depthFar)),V.near=L.near=I.near=mt,V.far=L.far=I.far=xt,(N!==V.near||W!==V.far)&&(s.updateRenderState({depthNear:V.near,depthFar:V.far}),N=V.near,W=V.far),V.layers.mask=tt.layers.mask|6,I.layers.mask=V.layers.mask&-5,L.layers.mask=V.layers.mask&-3;let At=tt.parent,St=V.cameras;J(V,At);for(let Gt=0;Gt<St.length;Gt++)J(St[Gt],At);V.projectionMatrix.copy(I.projectionMatrix),V.projectionMatrixInverse.copy(I.projectionMatrixInverse),F===null&&tt.isPerspectiveCamera&&(F={camera:tt,fov:tt.fov,zoom:tt.zoom}),Q(tt,V,At)};function Q(tt,mt,xt){xt===null?tt.matrix.copy(mt.matrixWorld):(tt.matrix.copy(xt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(mt.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(mt.projectionMatrix),tt.projectionMatrixInverse.copy(mt.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=ao*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return V},this.getFoveation=function(){if(!(u===null&&m===null))return l},this.setFoveation=function(tt){l=tt,u!==null&&(u.fixedFoveation=tt),m!==null&&m.fixedFoveation!==void 0&&(m.fixedFoveation=tt)},this.hasDepthSensing=function(){return f.texture!==null},this.getDepthSensingMesh=function(){return f.getMesh(V)},this.getCameraTexture=function(tt){return p[tt]};let st=null;function dt(tt,mt){if(h=mt.getViewerPose(c||o),_=mt,h!==null){let xt=h.views;m!==null&&(t.setRenderTargetFramebuffer(w,m.framebuffer),t.setRenderTarget(w));let At=!1;xt.length!==V.cameras.length&&(V.cameras.length=0,At=!0);for(let Vt=0;Vt<xt.length;Vt++){let ue=xt[Vt],ae=null;if(m!==null)ae=m.getViewport(ue);else{let Ge=d.getViewSubImage(u,ue);ae=Ge.viewport,Vt===0&&(t.setRenderTargetTextures(w,Ge.colorTexture,Ge.depthStencilTexture),t.setRenderTarget(w))}let ne=z[Vt];ne===void 0&&(ne=new Xn,ne.layers.enable(Vt),ne.viewport=new qe,z[Vt]=ne),ne.matrix.fromArray(ue.transform.matrix),ne.matrix.decompose(ne.position,ne.quaternion,ne.scale),ne.projectionMatrix.fromArray(ue.projectionMatrix),ne.projectionMatrixInverse.copy(ne.projectionMatrix).invert(),ne.viewport.set(ae.x,ae.y,ae.width,ae.height),Vt===0&&(V.matrix.copy(ne.matrix),V.matrix.decompose(V.position,V.quaternion,V.scale)),At===!0&&V.cameras.push(ne)}let St=s.enabledFeatures;if(St&&St.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&S){d=n.getBinding();let Vt=d.getDepthInformation(xt[0]);Vt&&Vt.isValid&&Vt.texture&&f.init(Vt,s.renderState)}if(St&&St.includes("camera-access")&&S){t.state.unbindTexture(),d=n.getBinding();for(let Vt=0;Vt<xt.length;Vt++){let ue=xt[Vt].camera;if(ue){let ae=p[ue];ae||(ae=new ma,p[ue]=ae);let ne=d.getCameraImage(ue);ae.sourceTexture=ne}}}}for(let xt=0;xt<C.length;xt++){let At=T[xt],St=C[xt];At!==null&&St!==void 0&&St.update(At,mt,c||o)}st&&st(tt,mt),mt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:mt}),_=null}let ut=new t0;ut.setAnimationLoop(dt),this.setAnimationLoop=function(tt){st=tt},this.dispose=function(){}}},aE=new ce,h0=new te;h0.set(-1,0,0,0,1,0,0,0,1);function lE(i,t){function e(f,p){f.matrixAutoUpdate===!0&&f.updateMatrix(),p.value.copy(f.matrix)}function n(f,p){p.color.getRGB(f.fogColor.value,Pd(i)),p.isFog?(f.fogNear.value=p.near,f.fogFar.value=p.far):p.isFogExp2&&(f.fogDensity.value=p.density)}function s(f,p,y,R,w){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(f,p):p.isMeshLambertMaterial?(r(f,p),p.envMap&&(f.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(f,p),d(f,p)):p.isMeshPhongMaterial?(r(f,p),h(f,p),p.envMap&&(f.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(f,p),u(f,p),p.isMeshPhysicalMaterial&&m(f,p,w)):p.isMeshMatcapMaterial?(r(f,p),_(f,p)):p.isMeshDepthMaterial?r(f,p):p.isMeshDistanceMaterial?(r(f,p),S(f,p)):p.isMeshNormalMaterial?r(f,p):p.isLineBasicMaterial?(o(f,p),p.isLineDashedMaterial&&a(f,p)):p.isPointsMaterial?l(f,p,y,R):p.isSpriteMaterial?c(f,p):p.isShadowMaterial?(f.color.value.copy(p.color),f.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(f,p){f.opacity.value=p.opacity,p.color&&f.diffuse.value.copy(p.color),p.emissive&&f.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(f.map.value=p.map,e(p.map,f.mapTransform)),p.alphaMap&&(f.alphaMap.value=p.alphaMap,e(p.alphaMap,f.alphaMapTransform)),p.bumpMap&&(f.bumpMap.value=p.bumpMap,e(p.bumpMap,f.bumpMapTransform),f.bumpScale.value=p.bumpScale,p.side===$n&&(f.bumpScale.value*=-1)),p.normalMap&&(f.normalMap.value=p.normalMap,e(p.normalMap,f.normalMapTransform),f.normalScale.value.copy(p.normalScale),p.side===$n&&f.normalScale.value.negate()),p.displacementMap&&(f.displacementMap.value=p.displacementMap,e(p.displacementMap,f.displacementMapTransform),f.displacementScale.value=p.displacementScale,f.displacementBias.value=p.displacementBias),p.emissiveMap&&(f.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,f.emissiveMapTransform)),p.specularMap&&(f.specularMap.value=p.specularMap,e(p.specularMap,f.specularMapTransform)),p.alphaTest>0&&(f.alphaTest.value=p.alphaTest);let y=t.get(p),R=y.envMap,w=y.envMapRotation;R&&(f.envMap.value=R,f.envMapRotation.value.setFromMatrix4(aE.makeRotationFromEuler(w)).transpose(),R.isCubeTexture&&R.isRenderTargetTexture===!1&&f.envMapRotation.value.premultiply(h0),f.reflectivity.value=p.reflectivity,f.ior.value=p.ior,f.refractionRatio.value=p.refractionRatio),p.lightMap&&(f.lightMap.value=p.lightMap,f.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,f.lightMapTransform)),p.aoMap&&(f.aoMap.value=p.aoMap,f.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,f.aoMapTransform))}function o(f,p){f.diffuse.value.copy(p.color),f.opacity.value=p.opacity,p.map&&(f.map.value=p.map,e(p.map,f.mapTransform))}function a(f,p){f.dashSize.value=p.dashSize,f.totalSize.value=p.dashSize+p.gapSize,f.scale.value=p.scale}function l(f,p,y,R){f.diffuse.value.copy(p.color),f.opacity.value=p.opacity,f.size.value=p.size*y,f.scale.value=R*.5,p.map&&(f.map.value=p.map,e(p.map,f.uvTransform)),p.alphaMap&&(f.alphaMap.value=p.alphaMap,e(p.alphaMap,f.alphaMapTransform)),p.alphaTest>0&&(f.alphaTest.value=p.alphaTest)}function c(f,p){f.diffuse.value.copy(p.color),f.opacity.value=p.opacity,f.rotation.value=p.rotation,p.map&&(f.map.value=p.map,e(p.map,f.mapTransform)),p.alphaMap&&(f.alphaMap.value=p.alphaMap,e(p.alphaMap,f.alphaMapTransform)),p.alphaTest>0&&(f.alphaTest.value=p.alphaTest)}function h(f,p){f.specular.value.copy(p.specular),f.shininess.value=Math.max(p.shininess,1e-4)}function d(f,p){p.gradientMap&&(f.gradientMap.value=p.gradientMap)}function u(f,p){f.metalness.value=p.metalness,p.metalnessMap&&(f.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,f.metalnessMapTransform)),f.roughness.value=p.roughness,p.roughnessMap&&(f.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,f.roughnessMapTransform)),p.envMap&&(f.envMapIntensity.value=p.envMapIntensity)}function m(f,p,y){f.ior.value=p.ior,p.diffuseRoughness>0&&(f.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(f.diffuseRoughnessMap.value=p.diffuseRoughnessMap,e(p.diffuseRoughnessMap,f.diffuseRoughnessMapTransform))),p.sheen>0&&(f.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),f.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(f.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,f.sheenColorMapTransform)),p.sheenRoughnessMap&&(f.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,f.sheenRoughnessMapTransform))),p.clearcoat>0&&(f.clearcoat.value=p.clearcoat,f.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(f.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,f.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(f.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,f.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(f.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,f.clearcoatNormalMapTransform),f.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===$n&&f.clearcoatNormalScale.value.negate())),p.dispersion>0&&(f.dispersion.value=p.dispersion),p.retroreflectivity>0&&(f.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(f.iridescence.value=p.iridescence,f.iridescenceIOR.value=p.iridescenceIOR,f.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,f.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(f.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,f.iridescenceMapTransform)),p.iridescenceThicknessMap&&(f.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,f.iridescenceThicknessMapTransform))),p.transmission>0&&(f.transmission.value=p.transmission,f.transmissionSamplerMap.value=y.texture,f.transmissionSamplerSize.value.set(y.width,y.height),p.transmissionMap&&(f.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,f.transmissionMapTransform)),f.thickness.value=p.thickness,p.thicknessMap&&(f.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,f.thicknessMapTransform)),f.attenuationDistance.value=p.attenuationDistance,f.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(f.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(f.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,f.anisotropyMapTransform))),f.specularIntensity.value=p.specularIntensity,f.specularColor.value.copy(p.specularColor),p.specularColorMap&&(f.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,f.specularColorMapTransform)),p.specularIntensityMap&&(f.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,f.specularIntensityMapTransform))}function _(f,p){p.matcap&&(f.matcap.value=p.matcap)}function S(f,p){let y=t.get(p).light;f.referencePosition.value.setFromMatrixPosition(y.matrixWorld),f.nearDistance.value=y.shadow.camera.near,f.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function cE(i,t,e,n){let s={},r={};function o(y,R){let w=R.program;n.uniformBlockBinding(y,w,s[y.id])}function a(y,R){let w=s[y.id];w===void 0&&(_(y),w=l(y),s[y.id]=w,y.addEventListener("dispose",f));let C=R.program;n.updateUBOMapping(y,C);let T=t.render.frame;r[y.id]!==T&&(c(y),r[y.id]=T)}function l(y){let R=i.createBuffer(),w=y.__size,C=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,R),i.bufferData(i.UNIFORM_BUFFER,w,C),i.bindBuffer(i.UNIFORM_BUFFER,null),R}function c(y){let R=s[y.id],w=y.uniforms,C=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,R);for(let T=0,x=w.length;T<x;T++){let E=w[T];if(Array.isArray(E))for(let F=0,I=E.length;F<I;F++)h(E[F],T,F,C);else h(E,T,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(y,R,w,C){if(u(y,R,w,C)===!0){let T=y.__offset,x=y.value;if(Array.isArray(x)){let E=0;for(let F=0;F<x.length;F++){let I=x[F],L=S(I,!0);d(I,y.__data,E),E+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else d(x,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,y.__data)}}function d(y,R,w){typeof y=="number"||typeof y=="boolean"?R[w]=y:y.isMatrix3?(R[w]=y.elements[0],R[w+1]=y.elements[1],R[w+2]=y.elements[2],R[w+3]=0,R[w+4]=y.elements[3],R[w+5]=y.elements[4],R[w+6]=y.elements[5],R[w+7]=0,R[w+8]=y.elements[6],R[w+9]=y.elements[7],R[w+10]=y.elements[8],R[w+11]=0):ArrayBuffer.isView(y)?R.set(y.subarray(0,R.length-w),w):y.toArray(R,w)}function u(y,R,w,C){let T=y.value,x=R+"_"+w;if(Array.isArray(T)){C[x]===void 0&&(C[x]=[]);let E=C[x],F=!1;for(let I=0;I<T.length;I++)m(T[I],E,I)===!0&&(F=!0);return F}return m(T,C,x)}function m(y,R,w){if(R[w]===void 0)return typeof y=="number"||typeof y=="boolean"?R[w]=y:ArrayBuffer.isView(y)?R[w]=y.slice():R[w]=y.clone(),!0;{let C=R[w];if(typeof y=="number"||typeof y=="boolean"){if(C!==y)return R[w]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(C.equals(y)===!1)return C.copy(y),!0}}return!1}function _(y){let R=y.uniforms,w=0,C=16;for(let x=0,E=R.length;x<E;x++){let F=Array.isArray(R[x])?R[x]:[R[x]];for(let I=0,L=F.length;I<L;I++){let z=F[I],V=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(R[x])||Array.isArray(z.value),W=w;for(let G=0,ct=V.length;G<ct;G++){let J=V[G],Q=S(J,N),st=w%C,dt=st%Q.boundary,ut=st+dt;w+=dt,ut!==0&&C-ut<Q.storage&&(w+=C-ut),G===0&&(W=w),w+=Q.storage}let Y=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Y((w-W)/Float32Array.BYTES_PER_ELEMENT),z.__offset=W}}let T=w%C;return T>0&&(w+=C-T),y.__size=w,y.__cache={},this}function S(y,R){let w={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(w.boundary=4,w.storage=4):y.isVector2?(w.boundary=8,w.storage=8):y.isVector3||y.isColor?(w.boundary=16,w.storage=12):y.isVector4?(w.boundary=16,w.storage=16):y.isMatrix3?(w.boundary=16,w.storage=48):y.isMatrix4?(w.boundary=16,w.storage=64):y.isTexture?qt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(w.boundary=16,w.storage=y.byteLength):qt("WebGLRenderer: Unsupported uniform value type.",y),R===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function f(y){let R=y.target;R.removeEventListener("dispose",f),i.deleteBuffer(s[R.id]),delete s[R.id],delete r[R.id]}function p(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:p}}var hE=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ts=null;function uE(){return ts===null&&(ts=new ha(hE,16,16,Zs,Di),ts.name="DFG_LUT",ts.minFilter=qn,ts.magFilter=qn,ts.wrapS=$i,ts.wrapT=$i,ts.generateMipmaps=!1,ts.needsUpdate=!0),ts}var ph=class{constructor(t={}){let{canvas:e=Mg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:u=!1,outputBufferType:m=Kn}=t;this.isWebGLRenderer=!0;let _;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");_=n.getContextAttributes().alpha}else _=o;let S=m,f=new Set([Dc,Lc,Ic]),p=new Set([Kn,Li,xo,mr,Rc,Cc]),y=new Uint32Array(4),R=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},C=null,T=null,x=[],E=[],F=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Qi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,L=!1,z=null,V=null,N=null,W=null;this._outputColorSpace=On;let Y=0,G=0,ct=null,J=-1,Q=null,st=new qe,dt=new qe,ut=null,tt=new ee(0),mt=0,xt=e.width,At=e.height,St=1,Gt=null,se=null,Vt=new qe(0,0,xt,At),ue=new qe(0,0,xt,At),ae=!1,ne=new ks,Ge=new rc,Oe=!1,sn=!1,Ie=new ce,Mn=new B,ye=new qe,pn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},$e=!1;function rn(){return ct===null?St:1}let O=n;function Ct(M,k){return e.getContext(M,k)}let Yt,re,Mt,De,zt,Xt,A,v,X,ht,ot,_t,yt,et,it,pt,U,rt,nt,wt,gt,bt,Ht;try{let M={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:d};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Ft,!1),e.addEventListener("webglcontextrestored",Jt,!1),e.addEventListener("webglcontextcreationerror",Rt,!1),O===null){let k="webgl2";if(O=Ct(k,M),O===null)throw Ct(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Kt()}catch(M){throw e.removeEventListener("webglcontextlost",Ft,!1),e.removeEventListener("webglcontextrestored",Jt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),jt("WebGLRenderer: "+M.message),M}function Kt(){Yt=new SM(O),Yt.init(),gt=new sE(O,Yt),re=new uM(O,Yt,t,gt),Mt=new nE(O,Yt),re.reversedDepthBuffer&&u&&Mt.buffers.depth.setReversed(!0),V=O.createFramebuffer(),N=O.createFramebuffer(),W=O.createFramebuffer(),De=new EM(O),zt=new Hw,Xt=new iE(O,Yt,Mt,zt,re,gt,De),A=new bM(I),v=new Av(O),bt=new cM(O,v),X=new MM(O,v,De,bt),ht=new AM(O,X,v,bt,De),rt=new TM(O,re,Xt),it=new dM(zt),ot=new Vw(I,A,Yt,re,bt,it),_t=new lE(I,zt),yt=new Ww,et=new Kw(Yt),U=new lM(I,A,Mt,ht,_,l),pt=new eE(I,ht,re),Ht=new cE(O,De,re,Mt),nt=new hM(O,Yt,De),wt=new wM(O,Yt,De),De.programs=ot.programs,I.capabilities=re,I.extensions=Yt,I.properties=zt,I.renderLists=yt,I.shadowMap=pt,I.state=Mt,I.info=De}S!==Kn&&(F=new CM(S,e.width,e.height,a,s,r));let lt=new Gd(I,O);this.xr=lt,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let M=Yt.get("WEBGL_lose_context");M&&M.loseContext()},this.forceContextRestore=function(){let M=Yt.get("WEBGL_lose_context");M&&M.restoreContext()},this.getPixelRatio=function(){return St},this.setPixelRatio=function(M){M!==void 0&&(St=M,this.setSize(xt,At,!1))},this.getSize=function(M){return M.set(xt,At)},this.setSize=function(M,k,j=!0){if(lt.isPresenting){qt("WebGLRenderer: Can't change size while VR device is presenting.");return}xt=M,At=k,e.width=Math.floor(M*St),e.height=Math.floor(k*St),j===!0&&(e.style.width=M+"px",e.style.height=k+"px"),F!==null&&F.setSize(e.width,e.height),this.setViewport(0,0,M,k)},this.getDrawingBufferSize=function(M){return M.set(xt*St,At*St).floor()},this.setDrawingBufferSize=function(M,k,j){xt=M,At=k,St=j,e.width=Math.floor(M*j),e.height=Math.floor(k*j),this.setViewport(0,0,M,k)},this.setEffects=function(M){if(S===Kn){jt("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(M){for(let k=0;k<M.length;k++)if(M[k].isOutputPass===!0){qt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(M||[])},this.getCurrentViewport=function(M){return M.copy(st)},this.getViewport=function(M){return M.copy(Vt)},this.setViewport=function(M,k,j,q){M.isVector4?Vt.set(M.x,M.y,M.z,M.w):Vt.set(M,k,j,q),Mt.viewport(st.copy(Vt).multiplyScalar(rn()).round())},this.getScissor=function(M){return M.copy(ue)},this.setScissor=function(M,k,j,q){M.isVector4?ue.set(M.x,M.y,M.z,M.w):ue.set(M,k,j,q),Mt.scissor(dt.copy(ue).multiplyScalar(rn()).round())},this.getScissorTest=function(){return ae},this.setScissorTest=function(M){Mt.setScissorTest(ae=M)},this.setOpaqueSort=function(M){Gt=M},this.setTransparentSort=function(M){se=M},this.getClearColor=function(M){return M.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(M=!0,k=!0,j=!0){let q=0;if(M){let $=!1;if(ct!==null){let Et=ct.texture.format;$=f.has(Et)}if($){let Et=ct.texture.type,Pt=p.has(Et),Tt=U.getClearColor(),It=U.getClearAlpha(),kt=Tt.r,Qt=Tt.g,de=Tt.b;Pt?(y[0]=kt,y[1]=Qt,y[2]=de,y[3]=It,O.clearBufferuiv(O.COLOR,0,y)):(R[0]=kt,R[1]=Qt,R[2]=de,R[3]=It,O.clearBufferiv(O.COLOR,0,R))}else q|=O.COLOR_BUFFER_BIT}k&&(q|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(q|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&O.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(M){M.setRenderer(this),z=M},this.dispose=function(){e.removeEventListener("webglcontextlost",Ft,!1),e.removeEventListener("webglcontextrestored",Jt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),U.dispose(),yt.dispose(),et.dispose(),Xt.dispose(),zt.dispose(),A.dispose(),ht.dispose(),X.dispose(),bt.dispose(),Ht.dispose(),ot.dispose(),lt.dispose(),lt.removeEventListener("sessionstart",Wa),lt.removeEventListener("sessionend",Fi),ns.stop()};function Ft(M){M.preventDefault(),Td("WebGLRenderer: Context Lost."),L=!0}function Jt(){Td("WebGLRenderer: Context Restored."),L=!1;let M=De.autoReset,k=pt.enabled,j=pt.autoUpdate,q=pt.needsUpdate,$=pt.type;Kt(),De.autoReset=M,pt.enabled=k,pt.autoUpdate=j,pt.needsUpdate=q,pt.type=$}function Rt(M){jt("WebGLRenderer: A WebGL context could not be created. Reason: ",M.statusMessage)}function oe(M){let k=M.target;k.removeEventListener("dispose",oe),Fe(k)}function Fe(M){Bn(M),zt.remove(M)}function Bn(M){let k=zt.get(M).programs;k!==void 0&&(k.forEach(function(j){ot.releaseProgram(j)}),M.isShaderMaterial&&ot.releaseShaderCache(M))}this.renderBufferDirect=function(M,k,j,q,$,Et){k===null&&(k=pn);let Pt=$.isMesh&&$.matrixWorld.determinantAffine()<0,Tt=Po(M,k,j,q,$);Mt.setMaterial(q,Pt);let It=j.index,kt=1;if(q.wireframe===!0){if(It=X.getWireframeAttribute(j),It===void 0)return;kt=2}let Qt=j.drawRange,de=j.attributes.position,Bt=Qt.start*kt,fe=(Qt.start+Qt.count)*kt;Et!==null&&(Bt=Math.max(Bt,Et.start*kt),fe=Math.min(fe,(Et.start+Et.count)*kt)),It!==null?(Bt=Math.max(Bt,0),fe=Math.min(fe,It.count)):de!=null&&(Bt=Math.max(Bt,0),fe=Math.min(fe,de.count));let Ye=fe-Bt;if(Ye<0||Ye===1/0)return;bt.setup($,q,Tt,j,It);let Re,Ce=nt;if(It!==null&&(Re=v.get(It),Ce=wt,Ce.setIndex(Re)),$.isMesh)q.wireframe===!0?(Mt.setLineWidth(q.wireframeLinewidth*rn()),Ce.setMode(O.LINES)):Ce.setMode(O.TRIANGLES);else if($.isLine){let mn=q.linewidth;mn===void 0&&(mn=1),Mt.setLineWidth(mn*rn()),$.isLineSegments?Ce.setMode(O.LINES):$.isLineLoop?Ce.setMode(O.LINE_LOOP):Ce.setMode(O.LINE_STRIP)}else $.isPoints?Ce.setMode(O.POINTS):$.isSprite&&Ce.setMode(O.TRIANGLES);if($.isBatchedMesh)if(Yt.get("WEBGL_multi_draw"))Ce.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let mn=$._multiDrawStarts,Ut=$._multiDrawCounts,on=$._multiDrawCount,ge=It?v.get(It).bytesPerElement:1,ss=zt.get(q).currentProgram.getUniforms();for(let an=0;an<on;an++)ss.setValue(O,"_gl_DrawID",an),Ce.render(mn[an]/ge,Ut[an])}else if($.isInstancedMesh)Ce.renderInstances(Bt,Ye,$.count);else if(j.isInstancedBufferGeometry){let mn=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ut=Math.min(j.instanceCount,mn);Ce.renderInstances(Bt,Ye,Ut)}else Ce.render(Bt,Ye)};function Ao(M,k,j,q){z!==null&&M.isNodeMaterial&&z.setObject(q,M),Oe===!0&&it.setState(M,j,!1),M.transparent===!0&&M.side===xi&&M.forceSinglePass===!1?(M.side=$n,M.needsUpdate=!0,Bi(M,k,q),M.side=$s,M.needsUpdate=!0,Bi(M,k,q),M.side=xi):Bi(M,k,q)}this.compile=function(M,k,j=null){j===null&&(j=M),z!==null&&z.renderStart(M,k,j),T=et.get(j),T.init(k),E.push(T),j.traverseVisible(function($){$.isLight&&$.layers.test(k.layers)&&(T.pushLight($),$.castShadow&&T.pushShadow($))}),M!==j&&M.traverseVisible(function($){$.isLight&&$.layers.test(k.layers)&&(T.pushLight($),$.castShadow&&T.pushShadow($))}),T.setupLights(),z!==null&&z.updateLights(T.state.lightsArray),sn=this.localClippingEnabled,Oe=it.init(this.clippingPlanes,sn),Oe===!0&&it.setGlobalState(this.clippingPlanes,k),z!==null&&pt.render(T.state.shadowsArray,j,k);let q=new Set;return M.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Et=$.material;if(Et)if(Array.isArray(Et))for(let Pt=0;Pt<Et.length;Pt++){let Tt=Et[Pt];Ao(Tt,j,k,$),q.add(Tt)}else Ao(Et,j,k,$),q.add(Et)}),T=E.pop(),z!==null&&z.renderEnd(),q},this.compileAsync=function(M,k,j=null){let q=this.compile(M,k,j);return new Promise($=>{function Et(){if(q.forEach(function(Pt){let It=zt.get(Pt).currentProgram;(It===void 0||It.isReady())&&q.delete(Pt)}),q.size===0){$(M);return}setTimeout(Et,10)}Yt.get("KHR_parallel_shader_compile")!==null?Et():setTimeout(Et,10)})};let br=null;function Uh(M){br&&br(M)}function Wa(){ns.stop()}function Fi(){ns.start()}let ns=new t0;ns.setAnimationLoop(Uh),typeof self<"u"&&ns.setContext(self),this.setAnimationLoop=function(M){br=M,lt.setAnimationLoop(M),M===null?ns.stop():ns.start()},lt.addEventListener("sessionstart",Wa),lt.addEventListener("sessionend",Fi),this.render=function(M,k){if(k!==void 0&&k.isCamera!==!0){jt("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;z!==null&&z.renderStart(M,k);let j=lt.enabled===!0&&lt.isPresenting===!0,q=F!==null&&(ct===null||j)&&F.begin(I,ct);if(M.matrixWorldAutoUpdate===!0&&M.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),lt.enabled===!0&&lt.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(lt.cameraAutoUpdate===!0&&lt.updateCamera(k),k=lt.getCamera()),M.isScene===!0&&M.onBeforeRender(I,M,k,ct),T=et.get(M,E.length),T.init(k),T.state.textureUnits=Xt.getTextureUnits(),E.push(T),Ie.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Ge.setFromArrayCamera(k):ne.setFromProjectionMatrix(Ie,_i,k.reversedDepth),sn=this.localClippingEnabled,Oe=it.init(this.clippingPlanes,sn),C=yt.get(M,x.length),C.init(),x.push(C),this.info.render.frame++,lt.enabled===!0&&lt.isPresenting===!0){let Pt=I.xr.getDepthSensingMesh();Pt!==null&&is(Pt,k,-1/0,I.sortObjects)}is(M,k,0,I.sortObjects),C.finish(),z!==null&&z.updateLights(T.state.lightsArray),I.sortObjects===!0&&C.sort(Gt,se),$e=lt.enabled===!1||lt.isPresenting===!1||lt.hasDepthSensing()===!1,$e&&U.addToRenderList(C,M),this.info.autoReset===!0&&this.info.reset(),Oe===!0&&it.beginShadows();let $=T.state.shadowsArray;if(pt.render($,M,k),Oe===!0&&it.endShadows(),(q&&F.hasRenderPass())===!1){let Pt=C.opaque,Tt=C.transmissive;if(T.setupLights(),k.isArrayCamera){let It=k.cameras;if(Tt.length>0)for(let kt=0,Qt=It.length;kt<Qt;kt++){let de=It[kt];bi(Pt,Tt,M,de)}$e&&U.render(M);for(let kt=0,Qt=It.length;kt<Qt;kt++){let de=It[kt];Ro(C,M,de,de.viewport)}}else Tt.length>0&&bi(Pt,Tt,M,k),$e&&U.render(M),Ro(C,M,k)}ct!==null&&G===0&&(Xt.updateMultisampleRenderTarget(ct),Xt.updateRenderTargetMipmap(ct)),q&&F.end(I),M.isScene===!0&&M.onAfterRender(I,M,k),bt.resetDefaultState(),J=-1,Q=null,E.pop(),E.length>0?(T=E[E.length-1],Xt.setTextureUnits(T.state.textureUnits),Oe===!0&&it.setGlobalState(I.clippingPlanes,T.state.camera)):T=null,x.pop(),x.length>0?C=x[x.length-1]:C=null,z!==null&&z.renderEnd()};function is(M,k,j,q){if(M.visible===!1)return;if(M.layers.test(k.layers)){if(M.isGroup)j=M.renderOrder;else if(M.isLOD)M.autoUpdate===!0&&M.update(k);else if(M.isLight)T.pushLight(M),M.castShadow&&T.pushShadow(M);else if(M.isSprite){let Pt=k.isArrayCamera?Ge:ne;if(!M.frustumCulled||M.intersectsFrustum(Pt)){q&&ye.setFromMatrixPosition(M.matrixWorld).applyMatrix4(Ie);let Tt=ht.update(M),It=M.material;It.visible&&C.push(M,Tt,It,j,ye.z,null,k)}}else if(M.isMesh||M.isLine||M.isPoints){let Pt=k.isArrayCamera?Ge:ne;if(!M.frustumCulled||M.intersectsFrustum(Pt)){let Tt=ht.update(M),It=M.material;if(q&&(M.boundingSphere!==void 0?(M.boundingSphere===null&&M.computeBoundingSphere(),ye.copy(M.boundingSphere.center)):(Tt.boundingSphere===null&&Tt.computeBoundingSphere(),ye.copy(Tt.boundingSphere.center)),ye.applyMatrix4(M.matrixWorld).applyMatrix4(Ie)),Array.isArray(It)){let kt=Tt.groups;for(let Qt=0,de=kt.length;Qt<de;Qt++){let Bt=kt[Qt],fe=It[Bt.materialIndex];fe&&fe.visible&&C.push(M,Tt,fe,j,ye.z,Bt,k)}}else It.visible&&C.push(M,Tt,It,j,ye.z,null,k)}}}let Et=M.children;for(let Pt=0,Tt=Et.length;Pt<Tt;Pt++)is(Et[Pt],k,j,q)}function Ro(M,k,j,q){let{opaque:$,transmissive:Et,transparent:Pt}=M;T.setupLightsView(j),Oe===!0&&it.setGlobalState(I.clippingPlanes,j),q&&Mt.viewport(st.copy(q)),$.length>0&&Ze($,k,j),Et.length>0&&Ze(Et,k,j),Pt.length>0&&Ze(Pt,k,j),Mt.buffers.depth.setTest(!0),Mt.buffers.depth.setMask(!0),Mt.buffers.color.setMask(!0),Mt.setPolygonOffset(!1)}function bi(M,k,j,q){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[q.id]===void 0){let Bt=Yt.has("EXT_color_buffer_half_float")||Yt.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[q.id]=new ai(1,1,{generateMipmaps:!0,type:Bt?Di:Kn,minFilter:vs,samples:Math.max(4,re.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xe.workingColorSpace})}let Et=T.state.transmissionRenderTarget[q.id],Pt=q.viewport||st;Et.setSize(Pt.z*I.transmissionResolutionScale,Pt.w*I.transmissionResolutionScale);let Tt=I.getRenderTarget(),It=I.getActiveCubeFace(),kt=I.getActiveMipmapLevel();I.setRenderTarget(Et),I.getClearColor(tt),mt=I.getClearAlpha(),mt<1&&I.setClearColor(16777215,.5),I.clear(),$e&&U.render(j);let Qt=I.toneMapping;I.toneMapping=Qi;let de=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),T.setupLightsView(q),Oe===!0&&it.setGlobalState(I.clippingPlanes,q),Ze(M,j,q),Xt.updateMultisampleRenderTarget(Et),Xt.updateRenderTargetMipmap(Et),Yt.has("WEBGL_multisampled_render_to_texture")===!1){let Bt=!1;for(let fe=0,Ye=k.length;fe<Ye;fe++){let Re=k[fe],{object:Ce,geometry:mn,material:Ut,group:on}=Re;if(Ut.side===xi&&Ce.layers.test(q.layers)){let ge=Ut.side;Ut.side=$n,Ut.needsUpdate=!0,tn(Ce,j,q,mn,Ut,on),Ut.side=ge,Ut.needsUpdate=!0,Bt=!0}}Bt===!0&&(Xt.updateMultisampleRenderTarget(Et),Xt.updateRenderTargetMipmap(Et))}I.setRenderTarget(Tt,It,kt),I.setClearColor(tt,mt),de!==void 0&&(q.viewport=de),I.toneMapping=Qt}function Ze(M,k,j){let q=k.isScene===!0?k.overrideMaterial:null;for(let $=0,Et=M.length;$<Et;$++){let Pt=M[$],{object:Tt,geometry:It,group:kt}=Pt,Qt=Pt.material;Qt.allowOverride===!0&&q!==null&&(Qt=q),Tt.layers.test(j.layers)&&tn(Tt,k,j,It,Qt,kt)}}function tn(M,k,j,q,$,Et){z!==null&&$.isNodeMaterial&&z.setObject(M,$),M.onBeforeRender(I,k,j,q,$,Et),M.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,M.matrixWorld),M.normalMatrix.getNormalMatrix(M.modelViewMatrix),$.onBeforeRender(I,k,j,q,M,Et),$.transparent===!0&&$.side===xi&&$.forceSinglePass===!1?($.side=$n,$.needsUpdate=!0,I.renderBufferDirect(j,k,q,$,M,Et),$.side=$s,$.needsUpdate=!0,I.renderBufferDirect(j,k,q,$,M,Et),$.side=xi):I.renderBufferDirect(j,k,q,$,M,Et),M.onAfterRender(I,k,j,q,$,Et)}function en(M){let k=0;for(let j of M)j.texture!==null&&k++;return k}function Bi(M,k,j){k.isScene!==!0&&(k=pn);let q=zt.get(M),$=T.state.lights,Et=T.state.shadowsArray,Pt=$.state.version,Tt=ot.getParameters(M,$.state,Et,k,j,T.state.lightProbeGridArray),It=ot.getProgramCacheKey(Tt),kt=q.programs;q.environment=M.isMeshStandardMaterial||M.isMeshLambertMaterial||M.isMeshPhongMaterial?k.environment:null,q.fog=k.fog;let Qt=M.isMeshStandardMaterial||M.isMeshLambertMaterial&&!M.envMap||M.isMeshPhongMaterial&&!M.envMap;q.envMap=A.get(M.envMap||q.environment,Qt),q.envMapRotation=q.environment!==null&&M.envMap===null?k.environmentRotation:M.envMapRotation,kt===void 0&&(M.addEventListener("dispose",oe),kt=new Map,q.programs=kt,q.programVariants=new Map);let de=kt.get(It);if(de!==void 0){if(q.currentProgram===de&&q.lightsStateVersion===Pt)return Co(M,Tt),de}else Tt.uniforms=ot.getUniforms(M),z!==null&&M.isNodeMaterial&&z.build(M,j,Tt),M.onBeforeCompile(Tt,I),de=ot.acquireProgram(Tt,It),kt.set(It,de),q.uniforms=Tt.uniforms;let Bt=q.uniforms;return(!M.isShaderMaterial&&!M.isRawShaderMaterial||M.clipping===!0)&&(Bt.clippingPlanes=it.uniform),Co(M,Tt),q.needsLights=ws(M),q.lightsStateVersion=Pt,q.needsLights&&(Bt.ambientLightColor.value=$.state.ambient,Bt.lightProbe.value=$.state.probe,Bt.sunLights.value=$.state.sun,Bt.sunLightShadows.value=$.state.sunShadow,Bt.directionalLights.value=$.state.directional,Bt.directionalLightShadows.value=$.state.directionalShadow,Bt.spotLights.value=$.state.spot,Bt.spotLightShadows.value=$.state.spotShadow,Bt.rectAreaLights.value=$.state.rectArea,Bt.ltc_1.value=$.state.rectAreaLTC1,Bt.ltc_2.value=$.state.rectAreaLTC2,Bt.pointLights.value=$.state.point,Bt.pointLightShadows.value=$.state.pointShadow,Bt.hemisphereLights.value=$.state.hemi,Bt.sunShadowMatrix.value=$.state.sunShadowMatrix,Bt.sunShadowCascade.value=$.state.sunShadowCascade,Bt.directionalShadowMatrix.value=$.state.directionalShadowMatrix,Bt.spotLightMatrix.value=$.state.spotLightMatrix,Bt.spotLightMap.value=$.state.spotLightMap,Bt.pointShadowMatrix.value=$.state.pointShadowMatrix),q.numLightProbeGrids=en(T.state.lightProbeGridArray),q.currentProgram=de,q.uniformsList=null,de}function jn(M,k,j,q,$){let Et=zt.get(M),Pt=Et.currentProgram.id+","+q+","+$,Tt=Et.programVariants.get(Pt);return Tt===void 0?(Tt=Bi(M,k,j),Et.programVariants.set(Pt,Tt)):(Et.currentProgram=Tt,Et.uniformsList=null,Et.outputColorSpace=q,Et.toneMapping=$),Tt}function Ms(M){if(M.uniformsList===null){let k=M.currentProgram.getUniforms();M.uniformsList=vo.seqWithValue(k.seq,M.uniforms)}return M.uniformsList}function Co(M,k){let j=zt.get(M);j.outputColorSpace=k.outputColorSpace,j.batching=k.batching,j.batchingColor=k.batchingColor,j.instancing=k.instancing,j.instancingColor=k.instancingColor,j.instancingMorph=k.instancingMorph,j.skinning=k.skinning,j.morphTargets=k.morphTargets,j.morphNormals=k.morphNormals,j.morphColors=k.morphColors,j.morphTargetsCount=k.morphTargetsCount,j.numClippingPlanes=k.numClippingPlanes,j.numIntersection=k.numClipIntersection,j.vertexAlphas=k.vertexAlphas,j.vertexTangents=k.vertexTangents,j.toneMapping=k.toneMapping}function Po(M,k,j,q,$){k.isScene!==!0&&(k=pn),Xt.resetTextureUnits();let Et=k.fog,Pt=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?k.environment:null,Tt=ct===null?I.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:xe.workingColorSpace,It=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,kt=A.get(q.envMap||Pt,It),Qt=q.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,de=!!j.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),Bt=!!j.morphAttributes.position,fe=!!j.morphAttributes.normal,Ye=!!j.morphAttributes.color,Re=Qi;q.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(Re=I.toneMapping);let Ce=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,mn=Ce!==void 0?Ce.length:0,Ut=zt.get(q),on=T.state.lights;if(Oe===!0&&(sn===!0||M!==Q)){let Pe=M===Q&&q.id===J;it.setState(q,M,Pe)}let ge=!1,ss=!1;q.version===Ut.__version?Ut.needsLights&&Ut.lightsStateVersion!==on.state.version||$.isBatchedMesh&&Ut.batching===!1||!$.isBatchedMesh&&Ut.batching===!0||$.isBatchedMesh&&Ut.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Ut.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Ut.instancing===!1||!$.isInstancedMesh&&Ut.instancing===!0||$.isSkinnedMesh&&Ut.skinning===!1||!$.isSkinnedMesh&&Ut.skinning===!0||$.isInstancedMesh&&Ut.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Ut.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Ut.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Ut.instancingMorph===!1&&$.morphTexture!==null||Ut.envMap!==kt||q.fog===!0&&Ut.fog!==Et||Ut.numClippingPlanes!==void 0&&(Ut.numClippingPlanes!==it.numPlanes||Ut.numIntersection!==it.numIntersection)||Ut.vertexAlphas!==Qt||Ut.vertexTangents!==de||Ut.morphTargets!==Bt||Ut.morphNormals!==fe||Ut.morphColors!==Ye||Ut.morphTargetsCount!==mn||Ut.numLightProbeGrids!==en(T.state.lightProbeGridArray)?ge=!0:(Ut.outputColorSpace!==Tt||Ut.toneMapping!==Re)&&(ss=!0):(ge=!0,Ut.__version=q.version);let an=Ut.currentProgram;(ge===!0||ss===!0)&&(an=ss===!0?jn(q,k,$,Tt,Re):Bi(q,k,$),z&&q.isNodeMaterial&&z.onUpdateProgram(q,an,Ut));let wr=!1,ki=!1,rs=!1,le=an.getUniforms(),Ke=Ut.uniforms;if(Mt.useProgram(an.program)&&(wr=!0,ki=!0,rs=!0),q.id!==J&&(J=q.id,ki=!0),wr||Q!==M){Mt.buffers.depth.getReversed()&&M.reversedDepth!==!0&&(M._reversedDepth=!0,M.updateProjectionMatrix()),le.setValue(O,"projectionMatrix",M.projectionMatrix),le.setValue(O,"viewMatrix",M.matrixWorldInverse);let ln=le.map.cameraPosition;ln!==void 0&&ln.setValue(O,Mn.setFromMatrixPosition(M.matrixWorld)),re.logarithmicDepthBuffer&&le.setValue(O,"logDepthBufFC",2/(Math.log(M.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&le.setValue(O,"isOrthographic",M.isOrthographicCamera===!0),Q!==M&&(Q=M,ki=!0,rs=!0)}if(Ut.needsLights&&(on.state.sunShadowMap.length>0&&le.setValue(O,"sunShadowMap",on.state.sunShadowMap,Xt),on.state.directionalShadowMap.length>0&&le.setValue(O,"directionalShadowMap",on.state.directionalShadowMap,Xt),on.state.spotShadowMap.length>0&&le.setValue(O,"spotShadowMap",on.state.spotShadowMap,Xt),on.state.pointShadowMap.length>0&&le.setValue(O,"pointShadowMap",on.state.pointShadowMap,Xt)),$.isSkinnedMesh){le.setOptional(O,$,"bindMatrix"),le.setOptional(O,$,"bindMatrixInverse");let Pe=$.skeleton;Pe&&(Pe.boneTexture===null&&Pe.computeBoneTexture(),le.setValue(O,"boneTexture",Pe.boneTexture,Xt))}$.isBatchedMesh&&(le.setOptional(O,$,"batchingTexture"),le.setValue(O,"batchingTexture",$._matricesTexture,Xt),le.setOptional(O,$,"batchingIdTexture"),le.setValue(O,"batchingIdTexture",$._indirectTexture,Xt),le.setOptional(O,$,"batchingColorTexture"),$._colorsTexture!==null&&le.setValue(O,"batchingColorTexture",$._colorsTexture,Xt));let kn=j.morphAttributes;if((kn.position!==void 0||kn.normal!==void 0||kn.color!==void 0)&&rt.update($,j,an),(ki||Ut.receiveShadow!==$.receiveShadow)&&(Ut.receiveShadow=$.receiveShadow,le.setValue(O,"receiveShadow",$.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&k.environment!==null&&(Ke.envMapIntensity.value=k.environmentIntensity),Ke.dfgLUT!==void 0&&(Ke.dfgLUT.value=uE()),ki){if(le.setValue(O,"toneMappingExposure",I.toneMappingExposure),Ut.needsLights&&Sr(Ke,rs),Et&&q.fog===!0&&_t.refreshFogUniforms(Ke,Et),_t.refreshMaterialUniforms(Ke,q,St,At,T.state.transmissionRenderTarget[M.id]),Ut.needsLights&&Ut.numLightProbeGrids>0){let Pe=w,ln=0;for(let Ln of T.state.lightProbeGridArray)Ln.texture!==null&&(Pe.textures[ln]=Ln.texture,Pe.min[ln]=Ln.boundingBox.min,Pe.max[ln]=Ln.boundingBox.max,Pe.resolution[ln]=Ln.resolution,ln++);for(let Ln in Pe)Pe[Ln].length=ln;Ke.probesSH.value=Pe.textures,Ke.probesMin.value=Pe.min,Ke.probesMax.value=Pe.max,Ke.probesResolution.value=Pe.resolution}vo.upload(O,Ms(Ut),Ke,Xt)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(vo.upload(O,Ms(Ut),Ke,Xt),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&le.setValue(O,"center",$.center),le.setValue(O,"modelViewMatrix",$.modelViewMatrix),le.setValue(O,"normalMatrix",$.normalMatrix),le.setValue(O,"modelMatrix",$.matrixWorld),q.uniformsGroups!==void 0){let Pe=q.uniformsGroups;for(let ln=0,Ln=Pe.length;ln<Ln;ln++){let Xa=Pe[ln];Ht.update(Xa,an),Ht.bind(Xa,an)}}return an}function Sr(M,k){M.ambientLightColor.needsUpdate=k,M.lightProbe.needsUpdate=k,M.sunLights.needsUpdate=k,M.sunLightShadows.needsUpdate=k,M.directionalLights.needsUpdate=k,M.directionalLightShadows.needsUpdate=k,M.pointLights.needsUpdate=k,M.pointLightShadows.needsUpdate=k,M.spotLights.needsUpdate=k,M.spotLightShadows.needsUpdate=k,M.rectAreaLights.needsUpdate=k,M.hemisphereLights.needsUpdate=k}function ws(M){return M.isMeshLambertMaterial||M.isMeshToonMaterial||M.isMeshPhongMaterial||M.isMeshStandardMaterial||M.isShadowMaterial||M.isShaderMaterial&&M.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(M,k,j){let q=zt.get(M);q.__autoAllocateDepthBuffer=M.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),zt.get(M.texture).__webglTexture=k,zt.get(M.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:j,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(M,k){let j=zt.get(M);j.__webglFramebuffer=k,j.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(M,k=0,j=0){ct=M,Y=k,G=j;let q=null,$=!1,Et=!1;if(M){let Tt=zt.get(M);if(Tt.__useDefaultFramebuffer!==void 0){Mt.bindFramebuffer(O.FRAMEBUFFER,Tt.__webglFramebuffer),st.copy(M.viewport),dt.copy(M.scissor),ut=M.scissorTest,Mt.viewport(st),Mt.scissor(dt),Mt.setScissorTest(ut),J=-1;return}else if(Tt.__webglFramebuffer===void 0)Xt.setupRenderTarget(M);else if(Tt.__hasExternalTextures)Xt.rebindTextures(M,zt.get(M.texture).__webglTexture,zt.get(M.depthTexture).__webglTexture);else if(M.depthBuffer){let Qt=M.depthTexture;if(Tt.__boundDepthTexture!==Qt){if(Qt!==null&&zt.has(Qt)&&(M.width!==Qt.image.width||M.height!==Qt.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xt.setupDepthRenderbuffer(M)}}let It=M.texture;(It.isData3DTexture||It.isDataArrayTexture||It.isCompressedArrayTexture)&&(Et=!0);let kt=zt.get(M).__webglFramebuffer;M.isWebGLCubeRenderTarget?(Array.isArray(kt[k])?q=kt[k][j]:q=kt[k],$=!0):M.samples>0&&Xt.useMultisampledRTT(M)===!1?q=zt.get(M).__webglMultisampledFramebuffer:Array.isArray(kt)?q=kt[j]:q=kt,st.copy(M.viewport),dt.copy(M.scissor),ut=M.scissorTest}else st.copy(Vt).multiplyScalar(St).floor(),dt.copy(ue).multiplyScalar(St).floor(),ut=ae;if(j!==0&&(q=V),Mt.bindFramebuffer(O.FRAMEBUFFER,q)&&Mt.drawBuffers(M,q),Mt.viewport(st),Mt.scissor(dt),Mt.setScissorTest(ut),$){let Tt=zt.get(M.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+k,Tt.__webglTexture,j)}else if(Et){let Tt=k;for(let It=0;It<M.textures.length;It++){let kt=zt.get(M.textures[It]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+It,kt.__webglTexture,j,Tt)}}else if(M!==null&&j!==0){let Tt=zt.get(M.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Tt.__webglTexture,j)}J=-1};function Mr(M){let k=zt.get(M);return(k.__readFormat!==M.format||k.__readType!==M.type)&&(k.__readFormat=M.format,k.__readType=M.type,k.__formatReadable=re.textureFormatReadable(M.format),k.__typeReadable=re.textureTypeReadable(M.type)),k}this.readRenderTargetPixels=function(M,k,j,q,$,Et,Pt,Tt=0){if(!(M&&M.isWebGLRenderTarget)){jt("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let It=zt.get(M).__webglFramebuffer;if(M.isWebGLCubeRenderTarget&&Pt!==void 0&&(It=It[Pt],Array.isArray(It)&&(It=It[0])),It){Mt.bindFramebuffer(O.FRAMEBUFFER,It);try{let kt=M.textures[Tt],Qt=kt.format,de=kt.type;M.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Tt);let Bt=Mr(kt);if(Bt.__formatReadable===!1){jt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Bt.__typeReadable===!1){jt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=M.width-q&&j>=0&&j<=M.height-$&&O.readPixels(k,j,q,$,gt.convert(Qt),gt.convert(de),Et)}finally{let kt=ct!==null?zt.get(ct).__webglFramebuffer:null;Mt.bindFramebuffer(O.FRAMEBUFFER,kt)}}},this.readRenderTargetPixelsAsync=async function(M,k,j,q,$,Et,Pt,Tt=0){if(!(M&&M.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let It=zt.get(M).__webglFramebuffer;if(M.isWebGLCubeRenderTarget&&Pt!==void 0&&(It=It[Pt],Array.isArray(It)&&(It=It[0])),It)if(k>=0&&k<=M.width-q&&j>=0&&j<=M.height-$){Mt.bindFramebuffer(O.FRAMEBUFFER,It);let kt=M.textures[Tt],Qt=kt.format,de=kt.type;M.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Tt);let Bt=Mr(kt);if(Bt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Bt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let fe=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,fe),O.bufferData(O.PIXEL_PACK_BUFFER,Et.byteLength,O.STREAM_READ),O.readPixels(k,j,q,$,gt.convert(Qt),gt.convert(de),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let Ye=ct!==null?zt.get(ct).__webglFramebuffer:null;Mt.bindFramebuffer(O.FRAMEBUFFER,Ye);let Re=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await Eg(O,Re,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,fe),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Et),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(fe),O.deleteSync(Re),Et}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(M,k=null,j=0){let q=Math.pow(2,-j),$=Math.floor(M.image.width*q),Et=Math.floor(M.image.height*q),Pt=k!==null?k.x:0,Tt=k!==null?k.y:0;Xt.setTexture2D(M,0),O.copyTexSubImage2D(O.TEXTURE_2D,j,0,0,Pt,Tt,$,Et),Mt.unbindTexture()},this.copyTextureToTexture=function(M,k,j=null,q=null,$=0,Et=0){let Pt,Tt,It,kt,Qt,de,Bt,fe,Ye,Re=M.isCompressedTexture?M.mipmaps[Et]:M.image;if(j!==null)Pt=j.max.x-j.min.x,Tt=j.max.y-j.min.y,It=j.isBox3?j.max.z-j.min.z:1,kt=j.min.x,Qt=j.min.y,de=j.isBox3?j.min.z:0;else{let le=Math.pow(2,-$);Pt=Math.floor(Re.width*le),Tt=Math.floor(Re.height*le),M.isDataArrayTexture?It=Re.depth:M.isData3DTexture?It=Math.floor(Re.depth*le):It=1,kt=0,Qt=0,de=0}q!==null?(Bt=q.x,fe=q.y,Ye=q.z):(Bt=0,fe=0,Ye=0);let Ce=gt.convert(k.format),mn=gt.convert(k.type),Ut;k.isData3DTexture?(Xt.setTexture3D(k,0),Ut=O.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(Xt.setTexture2DArray(k,0),Ut=O.TEXTURE_2D_ARRAY):(Xt.setTexture2D(k,0),Ut=O.TEXTURE_2D),Mt.activeTexture(O.TEXTURE0),Mt.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,k.flipY),Mt.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),Mt.pixelStorei(O.UNPACK_ALIGNMENT,k.unpackAlignment);let on=Mt.getParameter(O.UNPACK_ROW_LENGTH),ge=Mt.getParameter(O.UNPACK_IMAGE_HEIGHT),ss=Mt.getParameter(O.UNPACK_SKIP_PIXELS),an=Mt.getParameter(O.UNPACK_SKIP_ROWS),wr=Mt.getParameter(O.UNPACK_SKIP_IMAGES);Mt.pixelStorei(O.UNPACK_ROW_LENGTH,Re.width),Mt.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Re.height),Mt.pixelStorei(O.UNPACK_SKIP_PIXELS,kt),Mt.pixelStorei(O.UNPACK_SKIP_ROWS,Qt),Mt.pixelStorei(O.UNPACK_SKIP_IMAGES,de);let ki=M.isDataArrayTexture||M.isData3DTexture,rs=k.isDataArrayTexture||k.isData3DTexture;if(M.isDepthTexture){let le=zt.get(M),Ke=zt.get(k),kn=zt.get(le.__renderTarget),Pe=zt.get(Ke.__renderTarget);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,kn.__webglFramebuffer),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,Pe.__webglFramebuffer);for(let ln=0;ln<It;ln++)ki&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,zt.get(M).__webglTexture,$,de+ln),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,zt.get(k).__webglTexture,Et,Ye+ln)),O.blitFramebuffer(kt,Qt,kt+Pt,Qt+Tt,Bt,fe,Bt+Pt,fe+Tt,O.DEPTH_BUFFER_BIT,O.NEAREST);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,null),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if($!==0||M.isRenderTargetTexture||zt.has(M)){let le=zt.get(M),Ke=zt.get(k);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,N),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,W);for(let kn=0;kn<It;kn++)ki?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,le.__webglTexture,$,de+kn):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,le.__webglTexture,$),rs?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Ke.__webglTexture,Et,Ye+kn):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Ke.__webglTexture,Et),$!==0?O.blitFramebuffer(kt,Qt,kt+Pt,Qt+Tt,Bt,fe,Bt+Pt,fe+Tt,O.COLOR_BUFFER_BIT,O.NEAREST):rs?O.copyTexSubImage3D(Ut,Et,Bt,fe,Ye+kn,kt,Qt,Pt,Tt):O.copyTexSubImage2D(Ut,Et,Bt,fe,kt,Qt,Pt,Tt);Mt.bindFramebuffer(O.READ_FRAMEBUFFER,null),Mt.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else rs?M.isDataTexture||M.isData3DTexture?O.texSubImage3D(Ut,Et,Bt,fe,Ye,Pt,Tt,It,Ce,mn,Re.data):k.isCompressedArrayTexture?O.compressedTexSubImage3D(Ut,Et,Bt,fe,Ye,Pt,Tt,It,Ce,Re.data):O.texSubImage3D(Ut,Et,Bt,fe,Ye,Pt,Tt,It,Ce,mn,Re):M.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Et,Bt,fe,Pt,Tt,Ce,mn,Re.data):M.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Et,Bt,fe,Re.width,Re.height,Ce,Re.data):O.texSubImage2D(O.TEXTURE_2D,Et,Bt,fe,Pt,Tt,Ce,mn,Re);Mt.pixelStorei(O.UNPACK_ROW_LENGTH,on),Mt.pixelStorei(O.UNPACK_IMAGE_HEIGHT,ge),Mt.pixelStorei(O.UNPACK_SKIP_PIXELS,ss),Mt.pixelStorei(O.UNPACK_SKIP_ROWS,an),Mt.pixelStorei(O.UNPACK_SKIP_IMAGES,wr),Et===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&O.generateMipmap(Ut),Mt.unbindTexture()},this.initRenderTarget=function(M){zt.get(M).__webglFramebuffer===void 0&&Xt.setupRenderTarget(M)},this.initTexture=function(M){M.isCubeTexture?Xt.setTextureCube(M,0):M.isData3DTexture?Xt.setTexture3D(M,0):M.isDataArrayTexture||M.isCompressedArrayTexture?Xt.setTexture2DArray(M,0):Xt.setTexture2D(M,0),Mt.unbindTexture()},this.resetState=function(){Y=0,G=0,ct=null,Mt.reset(),bt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return _i}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=xe._getDrawingBufferColorSpace(t),e.unpackColorSpace=xe._getUnpackColorSpace()}};var dE=8,fE=.5,pE=1.6,mE=.9,gE=.01,_h=1e-6,u0=new ee(14034728),_E=new ee(8081333),xE=[[1e9,"G"],[1e6,"M"],[1e3,"k"],[1,""],[.001,"m"],[1e-6,"µ"]];function xr(i,t){let e=Math.abs(Number(i.toPrecision(3))),[n,s]=xE.find(([r])=>e>=r)??[1,""];return`${(i/n).toPrecision(3)} ${s}${t}`}var yE=(i,t,e)=>Math.hypot(i[6*t+e],i[6*t+e+1],i[6*t+e+2]),xh=class{constructor(t,e,n){this.list=t,this.radius=e,this.labels=n,this.times=1,this.forget();let s=Math.max(1,t.length),r=new Hs({depthTest:!1});this.shafts=new xs(new Ji(1,1,1,8).translate(0,.5,0),r,2*s),this.heads=new xs(new uo(1,1,12).translate(0,-.5,0),r,3*s),this.group=new Pi,this.group.add(this.shafts,this.heads),this.group.visible=!1;for(let o of[this.shafts,this.heads])o.frustumCulled=!1,o.renderOrder=1,o.setColorAt(0,u0),o.count=0}forget(){this.scales=new Map,this.largest=[0,0]}toggle(){return this.group.visible=!this.group.visible&&this.list.length>0,this.forget(),this.labels.place([]),this.group.visible}get whole(){return fE*this.radius*this.times}put(t,e,n,s,r,o){let a=new ce().compose(e,n,new B(s,r,s));t.setMatrixAt(t.count,a),t.setColorAt(t.count++,o)}rescale(t){let e=new Map;this.list.forEach((o,a)=>[0,3].forEach((l,c)=>{let h=yE(t,a,l);if(this.largest[c]=Math.max(this.largest[c],Number.isFinite(h)?h:0),h>0&&Number.isFinite(h)){let d=`${o.kind} ${c}`;e.set(d,[...e.get(d)??[],h])}}));let[n,s]=this.largest,r=[_h*s/this.radius,_h*n*this.radius];for(let[o,a]of e){a.sort((h,d)=>h-d);let l=a[Math.ceil(mE*a.length)-1],c=r[Number(o.at(-1))];this.scales.set(o,Math.max(this.scales.get(o)??0,l,c))}}arrow(t,e,n,s){let r=e.length();if(!(r>gE*n)||!Number.isFinite(r))return null;let o=this.whole*Math.min(r/n,pE),a=e.clone().divideScalar(r),l=new yn().setFromUnitVectors(new B(0,1,0),a),c=.03*this.radius,h=Math.min(4*c,.5*o),d=t.clone().addScaledVector(a,o),u=s?_E:u0;return this.put(this.shafts,t,l,.35*c,o-h,u),this.put(this.heads,d,l,Math.min(c,h/2),h,u),s&&this.put(this.heads,d.clone().addScaledVector(a,-.7*h),l,Math.min(c,h/2),h,u),d}place(t,e,n){if(this.tips=[],this.shafts.count=this.heads.count=0,!(!this.group.visible||t.length!==6*this.list.length)){this.rescale(t),this.list.forEach((s,r)=>{let o=new B(...s.r);s.body>=0?o.applyMatrix4(e[s.body]):o.sub(n),[0,3].forEach((a,l)=>{let c=new B().fromArray(t,6*r+a),h=this.scales.get(`${s.kind} ${l}`)??0;s.radius>0&&c.length()>0&&o.addScaledVector(c,-s.radius/c.length());let d=this.arrow(o,c,h,l===1);d&&this.tips.push({at:d,share:c.length()/(this.largest[l]||1),kind:l?"torque":"force",text:`${s.name} ${xr(c.length(),l?"N m":"N")}`})})}),this.tips.sort((s,r)=>r.share-s.share).splice(dE);for(let s of[this.shafts,this.heads])s.instanceMatrix.needsUpdate=!0,s.instanceColor.needsUpdate=!0}}legend(){let t=[...this.scales].filter(([e,n])=>n>0&&this.isDrawn(e,n)).map(([e,n])=>`${e.slice(0,-2)} ${xr(n,e.endsWith("1")?"N m":"N")}`);return t.length?`an arrow of ${xr(this.whole,"m")}: ${t.join(", ")}`:"no force acts"}isDrawn(t,e){let[n,s]=this.largest;return e>(t.endsWith("1")?_h*n*this.radius:_h*s/this.radius)}draw(t,e,n,s){this.labels.place(this.group.visible?this.tips??[]:[],t,e,n,s)}};var vE=30,bE=i=>{let t=Math.max(i.lastIndexOf("."),i.lastIndexOf(" ")),e=(t>0?i.slice(0,t):i).split("/");return t>0?[...e,i.slice(t+1)]:e},So=class{constructor(t){this.ontoggle=t,this.root=K("ul",{class:"names"})}load(t){let e={below:new Map,rows:[]};for(let n of t){let s=e;for(let r of bE(n.v.name).slice(0,-1))s=s.below.get(r)??s.below.set(r,{below:new Map,rows:[]}).get(r);s.rows.push(n)}t.forEach(n=>n.above=[]),this.branches=[],this.whole=t.length<=vE,this.root.replaceChildren(...this.itemsOf(e))}rowsOf(t){return[...t.rows,...[...t.below.values()].flatMap(e=>this.rowsOf(e))]}itemsOf(t){return[...t.rows.map(e=>e.row),...[...t.below].flatMap(([e,n])=>{let s=this.rowsOf(n);return s.length===1?[s[0].row]:[this.branchOf(e,n,s)]})]}branchOf(t,e,n){let s=K("ul",{},...this.itemsOf(e)),r=K("summary",{},t," ",K("small",{},String(n.length))),o=K("details",{ontoggle:this.ontoggle},r,s),a=K("li",{class:"branch"},o);return n.forEach(l=>l.above.push(o)),this.branches.push({item:a,details:o,rows:n}),a}isSeen(t){return!t.row.hidden&&t.above.every(e=>e.open)}filter(t){for(let e of this.branches??[]){let n=e.rows.some(s=>!s.row.hidden);e.item.hidden=!n,e.details.open=t?n:this.whole}}};var Wd=400,SE=["0.01","0.1","0.25","0.5","1","2","5","10"],yh=class{constructor(t,e){this.name=t,this.link=e,this.rows=0,this.at=0,this.shown=-1,this.diverged=-1,this.play=K("button",{type:"button",title:"play or pause (space)",onclick:()=>this.toggle()},"play"),this.slider=K("input",{type:"range",min:"0",max:"0",value:"0","aria-label":"place in the recording",oninput:()=>this.jump(Number(this.slider.value))}),this.speed=K("select",{"aria-label":"speed"},...SE.map(n=>K("option",{value:n,...n==="1"?{selected:""}:{}},`${n} ×`))),this.step=K("input",{type:"number",min:"0","aria-label":"go to step",placeholder:"step",onchange:()=>this.link.send(`find ${this.name} ${Math.trunc(Number(this.step.value))}`)}),this.miss=K("button",{type:"button",disabled:"",onclick:()=>this.link.send(`miss ${this.name} ${this.stepShown??-1}`)},"next miss"),this.apart=K("button",{type:"button",disabled:"",onclick:()=>this.link.send(`find ${this.name} ${this.diverged}`)},"where it diverges"),this.line=K("canvas",{class:"missed",width:String(Wd),height:"8",hidden:"",role:"img"}),this.root=K("div",{class:"player",role:"toolbar","aria-label":"playing"},this.play,K("span",{class:"track"},this.slider,this.line),this.speed,this.step,this.miss,this.apart)}about(t){this.seconds=t.dt*t.playback.every,this.asked=!1,this.shown=-1}status(t){this.rows=t.rows,this.diverged=t.diverged,this.slider.max=String(Math.max(0,t.rows-1)),this.miss.hidden=t.misses===0,this.miss.disabled=t.misses===0,this.apart.hidden=t.diverged<0,t.misses!==(this.missed??0)&&(this.missed=t.misses,this.link.send(`misses ${this.name} ${Wd}`)),this.apart.disabled=t.diverged<0,this.whole=t.state!=="computing"}misses(t){let e=this.line.getContext("2d");e.clearRect(0,0,Wd,8),e.fillStyle="#c0271d",t.count.forEach((s,r)=>s>0&&e.fillRect(r,0,1.5,8));let n=t.count.reduce((s,r)=>s+r,0);this.line.hidden=n===0,this.line.setAttribute("aria-label",`${n} steps with a missed deadline`)}toggle(){this.playing=!this.playing,this.playing&&this.whole&&this.at>=this.rows-1&&(this.at=0),this.since=performance.now(),this.play.textContent=this.playing?"pause":"play"}jump(t){this.at=Math.min(Math.max(t,0),Math.max(this.rows-1,0))}move(t){this.jump(Math.round(this.at)+t)}found(t){t>=0&&this.jump(t)}frame(t){this.asked=!1,this.shown=this.wanted,this.stepShown=t.step}draw(){if(this.playing){let e=performance.now();this.jump(this.at+(e-this.since)/1e3/this.seconds*Number(this.speed.value)),this.since=e,this.whole&&this.at>=this.rows-1&&this.toggle()}let t=Math.floor(this.at);this.slider.value=String(t),!this.asked&&this.rows>0&&t!==this.shown&&(this.asked=!0,this.wanted=t,this.link.send(`at ${this.name} ${t>this.shown?this.shown+1:t} ${t}`))}};var ME=.5,wE=40,EE=1e3,TE=750213,AE=i=>Number(i.toPrecision(6)),vh=class{constructor(t,{write:e,tell:n}){this.view=t,this.write=e,this.tell=n,this.list=[],this.may=!1,this.sent=new Map}load(t){this.release(),this.list=t?.pushes??[]}of(t){return this.list.find(e=>e.body===t)}why(t){let e=this.view.description.bodies[t];return this.of(t)?this.may?"":`only who has the link with its token may push ${e}`:`the rig lets nobody push ${e}: its exchange has no 'push' for it`}grab(t,e,n,s){let r=this.of(t),o=this.view.body[t];this.held={p:r,body:t,at:r.torque>0?e.clone().applyMatrix4(o.clone().invert()):new B(...r.r),x:n,y:s,last:0}}move(t,e){Object.assign(this.held,{x:t,y:e}),this.view.dirty=!0}pull(){let{p:t,body:e,at:n,x:s,y:r}=this.held,o=this.view.body[e],a=n.clone().applyMatrix4(o),l=new Wn().setFromNormalAndCoplanarPoint(this.view.camera.getWorldDirection(new B),a),c=this.view.rayAt(s,r).ray.intersectPlane(l,new B)??a.clone(),h=c.clone().sub(a),d=Math.min(1,h.length()/(ME*this.view.radius)),u=h.lengthSq()>0?h.normalize().multiplyScalar(d*t.force):h,m=a.clone().sub(new B(...t.r).applyMatrix4(o)),_=t.torque>0?m.cross(u).clampLength(0,t.torque):null;return{from:a,pointer:c,force:u,torque:_}}step(t=performance.now()){if(!this.held||t-this.held.last<wE||[...this.sent.values()].some(s=>t-s<EE))return;this.held.last=t;let{force:e,torque:n}=this.pull();this.send([...e.toArray(),...n?.toArray()??[]])}send(t){this.sent.set(this.write(this.held.p.inputs.map((e,n)=>`${e}=${AE(t[n])}`).join(" ")),performance.now())}release(){this.held&&(this.send(this.held.p.inputs.map(()=>0)),this.held=void 0,this.arrow?.removeFromParent(),this.view.dirty=!0)}answer(t,e){if(t.by===e&&this.sent.delete(t.request))return t.answer.startsWith("ok")||(this.held=void 0,this.arrow?.removeFromParent(),this.tell(`the push was refused: ${t.answer}`)),!0;let n=t.by!==e&&t.line.startsWith("write ")?this.list.find(s=>t.line.includes(` ${s.inputs[0]}=`)):void 0;if(n){let s=n.inputs.slice(0,3).some(r=>!t.line.includes(` ${r}=0 `)&&!t.line.endsWith(` ${r}=0`));this.tell(s?`browser ${t.by} pushes ${this.view.description.bodies[n.body]}`:"")}return!!n}draw(t){if(!this.held)return[];let{from:e,pointer:n,force:s}=this.pull(),r=n.clone().sub(e),o=Math.max(r.length(),1e-9);this.arrow??=new Ta(new B(1,0,0),new B,1,TE);for(let a of[this.arrow.line,this.arrow.cone])a.material.depthTest=!1,a.renderOrder=3;return this.view.world.add(this.arrow),this.arrow.position.copy(e),this.arrow.setDirection(r.divideScalar(o)),this.arrow.setLength(o,Math.min(.3*o,.12*this.view.radius),Math.min(.15*o,.06*this.view.radius)),[{at:n,text:t(s.length(),"N"),kind:"pushed"}]}};var d0={type:"change"},qd={type:"start"},p0={type:"end"},bh=new Bs,f0=new Wn,RE=Math.cos(70*Ua.DEG2RAD),Sn=new B,Jn=2*Math.PI,Ee={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Xd=1e-6,Sh=class extends Aa{constructor(t,e=null){super(t,e),this.state=Ee.NONE,this.target=new B,this.cursor=new B,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:qs.ROTATE,MIDDLE:qs.DOLLY,RIGHT:qs.PAN},this.touches={ONE:Ys.ROTATE,TWO:Ys.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new B,this._lastQuaternion=new yn,this._lastTargetPosition=new B,this._quat=new yn().setFromUnitVectors(t.up,new B(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new po,this._sphericalDelta=new po,this._scale=1,this._panOffset=new B,this._rotateStart=new $t,this._rotateEnd=new $t,this._rotateDelta=new $t,this._panStart=new $t,this._panEnd=new $t,this._panDelta=new $t,this._dollyStart=new $t,this._dollyEnd=new $t,this._dollyDelta=new $t,this._dollyDirection=new B,this._mouse=new $t,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=PE.bind(this),this._onPointerDown=CE.bind(this),this._onPointerUp=IE.bind(this),this._onContextMenu=BE.bind(this),this._onMouseWheel=NE.bind(this),this._onKeyDown=UE.bind(this),this._onTouchStart=OE.bind(this),this._onTouchMove=FE.bind(this),this._onMouseDown=LE.bind(this),this._onMouseMove=DE.bind(this),this._interceptControlDown=kE.bind(this),this._interceptControlUp=zE.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ee.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(d0),this.update(),this.state=Ee.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;Sn.copy(e).sub(this.target),Sn.applyQuaternion(this._quat),this._spherical.setFromVector3(Sn),this.autoRotate&&this.state===Ee.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=Jn:n>Math.PI&&(n-=Jn),s<-Math.PI?s+=Jn:s>Math.PI&&(s-=Jn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Sn.setFromSpherical(this._spherical),Sn.applyQuaternion(this._quatInverse),e.copy(this.target).add(Sn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Sn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new B(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new B(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Sn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(bh.origin.copy(this.object.position),bh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(bh.direction))<RE?this.object.lookAt(this.target):(f0.setFromNormalAndCoplanarPoint(this.object.up,this.target),bh.intersectPlane(f0,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Xd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Xd||this._lastTargetPosition.distanceToSquared(this.target)>Xd?(this.dispatchEvent(d0),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?Jn/60*this.autoRotateSpeed*t:Jn/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){Sn.setFromMatrixColumn(e,0),Sn.multiplyScalar(-t),this._panOffset.add(Sn)}_panUp(t,e){this.screenSpacePanning===!0?Sn.setFromMatrixColumn(e,1):(Sn.setFromMatrixColumn(e,0),Sn.crossVectors(this.object.up,Sn)),Sn.multiplyScalar(t),this._panOffset.add(Sn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Sn.copy(s).sub(this.target);let r=Sn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Jn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Jn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(Jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-Jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(Jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-Jn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Jn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Jn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new $t,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function CE(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function PE(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function IE(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(p0),this.state=Ee.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function LE(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case qs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ee.DOLLY;break;case qs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ee.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ee.ROTATE}break;case qs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ee.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ee.PAN}break;default:this.state=Ee.NONE}this.state!==Ee.NONE&&this.dispatchEvent(qd)}function DE(i){switch(this.state){case Ee.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ee.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ee.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function NE(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ee.NONE||(i.preventDefault(),this.dispatchEvent(qd),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(p0))}function UE(i){this.enabled!==!1&&this._handleKeyDown(i)}function OE(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Ys.ROTATE:if(this.enableRotate===!1){this.state=Ee.NONE;break}this._handleTouchStartRotate(i),this.state=Ee.TOUCH_ROTATE;break;case Ys.PAN:if(this.enablePan===!1){this.state=Ee.NONE;break}this._handleTouchStartPan(i),this.state=Ee.TOUCH_PAN;break;default:this.state=Ee.NONE}break;case 2:switch(this.touches.TWO){case Ys.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ee.TOUCH_DOLLY_PAN;break;case Ys.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ee.TOUCH_DOLLY_ROTATE;break;default:this.state=Ee.NONE}break;default:this.state=Ee.NONE}this.state!==Ee.NONE&&this.dispatchEvent(qd)}function FE(i){switch(this._trackPointer(i),this.state){case Ee.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ee.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ee.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ee.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ee.NONE}}function BE(i){this.enabled!==!1&&i.preventDefault()}function kE(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function zE(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function m0(i){let t=atob(i),e=new Uint8Array(t.length);for(let n=0;n<t.length;n++)e[n]=t.charCodeAt(n);return e.buffer}var VE=i=>i<=30?[32,20]:i<=100?[20,12]:[10,6];function g0(i,t,e,n){let[s,r]=VE(n);if(i==="box")return new Vs(1,1,1);if(i==="sphere")return new _a(1,s,r);if(i==="cylinder")return new Ji(1,1,1,s).rotateX(Math.PI/2);if(i==="capsule")return new ga(1,t.size[2]/t.size[0],r/2,s).rotateX(Math.PI/2);let o=e.meshes[t.mesh],a=new fn;a.setAttribute("position",new dn(new Float32Array(m0(o.points)),3)),a.setIndex(new dn(new Uint32Array(m0(o.corners)),1));let l=a.toNonIndexed();return l.computeVertexNormals(),l}function _0(i){let[t,e,n]=i.size;return i.kind==="sphere"||i.kind==="capsule"?new B(t,t,t):new B(t,e,n)}function x0(i){return i.kind==="capsule"?`capsule ${(i.size[2]/i.size[0]).toPrecision(6)}`:i.kind==="mesh"?`mesh ${i.mesh}`:i.kind}var Yd=i=>new yn(i[1],i[2],i[3],i[0]);var HE=3,GE=.95,WE=.9,XE=.25,qE=.4,YE=6,$E=20,Mh=class{constructor(t){this.view=t,this.on=!1,this.factor=1,t.canvas.addEventListener("wheel",e=>this.on&&this.zoom(e.deltaY>0?1.1:.9),{passive:!0})}set(t){let{view:e}=this;this.on=t,this.heading=void 0,e.controls.enabled=!t,e.camera.near=(e.description?.size??1)/(t?$E:500),this.cover(0),this.body=e.sizes?e.movers.reduce((n,s)=>e.sizes[s]>(e.sizes[n]??-1)?s:n,-1):-1,t&&this.go()}cover(t){let{camera:e,canvas:n}=this.view,{clientWidth:s,clientHeight:r}=n.parentElement;this.on&&t>0&&s>0&&r>0?e.setViewOffset(s,r,0,t/2,s,r):e.clearViewOffset(),e.updateProjectionMatrix(),this.view.dirty=!0}zoom(t){this.factor=Math.min(Math.max(this.factor*t,qE),YE)}go(t=performance.now()){let{view:e}=this,n=e.body[this.body];if(!n)return;let s=e.positionOf(this.body),r=new B().setFromMatrixColumn(n,0).projectOnPlane(e.up);if(r.lengthSq()<1e-6||!Number.isFinite(r.lengthSq()+s.lengthSq()))return;r.normalize();let o=this.heading?1-Math.exp(-Math.min((t-this.last)/1e3,1)/XE):1;this.heading=(this.heading??r).clone().lerp(r,o),this.heading=this.heading.lengthSq()>1e-6?this.heading.normalize():r,this.last=t;let a=e.sizes[this.body]*this.factor*2,l=e.up.clone();e.controls.target.copy(s).addScaledVector(r,WE*e.sizes[this.body]).addScaledVector(l,.1*a),e.camera.position.copy(s).addScaledVector(this.heading,-HE*a).addScaledVector(l,GE*a),e.dirty=!0}};var y0=(i,t)=>Math.abs(i.y-t.y)<18&&i.x<t.x+t.w&&t.x<i.x+i.w,ZE=["chosen","pushed"];var Mo=class{constructor(t){this.root=t}place(t,e,n,s,r=[]){for(;this.root.children.length>t.length;)this.root.lastChild.remove();for(;this.root.children.length<t.length;)this.root.append(document.createElement("span"));return t.forEach((o,a)=>{let l=o.at.clone().project(e),c=this.root.children[a],[h,d]=[(l.x+1)/2*n,(1-l.y)/2*s],u=7*o.text.length+8,m=l.z<=1&&h>=0&&h<=n&&d>=0&&d<=s,_={x:Math.max(0,Math.min(h+4,n-u)),y:d,w:u};for(let f=0;f<5&&r.some(p=>y0(p,_));f++)_.y+=18;let S=m&&_.y+18<=s&&(ZE.includes(o.kind)||!r.some(f=>y0(f,_)));S&&r.push(_),c.textContent=o.text,c.className=o.kind??"",c.hidden=!S,c.style.transform=`translate(${_.x}px, ${_.y}px)`}),r}};var wh=24,v0=200,KE=40,b0=[[1,0,0],[0,1,0],[0,0,1]],JE=[[.85,.15,.15],[.1,.6,.15],[.15,.35,.9]];function jE(i){let t=10**Math.floor(Math.log10(i));return[5,2,1].find(e=>e*t<=i*(1+1e-9))*t}var Eh=class{constructor(t,e,n,s){this.up=n,this.radius=s,this.names=e.bodies,this.sun=new wa(16777215,2),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(1024,1024),this.sun.shadow.bias=-5e-4,this.sun.shadow.normalBias=.004*s,this.sun.shadow.intensity=.6;let r=Math.abs(n.z)>.5?new B(.5,-.35,0):Math.abs(n.y)>.5?new B(.35,0,.5):new B(0,.35,.5);this.from=n.clone().add(r).normalize().multiplyScalar(4*s);let o=this.sun.shadow.camera;o.left=o.bottom=-2*s,o.right=o.top=2*s,o.near=s/2,o.far=12*s,t.add(new ba(16777215,8425632,1.9),this.sun,this.sun.target),this.cell=jE(s/4),this.floor=new Pi;let a=new Yn(new hr(wh*this.cell,wh*this.cell),new xa({opacity:.35}));a.receiveShadow=!0,this.grid=new zs(this.gridOf(),new Ki({color:8226704,transparent:!0,opacity:.55})),this.floor.add(a,this.grid),this.floor.quaternion.setFromUnitVectors(new B(0,0,1),n),this.shade=a,t.add(this.floor);let l=Math.min(e.bodies.length,v0)+1,c=new fn;c.setAttribute("position",new dn(new Float32Array(l*18),3)),c.setAttribute("color",new dn(new Float32Array(Array.from({length:l},()=>JE.flatMap(h=>[...h,...h])).flat()),3)),this.axes=new zs(c,new Ki({vertexColors:!0,depthTest:!1})),this.axes.frustumCulled=!1,this.axes.renderOrder=2,this.axes.visible=!1,t.add(this.axes)}gridOf(){let t=wh*this.cell/2,e=[];for(let s=0;s<=wh;s++){let r=s*this.cell-t;e.push(r,-t,0,r,t,0,-t,r,0,t,r,0)}let n=new fn;return n.setAttribute("position",new dn(new Float32Array(e),3)),n}settle(t,e){this.level=[0,1,2].reduce((n,s)=>n+this.up.getComponent(s)*(this.up.getComponent(s)>0?t.min:t.max).getComponent(s),0)-.01*this.radius,this.hasLand=e,this.shade.visible=!e}follow(t){let e=this.cell,n=t.clone();for(let s=0;s<3;s++)n.setComponent(s,Math.abs(this.up.getComponent(s))>.5?this.level/this.up.getComponent(s):Math.round(n.getComponent(s)/e)*e);this.floor.position.copy(n),this.sun.position.copy(t).add(this.from),this.sun.target.position.copy(t)}placeAxes(t,e){let n=this.axes.geometry.attributes.position,s=.25*this.radius;[new ce().makeTranslation(e.clone().negate()),...t.slice(0,v0)].forEach((o,a)=>{let l=new B().setFromMatrixPosition(o);b0.forEach((c,h)=>{let d=new B().setFromMatrixColumn(o,h).multiplyScalar(a===0?2*s:s).add(l);n.setXYZ(6*a+2*h,l.x,l.y,l.z),n.setXYZ(6*a+2*h+1,d.x,d.y,d.z)})}),n.needsUpdate=!0}texts(t,e,n,s){let r=[],o=a=>new B().setFromMatrixPosition(t[a]);return s>=0&&s<t.length&&r.push({at:o(s),text:this.names[s],kind:"chosen"}),this.axes.visible&&b0.forEach((a,l)=>r.push({at:new B(...a).multiplyScalar(.55*this.radius).sub(e),text:"xyz"[l],kind:`axis${l}`})),n&&t.slice(0,KE).forEach((a,l)=>l!==s&&r.push({at:o(l),text:this.names[l]})),r}};var QE=600,tT=18e4,Th=class{constructor(t,e){let n=new fn;this.most=Math.max(2,Math.floor(Math.min(QE,tT/e))),n.setAttribute("position",new dn(new Float32Array(e*this.most*6),3)),n.setDrawRange(0,0),this.lines=new zs(n,new Ki({color:13664288})),this.lines.frustumCulled=!1,t.add(this.lines),this.n=0,this.last=null,this.on=!1}extend(t){let e=t.length,n=new Float32Array(3*e);t.forEach((r,o)=>n.set(r.elements.slice(12,15),3*o));let s=this.lines.geometry.attributes.position.array;if(this.on&&this.last){let r=this.n%this.most;for(let o=0;o<e;o++)s.set(this.last.subarray(3*o,3*o+3),(r*e+o)*6),s.set(n.subarray(3*o,3*o+3),(r*e+o)*6+3);this.n++,this.lines.geometry.setDrawRange(0,Math.min(this.n,this.most)*e*2),this.lines.geometry.attributes.position.needsUpdate=!0}this.last=n}toggle(){return this.on=!this.on,this.n=0,this.lines.geometry.setDrawRange(0,0),this.on}};var eT=1e3,nT=6,iT=.5,sT=4,rT=3e5,yr=-2,za=-1,Ah=class{constructor(t,e,{onchoose:n=()=>{},onrefused:s=()=>{}}={}){this.canvas=t,this.onchoose=n,this.onrefused=s,this.hint=document.createElement("span");let r=()=>e.appendChild(Object.assign(document.createElement("div"),{className:"layer"}));this.forceLabels=new Mo(r()),this.nameLabels=new Mo(r()),this.pushLabels=new Mo(r()),this.hint.className="hint",this.hint.hidden=!0,e.append(this.hint),this.renderer=new ph({canvas:t,antialias:!0,alpha:!0}),this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=ur,this.camera=new Xn(40,1,.01,1e3),this.controls=new Sh(this.camera,t),this.controls.addEventListener("change",()=>this.dirty=!0),this.controls.addEventListener("start",()=>this.taken=!0),this.follow=yr,this.chaser=new Mh(this),this.chosen=-1,this.named=!1,this.body=[],this.dirty=!0,this.listen(),new ResizeObserver(()=>this.resize()).observe(t.parentElement)}listen(){let t=null;this.canvas.addEventListener("pointerdown",e=>this.grab(e),{capture:!0}),this.canvas.addEventListener("pointerdown",e=>t=[e.clientX,e.clientY]);for(let e of["pointerup","pointercancel"])this.canvas.addEventListener(e,()=>this.letGo());this.canvas.addEventListener("pointermove",e=>this.push?.held&&this.push.move(e.clientX,e.clientY)),this.canvas.addEventListener("pointerup",e=>{t&&Math.hypot(e.clientX-t[0],e.clientY-t[1])<sT&&(this.choose(this.bodyAt(e.clientX,e.clientY)),this.onchoose(this.chosen)),t=null}),this.canvas.addEventListener("pointermove",e=>this.pointer=t||e.pointerType!=="mouse"?null:[e.clientX,e.clientY]),this.canvas.addEventListener("pointerleave",()=>this.pointer=null)}load(t){this.description=t,this.world?.traverse(s=>{s.geometry?.dispose(),s.material?.dispose(),s.shadow?.dispose?.()}),this.world=new oa,this.up=new B(...t.up),this.camera.up.copy(this.up);let e=Math.abs(this.up.z)>.5?new B(.8,-1,.45):Math.abs(this.up.y)>.5?new B(.6,.4,1):new B(.4,.6,1);this.eye=e.normalize().multiplyScalar(1.9*t.size),this.camera.near=t.size/500,this.camera.far=t.size*500,this.body=t.bodies.map(()=>new ce),this.groups=this.makeGroups(t),this.lines=this.makeLines(t),this.movers=this.findMovers(t);let n=this.trail?.on;this.trail=new Th(this.world,t.bodies.length),this.trail.on=!!n,this.chosen=-1,this.placed=!1,this.origin=new B,this.resize()}makeGroups(t){let e=new Map;for(let n of t.solids){let s=x0(n);e.set(s,[...e.get(s)??[],n])}return[...e.values()].map(n=>{let s=new Hs({side:xi}),r=new xs(g0(n[0].kind,n[0],t,n.length),s,n.length);r.frustumCulled=!1,r.castShadow=r.receiveShadow=!0;let o=n.map(l=>new ee().setRGB(...l.color,On)),a=n.map((l,c)=>(r.setColorAt(c,o[c]),new ce().compose(new B(...l.r),Yd(l.q),_0(l))));return this.world.add(r),{mesh:r,solids:n,local:a,color:o}})}makeLines(t){if(t.lines.length===0)return null;let e=new Ji(1,1,1,12).rotateX(Math.PI/2),n=new xs(e,new Hs,t.lines.length);return n.frustumCulled=!1,n.castShadow=!0,t.lines.forEach((s,r)=>n.setColorAt(r,new ee().setRGB(...s.color,On))),this.world.add(n),n}findMovers(t){let e=new Set(t.solids.filter(n=>n.body>=0).map(n=>n.body));return e.size?[...e]:t.bodies.map((n,s)=>s)}findOrigin(t){let e=new B().fromArray(t),n=e.length()>eT*this.description.size&&Number.isFinite(e.length());this.origin=n?e:new B;let s=new ce().makeTranslation(this.origin.clone().negate());for(let r of this.groups)r.ground=r.local.map(o=>s.clone().multiply(o))}endOf(t){let e=new B(...t.r);return t.body<0?e.sub(this.origin):e.applyMatrix4(this.body[t.body])}placeLines(){let t=new B(0,0,1);this.description.lines.forEach((e,n)=>{let s=this.endOf(e.a),r=this.endOf(e.b),o=r.clone().sub(s),a=o.length(),l=new yn().setFromUnitVectors(t,a>0?o.divideScalar(a):t);this.lines.setMatrixAt(n,new ce().compose(s.add(r).multiplyScalar(.5),l,new B(e.radius,e.radius,Math.max(a,1e-9))))}),this.lines.instanceMatrix.needsUpdate=!0}place(t,e){if(!this.description||t.length!==7*this.body.length)return;let n=new B(1,1,1);this.placed||this.findOrigin(t);let s=this.follow>=0&&this.placed?this.positionOf(this.follow):null;this.body.forEach((o,a)=>o.compose(new B().fromArray(t,7*a).sub(this.origin),Yd(t.subarray(7*a+3,7*a+7)),n));let r=new ce;for(let o of this.groups)o.solids.forEach((a,l)=>o.mesh.setMatrixAt(l,a.body<0?o.ground[l]:r.multiplyMatrices(this.body[a.body],o.local[l]))),o.mesh.instanceMatrix.needsUpdate=!0,o.mesh.boundingSphere=null;this.lines&&this.placeLines(),this.lastForces=e,this.placed||this.settle(),this.forces.place(e,this.body,this.origin),this.look.axes.visible&&this.look.placeAxes(this.body,this.origin),this.trail.extend(this.body),this.go(s),this.dirty=!0}settle(){this.placed=!0;let t=this.bounds();this.radius=Math.max(t.getSize(new B).length()/2,this.description.size/1e3,1e-12),this.sizes=this.measure();let e=this.look;this.look=new Eh(this.world,this.description,this.up,this.radius),this.look.settle(t,this.hasLand()),this.look.grid.visible=e?e.grid.visible:!this.look.hasLand,this.look.axes.visible=e?.axes.visible??!1;let n=this.forces?.group.visible;this.forces=new xh(this.description.forces??[],this.radius,this.forceLabels),this.world.add(this.forces.group),n&&this.forces.toggle(),this.home(),this.follow>=0&&this.follow<this.body.length&&this.show(this.follow)}measure(){let t=this.body.map(()=>new li);for(let e of this.groups)e.mesh.geometry.computeBoundingBox(),e.solids.forEach((n,s)=>n.body>=0&&t[n.body].union(e.mesh.geometry.boundingBox.clone().applyMatrix4(e.local[s])));return t.map(e=>e.isEmpty()?0:e.getSize(new B).length()/4)}hasLand(){let t=e=>e.kind==="mesh"?0:Math.max(...e.size);return this.description.solids.some(e=>e.body<0&&t(e)>1.5*this.radius)}centre(){let t=new B;return this.movers.forEach(e=>t.add(this.positionOf(e))),t.divideScalar(Math.max(1,this.movers.length))}go(t){let e=null;if(this.chaser.on){this.chaser.go();return}if(t)e=this.positionOf(this.follow).sub(t);else if(this.follow===yr&&this.middle){let n=this.centre().sub(this.middle),s=iT*this.radius;n.length()>s&&(e=n.multiplyScalar(1-s/n.length()),this.middle.add(e))}e&&Number.isFinite(e.lengthSq())&&(this.camera.position.add(e),this.controls.target.add(e)),this.follow===yr&&!this.taken&&this.widen()}widen(){let t=Math.max(0,...this.movers.map(s=>this.positionOf(s).distanceTo(this.controls.target)+this.sizes[s])),e=Math.min(t,nT*this.radius)*this.perRadius(),n=this.camera.position.clone().sub(this.controls.target);e>n.length()&&Number.isFinite(e)&&this.camera.position.copy(n.setLength(e)).add(this.controls.target)}perRadius(){let t=Ua.degToRad(this.camera.fov/2);return 1.05/Math.sin(Math.min(t,Math.atan(Math.tan(t)*this.camera.aspect)))}chase(t){this.chaser.set(t),this.dirty=!0}positionOf(t){return new B().setFromMatrixPosition(this.body[t])}bounds(t=null){let e=new li,n=r=>t===null?r>=0:r===t;(t===null?this.movers:[t]).forEach(r=>e.expandByPoint(this.positionOf(r)));let s=new ce;for(let r of this.groups)r.mesh.geometry.computeBoundingBox(),r.solids.forEach((o,a)=>{r.mesh.getMatrixAt(a,s);let l=r.mesh.geometry.boundingBox.clone().applyMatrix4(s);(n(o.body)||t===null&&l.getSize(new B).length()<this.description.size/4)&&e.union(l)});return e}aim(t,e,n){this.controls.target.copy(t),this.camera.position.copy(n).setLength(e*this.perRadius()).add(t),this.taken=!1,this.middle=this.centre(),this.dirty=!0}home(){if(this.placed){let t=this.bounds();this.aim(t.getCenter(new B),Math.max(t.getSize(new B).length()/2,this.description.size/1e3),this.eye)}}show(t){let e=this.bounds(t),n=Math.max(e.getSize(new B).length()/2,.1*this.radius);this.aim(e.getCenter(new B),2*n,this.camera.position.clone().sub(this.controls.target))}setFollow(t){this.follow=t,this.placed&&t>=0?this.show(t):this.placed&&t===yr&&this.home()}rayAt(t,e){let n=this.canvas.getBoundingClientRect(),s=new Ea;return s.setFromCamera(new $t(2*(t-n.left)/n.width-1,1-2*(e-n.top)/n.height),this.camera),s}hitAt(t,e){let n=this.rayAt(t,e).intersectObjects((this.groups??[]).map(s=>s.mesh),!1)[0];return{body:n?this.groups.find(s=>s.mesh===n.object).solids[n.instanceId].body:-1,point:n?.point}}bodyAt(t,e){return this.hitAt(t,e).body}grab(t){let e=this.push&&this.placed&&t.button===0&&(t.shiftKey||this.chosen>=0),{body:n,point:s}=e?this.hitAt(t.clientX,t.clientY):{body:-1};if(n<0||!(t.shiftKey||n===this.chosen))return;let r=this.push.why(n);r===""?(this.push.grab(n,s,t.clientX,t.clientY),this.controls.enabled=!1,this.canvas.setPointerCapture(t.pointerId)):t.shiftKey&&this.onrefused(r)}letGo(){this.push?.release(),this.controls.enabled=!0}choose(t){this.chosen=t;let e=new ee(16761856);for(let n of this.groups??[])n.solids.forEach((s,r)=>n.mesh.setColorAt(r,s.body===t&&t>=0?n.color[r].clone().lerp(e,.55):n.color[r])),n.mesh.instanceColor.needsUpdate=!0;this.dirty=!0}hover(){let t=this.pointer;this.pointer=void 0;let e=()=>this.groups.reduce((s,r)=>s+r.mesh.count*(r.mesh.geometry.index??r.mesh.geometry.attributes.position).count/3,0)<rT,n=t&&this.placed&&e()?this.bodyAt(...t):-1;if(this.hint.hidden=n<0,n>=0){let s=this.canvas.getBoundingClientRect();this.hint.textContent=this.description.bodies[n],this.hint.style.transform=`translate(${t[0]-s.left+12}px, ${t[1]-s.top+12}px)`}}toggleTrails(){return this.dirty=!0,this.trail?.toggle()??!1}toggleForces(){let t=this.forces?.toggle()??!1;return this.forces?.place(this.lastForces??[],this.body,this.origin),this.dirty=!0,t}stretchForces(t){this.forces&&(this.forces.times=Math.min(Math.max(this.forces.times*t,.001),1e3),this.forces.place(this.lastForces??[],this.body,this.origin),this.dirty=!0)}toggleGrid(){return this.dirty=!0,this.look?this.look.grid.visible=!this.look.grid.visible:!1}toggleAxes(){return this.look?(this.look.axes.visible=!this.look.axes.visible,this.look.placeAxes(this.body,this.origin),this.dirty=!0,this.look.axes.visible):!1}toggleNames(){return this.dirty=!0,this.named=!this.named}turn(t,e){let n=this.camera.position.clone().sub(this.controls.target),s=new B().crossVectors(this.up,n).normalize();n.applyAxisAngle(this.up,t).applyAxisAngle(s,e),this.camera.position.copy(this.controls.target).add(n),this.dirty=!0}zoom(t){this.taken=!0,this.chaser.zoom(t),this.camera.position.sub(this.controls.target).multiplyScalar(t).add(this.controls.target),this.dirty=!0}resize(){let{clientWidth:t,clientHeight:e}=this.canvas.parentElement;t>0&&e>0&&(this.renderer.setSize(t,e,!1),this.camera.aspect=t/e,this.camera.updateProjectionMatrix(),this.dirty=!0)}draw(){if(this.pointer!==void 0&&this.hover(),this.push?.step(),this.dirty&&this.world&&this.placed){this.dirty=!1,this.camera.lookAt(this.controls.target),this.look.follow(this.controls.target);let t=this.push?.draw(xr)??[];this.renderer.render(this.world,this.camera);let{clientWidth:e,clientHeight:n}=this.canvas.parentElement,s=this.pushLabels.place(t,this.camera,e,n);this.forces.draw(this.camera,e,n,s),this.nameLabels.place(this.look.texts(this.body,this.origin,this.named,this.chosen),this.camera,e,n,s)}}picture(){return this.dirty=!0,this.draw(),new Promise(t=>this.canvas.toBlob(t,"image/png"))}};var Va={cycle:"One turn of the clock: take commands, compute a step, publish the result.",deadline:"The end of a cycle's period. What is published later is late for the devices at the rig.",miss:"A cycle that published after its deadline. A few are counted; what more of them do is the policy of the rig.","wake-up":"How late the operating system woke the cycle after its time had come.",slack:"What is left of the period when a cycle has published. Below zero the deadline was missed.",doubt:"A step whose result may be off by more than it should: too large a step, a law that it does not resolve, or a singular place. The motion goes on.",safe:"The safe state: outputs have their safe values, commands take no effect, the state is kept.",rearm:"Leaves the safe state for the pause, where the rig allows it.",reset:"Back to the start, paused. Parameters that were set stay.",stop:"Ends the executive, and with it a recording that it makes.",step:"One step of the solver; while paused, a press makes one.",push:"A body that the rig lets be pushed follows the pointer by a spring: click it, then drag. Letting go, or a page that is gone, ends it.",client:"Another process that sends commands: a controller, a bridge, a script.",checkpoint:"The whole state of a moment. What follows from it is computed again to the bit.",frame:"Axes that move with a body: x red, y green, z blue.",diverges:"The first step at which this build computes other bits than the recording has.","least and largest":"Between two points of a chart there are many steps; the band shows how far they went.",derivative:"How fast a value changes, from one point of the chart to the next.",energy:"Kinetic: of the motion. Potential: of height and springs. Their sum stays where nothing drives, damps or brakes.",error:"How far a computed motion is from the truth, by the same motion with half the step. In charts it is the wide, pale band, and ± at values.",recording:"A file that has every step, and replays to the bit."},vi=(i,t=i)=>K("abbr",{title:Va[i],"data-word":i},t);function S0(){let i=K("p",{id:"tip",role:"status",hidden:""});document.body.append(i),document.addEventListener("click",t=>{let e=t.target.closest?.("[data-word]")?.dataset.word;i.hidden=!e,i.textContent=e?`${e}: ${Va[e]}`:""})}var M0=()=>Object.entries(Va).flatMap(([i,t])=>[K("dt",{},i),K("dd",{},t)]);var w0=10,oT={run:"▶",late:"⚠",doubt:"?",pause:"❚❚",safe:"⚠",stop:"■",gone:"✕",play:"●",start:"…"},aT={running:"run",paused:"pause",starting:"start",safe:"safe",stopped:"stop",dead:"stop",gone:"gone",computing:"start",computed:"play",recorded:"play",diverged:"safe"},lT=i=>i<100?`${i.toFixed(i<10?1:0)} s`:i<6e3?`${Math.round(i/60)} min`:`${Math.round(i/3600)} h`,E0=(i,t,e=`${t}s`)=>`${i} ${i===1?t:e}`,Rh=class{constructor(t){this.name=t,this.sign=K("span",{class:"sign","aria-hidden":"true"}),this.word=K("strong",{class:"state",role:"status"},"…"),this.also=K("strong",{class:"also"}),this.what=K("b",{},t),this.line=K("span",{class:"line"}),this.clock=K("span",{class:"clock"}),this.root=K("h2",{class:"band"},this.sign,this.word,this.also,K("span",{class:"says"},this.what,this.line),this.clock),this.look("start")}look(t){this.root.dataset.look=t,this.sign.textContent=oT[t]}about(t,e){this.dt=t.dt,this.what.textContent=e&&e!==this.name?`${this.name} · ${e}`:this.name,this.motion=t.playback?this.describe(t):""}describe(t){let{playback:e,dt:n}=t,s=Number((e.last_step*n).toPrecision(6));return`${e.is_log?`recorded by tactus ${e.version||"of an unknown version"}`:"computed here"}: ${e.method}, ${E0(e.last_step,"step")} of ${Number((1e3*n).toPrecision(6))} ms, ${s} s`}gone(t){this.word.textContent="gone",this.look("gone"),this.also.textContent="",this.line.replaceChildren(t)}status(t){let e=performance.now()/1e3;this.word.textContent=t.state??"";let n=(t.condition??t.state??"").split(" ")[0];this.missed!==void 0&&t.missed>this.missed&&(this.missedAt=e),this.doubtful!==void 0&&t.doubtful>this.doubtful&&(this.doubtAt=e),this.missed=t.missed,this.doubtful=t.doubtful;let s=this.doubtAt!==void 0&&e-this.doubtAt<w0,r=this.missedAt===void 0?1/0:e-this.missedAt,o=aT[n]??(n==="late"?"stop":"start"),a=o==="run"&&r<w0,l=o==="run"&&!a&&s||o==="play"&&t.in_doubt;this.look(a?"late":l?"doubt":o),this.also.textContent=a?"misses":l?"in doubt":"",this.line.replaceChildren(...this.sentence(t,n,r))}sentence(t,e,n){return this.motion?[t.why||this.motion,...t.error?[K("small",{class:"error"},vi("error"),`: ${t.error}`)]:[]]:e==="safe"?["the ",vi("safe","safe state"),t.safe_reason?`: ${t.safe_reason.replaceAll("_"," ")}`:""]:e==="late"||e==="dead"||e==="stopped"?[t.says??""]:t.cycles===void 0?[]:[t.missed===0?"every ":`${t.missed} of ${t.cycles} `,vi("deadline",t.missed===0?"deadline":"deadlines"),t.missed===0?` met, ${t.cycles} so far`:" missed",t.missed>0&&Number.isFinite(n)?`, the last ${lT(n)} ago`:"",...t.doubtful>0?[", ",vi("doubt",`${E0(t.doubtful,"step")} in doubt`)]:[],...t.lacks?.length?[`, without its ${t.lacks.join(" and ")}`]:[]]}draw(t){let e=this.dt<1e-4?5:this.dt<.001?4:3;this.clock.textContent=`t ${t.time.toFixed(e)} s, step ${t.step}`}};var wo=300,vr=250,$d=500,hi=120,Oi=34,Ui=26,T0={woken_late:"a",computed_long:"b",published_late:"c",blocked:"d"};function nn(i,t,...e){let n=document.createElementNS("http://www.w3.org/2000/svg",i);for(let[s,r]of Object.entries(t))n.setAttribute(s,r);return n.append(...e),n}function cT(i,t,e=5){let n=t-i||1,s=10**Math.floor(Math.log10(n/e)),r=[1,2,5,10].map(a=>a*s).find(a=>n/a<=e)??10*s,o=[];for(let a=Math.ceil(i/r);a*r<=t*(1+1e-9);a++)o.push(a*r);return o}var Ch=i=>Math.abs(i)>=1e4?`${Number((i/1e3).toPrecision(3))}k`:String(Number(i.toPrecision(3)));function hT(i){return nn("svg",{viewBox:`0 0 ${vr} ${hi}`,role:"img","aria-label":i})}function A0(i,t,e,n){let s=f=>f/1e3,r=e.below>0?1.5*s(e.width_ns):0,o=Math.min(s(e.low_ns),n)-r,a=s(e.low_ns+e.width_ns*e.count.length),l=a>n||n<2*a?Math.max(a,n)*1.02:a*1.02,c=f=>Oi+(vr-Oi-8)*(f-o)/(l-o||1),h=Math.max(1,...e.count),d=Math.max(1,Math.ceil(Math.log10(h+1))),u=f=>f>0?hi-Ui-(hi-Ui-14)*(.3+Math.log10(f))/(d+.3):hi-Ui,m=hT(`${i}: median ${s(e.p50_ns)} µs, largest ${s(e.max_ns)} µs`);for(let f=0;f<=d;f++)m.append(nn("line",{class:"grid",x1:Oi,x2:vr-8,y1:u(10**f),y2:u(10**f)}),nn("text",{x:Oi-4,y:u(10**f)+4,"text-anchor":"end"},Ch(10**f)));e.count.forEach((f,p)=>{let y=c(s(e.low_ns+p*e.width_ns)),R=Math.max(1,c(s(e.low_ns+(p+1)*e.width_ns))-y-.6);m.append(nn("rect",{x:y,y:u(f),width:R,height:hi-Ui-u(f)}))}),r&&m.append(nn("rect",{class:"late",x:c(o),y:u(e.below),width:Math.max(2,c(o+s(e.width_ns))-c(o)),height:hi-Ui-u(e.below)},nn("title",{},`${e.below} below 0, the least ${s(e.min_ns).toFixed(1)} µs`)));for(let f of cT(Math.max(o,o+r),l,4))m.append(nn("line",{class:"axis",x1:c(f),x2:c(f),y1:hi-Ui,y2:hi-Ui+4}),nn("text",{x:c(f),y:hi-Ui+15,"text-anchor":"middle"},Ch(f)));if(m.append(nn("line",{class:"axis",x1:Oi,x2:vr-8,y1:hi-Ui,y2:hi-Ui}),nn("text",{x:vr-8,y:hi-1,"text-anchor":"end"},"µs")),n<=l){let f=c(n)>vr/2;m.append(nn("line",{class:"deadline",x1:c(n),x2:c(n),y1:4,y2:hi-Ui}),nn("text",{class:"deadline",x:c(n)+(f?-4:4),y:12,"text-anchor":f?"end":"start"},"deadline"))}else m.append(nn("text",{class:"deadline",x:vr-8,y:12,"text-anchor":"end"},`deadline at ${Ch(n)} →`));let _=s(e.max_ns)>a?`; the last bar up to ${s(e.max_ns).toFixed(1)}`:"",S=t==="slack"?`least ${s(e.min_ns).toFixed(1)}, median ${s(e.p50_ns).toFixed(1)} µs${r?`; ${e.below} missed`:""}`:`median ${s(e.p50_ns).toFixed(1)}, 99 % ${s(e.p99_ns).toFixed(1)}, max ${s(e.max_ns).toFixed(1)} µs`;return K("figure",{"data-deadline":String(n)},K("figcaption",{},vi(t,i),` · cycles per bar${_}; ${S}`),m)}var Ph=class{constructor(){this.counts=K("p",{class:"counts"}),this.histograms=K("div",{class:"histograms"}),this.bins=[],this.line=K("div",{class:"misses"}),this.list=K("ol",{class:"events","aria-label":"events, the newest first",tabindex:"0"}),this.known=new Map,this.root=K("div",{class:"timing"},this.counts,this.histograms,this.line,K("h4",{},"events"),this.list)}about(){this.bins=[],this.before=void 0,this.known.clear(),this.list.replaceChildren()}status(t){let e=Object.entries(t.causes).filter(([,n])=>n>0).map(([n,s])=>`${n.replaceAll("_"," ")} ${s}`);this.counts.replaceChildren(`${t.cycles} `,vi("cycle","cycles"),`, ${t.missed} `,vi("miss","missed"),`${e.length?` (${e.join(", ")})`:""}, ${t.doubtful} steps in `,vi("doubt"),`, ${t.clients.length} commanding `,vi("client",t.clients.length===1?"client":"clients"),t.record?`, ${t.recording}`:""),this.counts.classList.toggle("bad",t.record?.mode==="failing"),this.histograms.replaceChildren(A0("wake-up","wake-up",t.wake,t.period_ns/1e3),A0("slack","slack",t.slack,0)),this.count(t),this.tellEvents(t)}count(t){let e=Math.floor(performance.now()/1e3);this.bins.at(-1)?.second!==e&&(this.bins.push({second:e,causes:{}}),this.bins.splice(0,this.bins.length-wo));let n=this.bins.at(-1).causes;for(let[s,r]of Object.entries(t.causes)){let o=r-(this.before?.[s]??r);n[s]=(n[s]??0)+Math.max(0,o)}this.before=t.causes,this.drawMisses(e)}drawMisses(t){let n=nn("svg",{viewBox:`0 0 ${$d} 70`,role:"img","aria-label":"missed deadlines over time"}),s=Math.max(1,...this.bins.map(l=>Object.values(l.causes).reduce((c,h)=>c+h,0))),r=($d-Oi-8)/wo,o=52;for(let l of this.bins){let c=o;for(let[h,d]of Object.entries(l.causes).filter(([,u])=>u>0)){let u=Math.max(2,(o-10)*d/s);c-=u,n.append(nn("rect",{class:`cause ${T0[h]??"d"}`,x:Oi+(wo-1-(t-l.second))*r,y:c,width:Math.max(r,1.5),height:u},nn("title",{},`${d} ${h.replaceAll("_"," ")}`)))}}n.append(nn("line",{class:"axis",x1:Oi,x2:$d-8,y1:o,y2:o}),nn("text",{x:Oi-4,y:16,"text-anchor":"end"},Ch(s)),nn("text",{x:Oi-4,y:o,"text-anchor":"end"},"0"));for(let l=0;l<=wo;l+=60){let c=Oi+(wo-l)*r;n.append(nn("line",{class:"axis",x1:c,x2:c,y1:o,y2:o+4}),nn("text",{x:c,y:68,"text-anchor":l===0?"end":l===wo?"start":"middle"},l===0?"now":`−${l/60} min`))}let a=Object.entries(T0).map(([l,c])=>K("span",{class:`cause ${c}`},l.replaceAll("_"," ")));this.line.replaceChildren(K("figure",{},K("figcaption",{},vi("miss","misses")," per second: ",...a),n))}tellEvents(t){for(let e of t.events??[]){let n=`${e.number} ${e.text}`,s=this.known.get(e.number);if(s?.key===n)continue;let r=t.clock&&e.stamp_ns>0?new Date((t.clock.utc_ns+(e.stamp_ns-t.clock.monotonic_ns))/1e6):null,o=K("li",{"data-kind":e.kind},K("time",{},r?r.toLocaleTimeString([],{hour12:!1}):""),K("b",{},e.kind),K("span",{},e.text),K("small",{},`step ${e.step}`));s?s.row.replaceWith(o):this.list.prepend(o),this.known.set(e.number,{key:n,row:o})}for(;this.list.children.length>200;)this.list.lastChild.remove();this.list.children.length?this.list.children.length>1&&this.list.querySelector(".none")?.remove():this.list.append(K("li",{class:"none"},"nothing yet: no miss, no client, no change of state"))}};var Zd=500,R0=i=>Number(i.toPrecision(12)),Ih=class{constructor(t,e){this.name=t,this.link=e,this.rows=new Map,this.search=K("input",{type:"search",placeholder:"search inputs and parameters","aria-label":"search inputs and parameters",oninput:()=>this.filter()}),this.commands=K("ul",{class:"names"}),this.tree=new So(()=>{}),this.told=K("p",{class:"told",role:"status"}),this.root=K("details",{class:"tune",ontoggle:()=>this.root.open&&this.load(0)},K("summary",{},"inputs and parameters"),this.search,this.told,this.title=K("h4",{},"commands of the rig"),this.commands,K("h4",{},"of the model, in SI"),this.tree.root)}about(){this.root.open&&this.load(0)}load(t){t===0&&(this.rows.clear(),this.told.textContent=""),this.link.ask(this.name,`variables ${t}`)}answer(t,e){let[n]=t.line.split(" ",1);return n==="variables"&&t.by===e?(t.answer.startsWith("ok ")?this.take(JSON.parse(t.answer.slice(3))):this.told.textContent=t.answer,!0):(n==="write"&&this.written(t,e),!1)}take(t){for(let n of t.variables.filter(s=>s.writable&&!this.rows.has(s.name)))this.rows.size<Zd&&this.rows.set(n.name,this.rowOf(n));t.next!==null&&this.rows.size<Zd?this.load(t.next):t.next!==null&&(this.told.textContent=`the first ${Zd} of ${t.total}`);let e=[...this.rows.values()];this.commands.replaceChildren(...e.filter(n=>n.signal).map(n=>n.row)),this.commands.hidden=this.title.hidden=!e.some(n=>n.signal),this.tree.load(e.filter(n=>!n.signal)),this.filter()}rangeOf(t,e){let n=Number.isFinite(t.minimum)&&Number.isFinite(t.maximum)&&t.minimum!==null&&t.maximum!==null,s=2*Math.abs(e)||1;return n?[t.minimum,t.maximum]:e>=0?[0,s]:[-s,0]}rowOf(t){let e={v:{name:t.signal??t.name},name:t.name,signal:t.signal,offset:t.offset??0,factor:t.factor??1,held:t.value,sent:t.value,wanted:t.value,busy:!1},n=R0(this.toShown(e,t.value)),[s,r]=this.rangeOf(t,n),o=t.signal?t.unit:"SI",a=t.signal&&t.signal!==t.name?`input ${t.name} of the model`:"";return e.slider=K("input",{type:"range",min:String(s),max:String(r),step:"any",value:String(n),"aria-label":e.v.name,oninput:()=>this.want(e,Number(e.slider.value))}),e.number=K("input",{type:"number",step:"any",value:String(n),"aria-label":`${e.v.name}, ${o}`,onchange:()=>this.want(e,Number(e.number.value))}),e.holder=K("small",{class:"holder"}),e.row=K("li",{},K("span",{title:a},e.v.name),K("small",{class:"range"},t.signal?`${s} … ${r}`:""),e.slider,e.number,K("small",{class:"unit"},t.signal?t.unit:""),e.holder),e}toShown(t,e){return(e-t.offset)/t.factor}want(t,e){let n=[t.slider.min,t.slider.max].map(Number);t.wanted=t.signal?t.offset+t.factor*Math.min(Math.max(e,n[0]),n[1]):e,this.show(t,t.wanted),this.send(t)}show(t,e){let n=String(R0(this.toShown(t,e)));!t.signal&&Number(n)>Number(t.slider.max)&&(t.slider.max=String(2*Number(n))),t.slider.value=t.number.value=n}send(t){!t.busy&&t.wanted!==t.sent&&Number.isFinite(t.wanted)&&(t.busy=!0,t.sent=t.wanted,this.link.ask(this.name,`write ${t.name}=${t.wanted}`))}written(t,e){for(let n of t.line.split(" ").slice(1)){let s=n.lastIndexOf("="),r=this.rows.get(n.slice(0,s));if(!r)continue;let o=t.answer.startsWith("ok");o&&(r.holder.textContent=t.by===e?"written here":`written by browser ${t.by}`,r.held=Number(n.slice(s+1))),t.by===e&&(r.busy=!1),t.by===e&&(o||r.wanted!==r.sent)?this.send(r):(o||t.by===e)&&(r.sent=r.wanted=r.held,this.show(r,r.held))}}filter(){let t=this.search.value.toLowerCase().split(/\s+/).filter(Boolean);for(let e of this.rows.values())e.row.hidden=!t.every(n=>e.v.name.toLowerCase().includes(n)||e.name.toLowerCase().includes(n));this.tree.filter(t.length>0)}};var uT=[["x","m"],["y","m"],["z","m"],["e0",""],["e1",""],["e2",""],["e3",""]],dT=[["fx","N"],["fy","N"],["fz","N"],["tx","N m"],["ty","N m"],["tz","N m"]],C0=100,P0=["picture","charts","timing","inputs","signals"],I0=[15,60],L0=36,fT={stop:["Stop","The executive ends, and with it a recording that it makes. It has to be started anew by hand.",!0],safe:["Safe state of","Outputs go to their safe values and commands take no effect, until it is rearmed.",!1]},pT={...Va,resume:"run, from the start or from a pause",pause:"hold the state; cycles go on",keep:"keep this moment as a checkpoint, for as long as the server runs",back:"go on from the checkpoint that was kept"},mT=i=>i===void 0?"":Eu(i),Lh=class{constructor(t,e,n,s=()=>{}){this.name=t,this.link=e,this.onlayout=s,this.live=this.history=new ml,this.build(n)}get charts(){return this.strips.list}build(t){this.band=new Rh(this.name),this.state=this.band.word,this.canvas=K("canvas",{tabindex:"0","aria-label":`mechanism ${this.name}; arrows turn it, a click chooses a body`}),this.told=K("p",{class:"told",role:"status"}),this.timing=new Ph,this.counts=this.timing.counts,this.histograms=this.timing.histograms,this.search=K("input",{type:"search",placeholder:"search signals (/)","aria-label":"search signals",oninput:()=>this.filter()}),this.tuner=new Ih(this.name,this.link),this.names=new So(()=>this.drawn=null),this.strips=new fl(this.name,()=>this.chartsChanged()),this.labels=K("div",{class:"labels","aria-hidden":"true"}),this.film=new yl(this.canvas,this.name),this.drive=new xl({ask:e=>this.ask(e),tell:e=>this.tell(e),onchange:e=>this.chase(e),oncover:e=>this.view?.chaser.cover(e)}),this.buildControls(),this.buildTools(),this.buildSections(),t.append(this.root),this.mayControl(!1);try{this.view=new Ah(this.canvas,this.labels,{onchoose:e=>this.tellChosen(e),onrefused:e=>this.tell(e)}),this.view.push=new vh(this.view,{write:e=>this.ask(`write ${e}`),tell:e=>this.tell(e)})}catch(e){this.tell(`no picture: ${e.message}`)}}buildControls(){let t=e=>K("button",{type:"button","data-verb":e,title:pT[e]??"",onclick:()=>this.press(e)},e);this.recorder=K("span",{class:"recorder group",role:"group","aria-label":"recording",hidden:""});for(let e of["mark","trigger","split","start","stop"])this.recorder.append(K("button",{type:"button","data-record":e,onclick:()=>this.steer(e)},e==="mark"||e==="trigger"||e==="split"?e:`${e} recording`));this.controls=K("div",{class:"controls",role:"toolbar","aria-label":"run control"},...["resume","pause","step","reset","rearm"].map(t),K("span",{class:"group",role:"group","aria-label":"checkpoint"},t("keep"),t("back")),this.recorder,this.drive.buttons,K("span",{class:"group grave",role:"group","aria-label":"what is asked before"},t("safe"),t("stop"))),this.controls.querySelector("[data-verb=back]").hidden=!0}buildTools(){let t=(s,r,o)=>K("button",{type:"button",title:r,"aria-pressed":"false",onclick:()=>{o(),this.onlayout()}},s);this.body=K("select",{"aria-label":"what the camera follows",onchange:()=>{this.setFollow(),this.onlayout()}}),this.trails=t("trails","trails (t)",()=>this.toggleTrails()),this.forces=t("forces","forces (f)",()=>this.toggleForces()),this.grid=t("grid","grid (g)",()=>this.switch("grid")),this.axes=t("axes","axes of ground and bodies: x red, y green, z blue (a)",()=>this.switch("axes")),this.named=t("names","names of bodies (n)",()=>this.switch("named"));let e=K("button",{type:"button",title:"whole mechanism (h)",onclick:()=>this.view?.home()},"whole"),n=(s,r,o)=>K("button",{type:"button","aria-label":o,title:o,onclick:()=>this.view?.stretchForces(s)},r);this.stretch=K("span",{hidden:"",class:"group"},n(.8,"↕ −","shorter arrows ([)"),n(1.25,"↕ +","longer arrows (])")),this.shot=K("button",{type:"button",title:"save the picture, PNG",onclick:()=>this.savePicture()},"picture"),this.video=K("button",{type:"button",title:"record a film of the picture, WebM","aria-pressed":"false",onclick:()=>this.toggleFilm()},"film"),this.legend=K("small",{class:"legend"}),this.about_=K("small",{class:"legend chosen"}),this.tools=K("div",{class:"tools"},this.body,e,this.grid,this.axes,this.named,this.trails,this.forces,this.stretch,this.shot,this.video,this.about_,this.legend)}buildSections(){let t=(n,...s)=>K("section",{class:`part ${n}`,"data-part":n,"aria-label":`${n} of ${this.name}`},...s);this.parts={picture:t("picture",K("div",{class:"stage"},this.canvas,this.labels,this.drive.root),this.tools),charts:t("charts",K("h3",{},"charts"),this.strips.root),timing:t("timing",K("h3",{},"timing"),this.timing.root),inputs:t("inputs",this.tuner.root),signals:t("signals",K("h3",{},"signals"),this.search,this.names.root)},this.switches=K("div",{class:"switches",role:"group","aria-label":"what is shown"},...P0.map(n=>K("button",{type:"button","aria-pressed":"true","data-shows":n,onclick:()=>this.showPart(n,this.parts[n].classList.contains("closed"))},n)));let e=K("div",{class:"side"},this.parts.timing,this.parts.inputs,this.parts.signals);this.bar=K("div",{class:"bar",role:"separator","aria-orientation":"vertical",tabindex:"0","aria-label":"width of the column at the side",onpointerdown:n=>this.dragSide(n),onkeydown:n=>this.keySide(n)}),this.root=K("section",{class:"panel","aria-label":this.name},this.band.root,this.controls,this.told,K("div",{class:"columns"},K("div",{class:"main"},this.parts.picture,this.parts.charts),this.bar,e),this.switches)}showPart(t,e){this.parts[t].classList.toggle("closed",!e),this.switches.querySelector(`[data-shows=${t}]`).setAttribute("aria-pressed",String(e));let n=["timing","inputs","signals"].some(s=>!this.parts[s].classList.contains("closed")&&!this.parts[s].hidden);this.root.classList.toggle("no-side",!n),this.onlayout()}setSide(t){this.side=Math.min(Math.max(t,I0[0]),I0[1]),this.root.style.setProperty("--side",`${this.side}%`),this.onlayout()}dragSide(t){let e=n=>{let s=this.root.getBoundingClientRect();this.setSide(100*(s.right-n.clientX)/s.width)};this.bar.setPointerCapture(t.pointerId),this.bar.addEventListener("pointermove",e),this.bar.addEventListener("pointerup",()=>this.bar.removeEventListener("pointermove",e),{once:!0})}keySide(t){let e={ArrowLeft:2,ArrowRight:-2}[t.key];e&&(this.setSide((this.side??L0)+e),t.preventDefault())}mayControl(t){this.may=t,this.view&&(this.view.push.may=t);for(let e of this.controls.querySelectorAll("button"))e.disabled=!t;this.drive.mayControl(t&&!this.player),this.parts.inputs.hidden=this.tuner.root.hidden=!t||!!this.player,this.parts.timing.hidden=!!this.player;for(let e of["inputs","timing"])this.switches.querySelector(`[data-shows=${e}]`).hidden=this.parts[e].hidden}tell(t){this.told.textContent=t}async press(t){let e=fT[t];(!e||await Pf(`${e[0]} ${this.name}?`,e[1],t,{danger:e[2]}))&&this.ask(t)}ask(t){return this.link.ask(this.name,t)}steer(t){let e=t==="mark"?window.prompt("mark this moment of the recording as"):"";(t!=="mark"||e)&&this.ask(`record ${t}${e?` ${e.replace(/\s+/g," ")}`:""}`)}showRecord(t){this.recorder.hidden=!t;let e=t?.mode,n={mark:e!=="stopped",trigger:e==="waiting",split:e==="writing",start:e==="stopped"||e==="waiting",stop:e==="writing"||e==="failing"};for(let s of this.recorder.children)s.hidden=!n[s.dataset.record]}answer(t,e){this.drive.answer(t,e)||this.tuner.answer(t,e)||this.view?.push.answer(t,e)||(t.line==="keep"&&t.answer.startsWith("ok")&&(this.controls.querySelector("[data-verb=back]").hidden=!1),this.tell(`${t.by===e?"":`browser ${t.by}: `}${t.line}: ${t.answer}`))}about(t){let e=this.wanted??this.layout();this.source=t.source;let n=t.scene?JSON.parse(t.scene):null;this.values=t.values.map((s,r)=>({...s,index:r})),this.values.push(...this.posesOf(n),...this.forcesOf(n)),this.note=[t.left_out>0?`${t.left_out} ${t.playback?"values":"signals"} are left out`:"",t.playback?.note.split(`
`)[0]??""].filter(Boolean).join("; "),this.tell(this.note),this.band.about(t,n?.title??""),this.timing.about(),this.aboutHistory(t,n),this.strips.about(this.values,this.history,t.playback?s=>this.player.jump(this.history.rowOfTime(s)):void 0),this.listNames(),this.aboutScene(n),this.drive.about(this.values),this.controls.hidden=!!t.playback,this.player?.about(t),this.tuner.about(t),this.mayControl(this.may),this.apply(e),this.wanted=void 0}aboutHistory(t,e){t.playback&&!this.player&&(this.player=new yh(this.name,this.link),this.player.history=new gl(this.name,this.link),this.controls.after(this.player.root)),this.history=t.playback?this.player.history:this.live,t.playback?this.history.about(t,e?.bodies.length??0,e?.forces?.length??0):(this.live.clear(),this.link.send(`past ${this.name}`))}aboutScene(t){let e=this.sceneText?.bodies[this.body.value];if(this.body.replaceChildren(K("option",{value:String(yr)},"follow what moves"),K("option",{value:String(za)},"stay where it is")),t&&this.view){this.view.load(t),this.view.push.load(t),this.body.append(...t.bodies.map((s,r)=>K("option",{value:String(r)},`follow ${s}`)));let n=t.bodies.indexOf(e);this.body.value=String(n>=0?n:this.body.value===String(za)?za:yr),this.setFollow()}this.sceneText=t,this.about_.textContent=""}posesOf(t){let e=new Set(this.values.map(n=>n.name));return(t?.bodies??[]).slice(0,C0).flatMap((n,s)=>uT.map(([r,o],a)=>({name:`${n}.${r}`,unit:o,pose:7*s+a}))).filter(n=>!e.has(n.name))}forcesOf(t){return(t?.forces??[]).slice(0,C0).flatMap((e,n)=>dT.map(([s,r],o)=>({name:`${e.name} ${s}`,unit:r,force:6*n+o})))}listNames(){this.rows=this.values.map(t=>{let e=K("output",{class:"value"}),n=K("input",{type:"checkbox",onchange:()=>n.checked?this.strips.tick(t):this.strips.untick(t)}),s=K("label",{},n,` ${t.name}`,t.commanded?K("small",{class:"tag"},"command"):""),r=K("li",{},s,e,K("small",{class:"unit"},t.unit));return{v:t,row:r,shown:e,box:n}}),this.names.load(this.rows),this.filter()}filter(){let t=this.search.value.toLowerCase().split(/\s+/).filter(Boolean);for(let e of this.rows??[])e.row.hidden=!t.every(n=>e.v.name.toLowerCase().includes(n));this.names.filter(t.length>0),this.drawn=null}chartsChanged(){this.rows?.forEach(t=>t.box.checked=this.strips.has(t.v)),this.onlayout()}layout(){let t={trails:this.trails,forces:this.forces,axes:this.axes,names:this.named};return{name:this.name,follow:this.sceneText?.bodies[this.body.value]??(this.body.value===String(za)?"-":void 0),on:[...Object.keys(t).filter(e=>t[e].getAttribute("aria-pressed")==="true"),...this.gridGiven===void 0?[]:[this.gridGiven?"grid":"nogrid"]],closed:P0.filter(e=>this.parts[e].classList.contains("closed")),charts:this.charts.map(e=>({kind:e.kind,names:e.values.map(n=>n.name)})),side:this.side?String(Math.round(this.side)):void 0}}apply(t){t.charts.forEach(n=>{let s=n.names.map(r=>this.values.find(o=>o.name===r)).filter(Boolean);s.length&&this.strips.add(s,n.kind==="xy"&&s.length<2?"time":n.kind)}),t.closed.filter(n=>this.parts[n]).forEach(n=>this.showPart(n,!1)),t.side&&this.setSide(Number(t.side)||L0);let e=this.sceneText?.bodies.indexOf(t.follow)??-1;(e>=0||t.follow==="-")&&(this.body.value=String(e),this.setFollow()),this.switchesWanted=t.on}applySwitches(){let t=n=>n.getAttribute("aria-pressed")==="true",e=this.switchesWanted;this.switchesWanted=void 0,[["trails",this.trails,()=>this.toggleTrails()],["forces",this.forces,()=>this.toggleForces()],["axes",this.axes,()=>this.switch("axes")],["names",this.named,()=>this.switch("named")]].filter(([n,s])=>e.includes(n)!==t(s)).forEach(([,,n])=>n()),this.grid.setAttribute("aria-pressed",String(this.view.look.grid.visible)),(e.includes("grid")&&!t(this.grid)||e.includes("nogrid")&&t(this.grid))&&this.switch("grid")}frame(t){this.last=t,this.player?.frame(t),this.drive.frame(t),this.view?.place(t.poses,t.forces),this.player||(this.live.add(t),this.charts.forEach(e=>e.add())),this.switchesWanted&&this.view?.placed&&this.applySwitches()}past(t){this.live.before(t),this.charts.forEach(e=>e.add())}errors(t){this.history.takeErrors?.(t),this.charts.forEach(e=>e.add())}series(t){this.history.take?.(t)&&this.charts.forEach(e=>e.add())}status(t){if(this.present=t.attached,this.root.classList.toggle("gone",!t.attached),!t.attached){this.band.gone(`${t.why}; the page waits for it`),this.tell("");return}this.band.status(t),this.player&&(this.player.status(t),this.history.status(t),this.tell(this.note)),this.controls.querySelector("[data-verb=rearm]").hidden=t.condition!=="safe",t.cycles!==void 0&&(this.showRecord(t.record),this.timing.status(t))}chase(t){this.view?.chase(t!==""),t===""&&this.setFollow()}setFollow(){this.view?.setFollow(Number(this.body.value))}tellChosen(t){t>=0&&(this.body.value=String(t),this.view.follow=t,this.search.value=""),this.chosen=t>=0?{i:t}:void 0,this.about_.textContent="",this.drawn=null,this.onlayout()}drawChosen(t){let e=this.chosen;if(!e||t.poses.length<7*e.i+3)return;let n=[0,1,2].map(s=>t.poses[7*e.i+s]);e.time!==void 0&&t.poseTime>e.time&&(e.speed=Math.hypot(...n.map((s,r)=>s-e.at[r]))/(t.poseTime-e.time)),Object.assign(e,{at:n,time:t.poseTime}),this.about_.textContent=`${this.sceneText.bodies[e.i]}: ${n.map(s=>s.toFixed(3)).join(", ")} m`+(e.speed===void 0?"":`, ${e.speed.toPrecision(3)} m/s`)+this.pushText(e.i)}pushText(t){let e=this.view?.push.of(t);return e&&this.may?`; drag it to push, up to ${xr(e.force,"N")}`:""}toggleTrails(){this.trails.setAttribute("aria-pressed",String(this.view?.toggleTrails()??!1))}switch(t){let e={grid:"toggleGrid",axes:"toggleAxes",named:"toggleNames"}[t],n=this.view?.[e]()??!1;this[t].setAttribute("aria-pressed",String(n)),this.gridGiven=t==="grid"?n:this.gridGiven}toggleForces(){let t=this.view?.toggleForces()??!1;this.forces.setAttribute("aria-pressed",String(t)),this.stretch.hidden=!t,this.forceless=!t&&(this.sceneText?.forces??[]).length===0}async savePicture(){let t=await this.view?.picture();t&&Go(`${this.name}-${this.last.step}.png`,t,"image/png")}toggleFilm(){try{let t=this.film.toggle(()=>this.video.setAttribute("aria-pressed","false"));this.video.setAttribute("aria-pressed",String(t)),this.video.textContent=t?"end film":"film"}catch(t){this.tell(`no film: ${t.message}`)}}gridText(){let t=this.view?.look;return t?.grid.visible?`grid ${Number(t.cell.toPrecision(3))} m`:""}draw(){let t=this.last;this.player?.draw(),this.view?.draw(),this.drive.draw(),this.player&&t&&this.charts.forEach(n=>n.setHead(t.time)),this.charts.forEach(n=>n.draw());let e=this.view?.forces?.group.visible?this.view.forces.legend():this.forceless?"nothing exerts a force here":this.gridText();if(e!==this.legend.textContent&&(this.legend.textContent=e),t&&t!==this.drawn){this.drawn=t,this.band.draw(t),this.drawChosen(t);for(let n of this.rows??[])this.names.isSeen(n)&&(n.shown.textContent=mT(pl(t,"values",n.v)))}}repaint(){this.strips.repaint()}remove(){this.drive.remove(),this.view?.renderer.dispose(),this.root.remove()}};var Jd=4,ve=new Map,Qe=i=>document.getElementById(i),Nh=[],Dh=0,Eo=0,Ha=!1,jd="",O0=Ef(),D0;function ef(i){if(ve.has(i)||ve.size>=Jd)return;let t=new Lh(i,To,Qe("panels"),B0);t.wanted=O0.find(e=>e.name===i),t.mayControl(Ha),ve.set(i,t),To.send(`follow ${i}`),Ga()}var F0=()=>[...ve.values()].filter(i=>i.values).map(i=>i.layout());function B0(){clearTimeout(D0),D0=setTimeout(()=>Af(F0()),200)}function k0(i){To.send(`leave ${i}`),ve.get(i)?.remove(),ve.delete(i),Ga(),B0()}var ui={name:void 0,before:new Set};function gT(){let i=O0.filter(t=>Nh.includes(t.name));i.forEach(t=>ef(t.name)),ui.name=i.length?null:ui.name}function N0(){let i=Nh.find(t=>!ui.before.has(t));i!==void 0&&ve.size<=1&&(ve.forEach((t,e)=>k0(e)),ui.name=i,ui.before.add(i),ef(i))}function _T(i){ui.name=null,(ve.has(i)?k0:ef)(i)}function Ga(){let i=[...new Set([...Nh,...ve.keys()])],t=JSON.stringify([i,[...ve.keys()],Dh]);if(t===Ga.shown)return;Ga.shown=t,Qe("empty").hidden=ve.size>0,Qe("empty").replaceChildren(...i.length?["Nothing is shown: choose a name above."]:["No instance runs. One is started by ",K("code",{},"tactus run RIG"),"; this page sees it come."]);let e=ve.size>=Jd;Qe("instances").replaceChildren(...i.map(n=>K("button",{type:"button","aria-pressed":String(ve.has(n)),...e&&!ve.has(n)?{disabled:"",title:`${Jd} are shown side by side; take one away first`}:{},onclick:()=>_T(n)},n)),...i.length?[]:["no instance runs"],...Dh?[K("small",{},`and ${Dh} more: tactus serve NAME...`)]:[])}var Qd=!1;function Kd(){Eo>0&&(Qe("link").textContent=Qd?`browser ${Eo}`:Ha?"may control":"may look",Qe("link").title=`browser ${Eo}${Qd?"":`, may ${Ha?"control":"look"}`}${jd}`,Qe("link").dataset.slow=jd)}var To=new $a({open:()=>Qe("link").textContent="connected",closed:()=>{Eo=0,ve.forEach(i=>i.drive.set("")),Qe("link").textContent="the server is gone; trying again",document.body.classList.add("offline")},hello:i=>{if(document.body.classList.remove("offline"),i.protocol!==Cf){Qe("link").replaceChildren("the server is of another version; ",K("button",{type:"button",onclick:()=>location.reload()},"load its page")),To.close();return}Eo=i.you,Ha=i.control,Kd(),ve.forEach(t=>t.mayControl(Ha))},list:i=>{Nh=i.names,Dh=i.left_out,jd=(i.clients>1?`; ${i.clients} look`:"")+(i.slow>0?`, ${i.slow} too slow for all frames`:""),Kd(),ui.name===void 0&&gT(),(ui.name===void 0||ui.name!==null&&ve.get(ui.name)?.present===!1)&&N0();for(let t of ve.keys())To.send(`follow ${t}`);Ga()},about:i=>{Qd=!!i.playback,ve.get(i.name)?.about(i),Kd()},errors:i=>ve.get(i.name)?.errors(i),series:i=>ve.get(i.name)?.series(i),misses:i=>ve.get(i.name)?.player?.misses(i),past:i=>ve.forEach(t=>t.source===i.source&&t.past(i)),status:i=>{ve.get(i.name)?.status(i),i.name===ui.name&&i.attached?ui.name=null:i.name===ui.name&&N0()},answer:i=>ve.get(i.name)?.answer(i,Eo),row:i=>ve.get(i.name)?.player?.found(i.row),frame:i=>{for(let t of ve.values())t.source===i.source&&t.frame(i)}}),xT=()=>[...ve.values()].find(i=>i.root.contains(document.activeElement))??[...ve.values()][0],U0={ArrowLeft:[.1,0],ArrowRight:[-.1,0],ArrowUp:[0,-.1],ArrowDown:[0,.1]},tf={" ":["run or pause",i=>i.player?i.player.toggle():i.ask(i.state.textContent==="running"?"pause":"resume")],".":["one step",i=>i.player?i.player.move(1):i.ask("step")],",":["one step back, in a recording",i=>i.player?.move(-1)],h:["the whole mechanism",i=>i.view?.home()],t:["trails",i=>i.toggleTrails()],f:["forces",i=>i.toggleForces()],g:["grid",i=>i.switch("grid")],a:["axes",i=>i.switch("axes")],n:["names",i=>i.switch("named")],"[":["shorter arrows of forces",i=>i.view?.stretchForces(.8)],"]":["longer arrows of forces",i=>i.view?.stretchForces(1.25)],"+":["nearer",i=>i.view?.zoom(.9)],"-":["farther",i=>i.view?.zoom(1.1)],"/":["search signals",i=>i.search.focus()],d:["dark or light",()=>V0()],"?":["these keys",()=>z0()]};document.addEventListener("keydown",i=>{let t=["INPUT","SELECT"].includes(i.target.tagName)&&i.target.type!=="checkbox",e=xT();t||document.querySelector("dialog[open]")||i.ctrlKey||i.metaKey||i.altKey||i.key===" "&&["BUTTON","INPUT"].includes(i.target.tagName)||(U0[i.key]&&i.target.tagName==="CANVAS"?(e?.view?.turn(...U0[i.key]),i.preventDefault()):tf[i.key]&&(e||["d","?"].includes(i.key))&&(tf[i.key][1](e),i.preventDefault()))});Qe("keylist").replaceChildren(...Object.entries({...tf,arrows:["turn the picture (when it has the focus)"]}).flatMap(([i,[t]])=>[K("dt",{},i===" "?"space":i),K("dd",{},t)]));function z0(){Qe("keys").showModal(),Qe("keys").scrollTop=0}Qe("help").addEventListener("click",z0);Qe("close").addEventListener("click",()=>Qe("keys").close());function V0(){let i=document.documentElement.dataset.theme?document.documentElement.dataset.theme==="dark":matchMedia("(prefers-color-scheme: dark)").matches;document.documentElement.dataset.theme=i?"light":"dark",H0()}var H0=()=>ve.forEach(i=>i.repaint());Qe("wordlist").replaceChildren(...M0());S0();Qe("share").addEventListener("click",async()=>{let i=Rf(F0());await navigator.clipboard?.writeText(i).catch(()=>{}),Qe("share").dataset.link=i,Qe("share").textContent="copied",setTimeout(()=>Qe("share").textContent="link",1500)});Qe("theme").addEventListener("click",V0);matchMedia("(prefers-color-scheme: dark)").addEventListener("change",H0);function G0(){ve.forEach(i=>i.draw()),requestAnimationFrame(G0)}G0();window.tactus={panels:ve,link:To};
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
