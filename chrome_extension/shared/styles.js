// The card's style sheet as text. A style sheet file that content scripts load would have to be accessible to pages.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** Selectors for elements that show a grade as a badge. The parts of an answer in a panel row have badges of their own. */
  const LEANING_SEALS = `.cl :is(.verdict[class*=probably] .seal,.part[class*=probably]>.seal,.pill[class*=probably]>.seal,
.row[class*=probably]>.row-top .seal,.tally [class*=probably]>.seal)`;

  const base = `
.cl{font:400 14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic","Noto Sans Devanagari","Noto Sans SC",sans-serif;
  color:var(--ink);-webkit-font-smoothing:antialiased;text-align:start;letter-spacing:0}
.cl *,.cl *::before,.cl *::after{box-sizing:border-box}
.cl :where(p,h1,h2,h3,h4,ol,ul,dl,dd,figure,blockquote,q,fieldset){margin:0;padding:0;font:inherit;list-style:none;quotes:none}
.cl :where(fieldset){border:0;min-width:0}
.cl button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer}
.cl a{color:inherit;text-decoration:none}
.cl :focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:6px}
.cl .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.cl .icon{display:block;flex:none}
.cl [hidden]{display:none!important}
.card{padding:2px 18px 16px;position:relative;container-type:inline-size}
.slot:empty{display:none}
.slot+.slot:not(:empty){margin-top:16px}
.slot:empty+.slot:not(:empty){margin-top:14px}
.cl .card>.slot:not(:empty):nth-child(2){margin-top:0}

.claim q{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;color:var(--soft);
  border-inline-start:2px solid var(--line);padding-inline-start:10px;font-size:13.5px;line-height:1.45;overflow-wrap:anywhere}
.claim-line+.claim-line{margin-top:10px}
.claim-line+.claim-line q{color:var(--ink)}
.claim-label{display:block;font-size:12px;font-weight:600;color:var(--soft);margin-bottom:3px}

.true{--mark:var(--true-mark);--tint:var(--true-ground);--text:var(--true-ink)}
.false{--mark:var(--false-mark);--tint:var(--false-ground);--text:var(--false-ink)}
.partial{--mark:var(--partial-mark);--tint:var(--partial-ground);--text:var(--partial-ink)}
.misleading{--mark:var(--misleading-mark);--tint:var(--misleading-ground);--text:var(--misleading-ink)}
.unknown{--mark:var(--unknown-mark);--tint:var(--unknown-ground);--text:var(--unknown-ink)}
.probably_true{--mark:var(--true-mark);--tint:var(--ground);--text:var(--true-ink)}
.probably_false{--mark:var(--false-mark);--tint:var(--ground);--text:var(--false-ink)}
.probably_partial{--mark:var(--partial-mark);--tint:var(--ground);--text:var(--partial-ink)}
.mixed{--mark:var(--accent);--tint:color-mix(in srgb,var(--accent) 9%,var(--ground));--text:var(--accent)}
.opinion{--mark:var(--opinion-mark);--tint:var(--opinion-ground);--text:var(--opinion-ink)}

.verdict{background:var(--tint);color:var(--text);border-radius:12px;padding:14px 16px}
.verdict-line{display:flex;align-items:center;gap:10px}
.verdict-words{display:flex;flex-wrap:wrap;align-items:baseline;gap:1px 10px;min-width:0}
.seal{width:28px;height:28px;border-radius:50%;background:var(--mark);color:var(--seal-ink);display:grid;place-items:center;flex:none}
.seal .icon{stroke-width:2.75}
.verdict[class*=probably]{border:2px dashed var(--mark);padding:12px 14px}
${LEANING_SEALS}{background:none;border:1.5px dashed var(--mark);color:var(--text)}
.seal.small{width:20px;height:20px;margin-top:1px}
.cl .verdict h2{font-size:22px;line-height:1.2;font-weight:650;letter-spacing:-.015em}
.cl .sure{font-size:15px;line-height:1.3;font-weight:550;font-variant-numeric:tabular-nums}
.cl .says{font-size:14px;line-height:1.4;margin-top:4px;margin-inline-start:38px;overflow-wrap:anywhere}
@container (max-width:340px){.cl .verdict{padding:12px}.cl .verdict h2{font-size:19px}.cl .says{margin-inline-start:0}}
.meters{display:flex;flex-wrap:wrap;gap:12px 20px;margin:8px 0 10px}
.meter{flex:1 1 140px;display:grid;grid-template-columns:1fr auto;gap:5px 12px;font-size:12px}
.meter-value{font-variant-numeric:tabular-nums;font-weight:550;white-space:nowrap}
.bar{grid-column:1/-1;height:5px;border-radius:3px;position:relative;background:color-mix(in srgb,var(--mark,var(--accent)) 22%,transparent);display:block}
.bar .fill{position:absolute;inset-block:0;inset-inline-start:0;width:var(--at);background:var(--mark,var(--accent));border-radius:3px}
.bar-confidence .fill{animation:grow .5s cubic-bezier(.2,.8,.2,1)}
.bar-truth{background:linear-gradient(90deg,var(--false-mark),var(--partial-mark) 50%,var(--true-mark))}
.bar-truth:dir(rtl){background:linear-gradient(270deg,var(--false-mark),var(--partial-mark) 50%,var(--true-mark))}
.bar-truth .fill{inset-block:-3.5px auto;inset-inline-start:clamp(0px,calc(var(--at) - 6px),calc(100% - 12px));
  width:12px;height:12px;border-radius:50%;background:var(--ground);border:3px solid var(--text)}
@keyframes grow{from{width:0}}

.reasoning{white-space:pre-line;font-size:14px;line-height:1.55;overflow-wrap:anywhere}
.cl .cite{display:inline-grid;place-items:center;min-width:24px;height:20px;padding:0 5px;margin:0 1px;border-radius:6px;vertical-align:1px;
  font-size:11.5px;font-weight:600;line-height:1;background:color-mix(in srgb,var(--accent) 12%,transparent);color:var(--accent)}
.cites{white-space:nowrap}
.cl .cite:hover{background:var(--accent);color:var(--accent-ink)}

.block{border-top:1px solid var(--line);padding-top:14px}
.cl h3{font-size:13.5px;font-weight:630;display:flex;align-items:baseline;gap:8px;margin-bottom:10px}
.cl h4{font-size:12.5px;font-weight:620}
.tally{font-weight:450;color:var(--soft);margin-inline-start:auto;font-variant-numeric:tabular-nums}
.cards,.finds,.parts,.issues{display:grid;gap:8px}
.supports{--side:var(--true-ground);--side-ink:var(--true-ink);--side-mark:var(--true-mark)}
.refutes{--side:var(--false-ground);--side-ink:var(--false-ink);--side-mark:var(--false-mark)}
.neutral{--side:var(--unknown-ground);--side-ink:var(--unknown-ink);--side-mark:var(--line)}
.sides{display:grid;gap:14px 12px;align-items:start}
.side{min-width:0}
@container (min-width:600px){.sides.both{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.stance{display:inline-flex;align-items:center;gap:5px;font-size:12px;line-height:18px;font-weight:620;color:var(--side-ink);background:var(--side);
  padding:1px 9px 1px 7px;border-radius:6px;justify-self:start}
.stance .icon{stroke-width:3}
.stance .count{font-weight:500;font-variant-numeric:tabular-nums}
.side .cards{margin-top:8px}
.none{font-size:13px;color:var(--soft)}
.evidence{border:1px solid var(--line);border-inline-start:3px solid var(--side-mark);border-radius:10px;padding:10px 12px 11px;background:var(--ground);
  transition:background .3s;scroll-margin:12px;min-width:0}
.evidence.marked{background:color-mix(in srgb,var(--accent) 9%,var(--ground))}
.evidence .n{float:inline-end;margin-inline-start:8px;min-width:20px;text-align:center;font-size:11.5px;font-weight:600;line-height:18px;border-radius:6px;
  color:var(--accent);background:color-mix(in srgb,var(--accent) 12%,transparent);font-variant-numeric:tabular-nums}
.cl .evidence .said{font-size:13.5px;line-height:1.5;overflow-wrap:anywhere;white-space:pre-line}
.cl .evidence blockquote::before{content:"“"}.cl .evidence blockquote::after{content:"”"}
.cl .evidence.alone{padding:11px 14px 12px}
.evidence.alone>.stance{margin-bottom:6px}
.cl .evidence.alone .said{font-size:15px;line-height:1.5}
.letter{width:20px;height:20px;flex:none;display:grid;place-items:center;border-radius:6px;font-size:11.5px;font-weight:680;line-height:1;color:var(--ink);background:color-mix(in srgb,var(--ink) 9%,var(--ground))}
.source{margin-top:9px;font-size:12.5px}
.cl .source .title{display:inline;color:var(--soft);overflow-wrap:anywhere}
.last-word{white-space:nowrap}
.source .title .icon{display:inline-block;vertical-align:-1.5px;margin-inline-start:4px;color:var(--soft)}
.cl .source a.title:hover{color:var(--accent);text-decoration:underline;text-underline-offset:2px}
.meta{display:flex;flex-wrap:wrap;align-items:center;gap:5px 8px;margin-bottom:4px;color:var(--soft)}
.host{font-weight:600;color:var(--ink);overflow-wrap:anywhere;min-width:0}
.stars{position:relative;display:inline-block;font-size:12.5px;letter-spacing:1px;line-height:1;white-space:nowrap}
.stars-empty{color:var(--line)}
.stars-full{position:absolute;inset-block-start:0;inset-inline-start:0;width:var(--at);overflow:hidden;color:var(--star)}
.badge{border-radius:6px;padding:0 7px;font-size:11.5px;line-height:18px;font-weight:520;background:var(--raised);color:var(--soft);border:1px solid var(--line);white-space:nowrap}
.badge.origin-kb{color:var(--opinion-ink);background:var(--opinion-ground);border-color:transparent}
.badge.origin-fact_check{color:var(--partial-ink);background:var(--partial-ground);border-color:transparent}
.cl .quiet{font-size:12.5px;font-weight:550;color:var(--accent);padding:5px 10px;border-radius:7px;min-height:28px}
.cl .quiet:hover{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.more{margin-top:6px}
.background{margin-top:12px}
.background .cards{margin-top:8px}
.find{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:8px;align-items:center;font-size:13px;animation:appear .25s ease-out}
.find-text{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.find-host{color:var(--soft);max-width:130px;max-width:28cqw;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@keyframes appear{from{opacity:0;transform:translateY(3px)}}

.progress{background:var(--raised);border-radius:12px;padding:15px 16px 14px}
.phases{display:grid;grid-template-columns:repeat(5,minmax(0,1fr))}
.phases li{font-size:12px;color:var(--soft);display:grid;justify-items:center;gap:7px;position:relative}
.phase{max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.phases .dot{width:9px;height:9px;border-radius:50%;background:var(--line);z-index:1}
.phases li+li::before{content:"";position:absolute;top:3.5px;inset-inline-end:50%;width:100%;height:2px;background:var(--line)}
.phases .past,.phases .now{color:var(--ink)}
.phases .now{font-weight:620}
.phases .past .dot,.phases .now .dot,.phases .past+li::before{background:var(--accent)}
.phases .now .dot{box-shadow:0 0 0 4px color-mix(in srgb,var(--accent) 22%,transparent)}
.now-line{display:flex;align-items:center;gap:10px;margin-top:14px;font-size:14px;font-weight:500;overflow-wrap:anywhere}
.pulse{width:14px;height:14px;flex:none;border-radius:50%;border:2px solid color-mix(in srgb,var(--accent) 25%,transparent);
  border-top-color:var(--accent);animation:turn .9s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}

.failure{text-align:center;padding:14px 8px 8px;display:grid;justify-items:center}
.failure-icon{width:44px;height:44px;border-radius:50%;display:grid;place-items:center;background:var(--raised);border:1px solid var(--line);color:var(--soft)}
.cl .failure h2{font-size:17px;font-weight:640;letter-spacing:-.01em;margin-top:12px;line-height:1.3;overflow-wrap:anywhere}
.cl .failure p{font-size:14px;color:var(--soft);margin-top:6px;max-width:42ch;text-wrap:pretty;overflow-wrap:anywhere}
.command{display:flex;align-items:center;gap:10px;max-width:100%;margin-top:14px;padding:5px 5px 5px 14px;background:var(--raised);border:1px solid var(--line);border-radius:10px}
.cl code{font:500 13px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;text-align:start}
.cl .primary{margin-top:16px;padding:8px 18px;border-radius:9px;font-size:14px;font-weight:600;background:var(--accent);color:var(--accent-ink)}
.cl .command .primary{margin:0;padding:5px 12px;font-size:13px;display:flex;align-items:center;gap:6px;border-radius:7px;white-space:nowrap}
.cl .primary:hover{filter:brightness(1.08)}
.cl .primary:disabled{opacity:.45;cursor:default;filter:none}
.cl .secondary{display:inline-flex;align-items:center;gap:7px;padding:5px 13px;min-height:30px;border:1px solid var(--line);border-radius:8px;font-size:13px;font-weight:560;background:var(--ground)}
.cl .secondary:hover{background:var(--raised)}
.cl .icon-button{width:30px;height:30px;border-radius:8px;display:grid;place-items:center;color:var(--soft);flex:none}
.cl .icon-button:hover{background:color-mix(in srgb,var(--ink) 8%,transparent);color:var(--ink)}
.cl .icon-button.copied{color:var(--true-mark)}
.closing{display:flex;flex-wrap:wrap;gap:0 14px;font-size:12px;color:var(--soft)}

@media (prefers-reduced-motion:reduce){.cl,.cl *,.cl *::before{animation:none!important;transition:none!important}
  .pulse{border-color:var(--accent)}}
@media (forced-colors:active){.bar,.bar-truth{border:1px solid CanvasText;forced-color-adjust:none;background:Canvas}
  .bar .fill{background:Highlight!important;forced-color-adjust:none}.bar-truth .fill{border-color:CanvasText}
  .verdict,.progress,.seal,.badge,.cl .cite,.cl .primary,.stance,.phases .dot{border:1px solid CanvasText}.phases .now .dot{background:Highlight;forced-color-adjust:none}
  .verdict[class*=probably]{border:2px dashed CanvasText}${LEANING_SEALS}{border-style:dashed}
  .voice-bar .axis{fill:CanvasText}.voice-bar .pro,.voice-bar .contra{fill:Highlight}}
`;

  /** @param {string} css */
  function sheet(css) {
    const made = new CSSStyleSheet();
    made.replaceSync(css);
    return made;
  }

  ns.styles = {
    get card() {
      return base + (ns.stylesMore?.card ?? "");
    },
    sheet,
  };
})();
