// The second half of the card's style sheet: folded sections and actions.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  const card = `
.cl summary{font-size:13px;font-weight:600;cursor:pointer;display:flex;align-items:center;gap:5px;list-style:none;border-radius:6px;min-height:26px}
.cl summary::-webkit-details-marker{display:none}
.cl summary>.icon{transition:transform .15s;margin-inline-start:-2px;opacity:.75}
.cl summary>.icon:dir(rtl){transform:scaleX(-1)}
.cl details[open]>summary>.icon{transform:rotate(90deg)}

.cl .card>.slot>details{border-top:1px solid var(--line);padding-top:9px}
.cl .slot+.slot:not(:empty):has(>details){margin-top:9px}
.cl .calibration{font-size:12.5px;line-height:1.45}
.card:focus{outline:none}
.cl .edit-claim{display:inline-flex;align-items:center;gap:6px;margin-top:5px;padding-inline:8px;margin-inline-start:2px}
.cl form.edit{display:grid;gap:10px;padding:0}
.cl .edit textarea{font:400 14px/1.45 inherit;font-family:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--soft);border-radius:10px;padding:9px 11px;width:100%;min-height:0;
  user-select:text;-webkit-user-select:text;resize:vertical}
.edit-row{display:flex;flex-wrap:wrap;gap:8px}
.cl .edit-row :is(.primary,.secondary){margin:0;padding:6px 16px;min-height:32px;font-size:13px}
.lead{display:grid;gap:10px}
.others>summary{flex-wrap:wrap}
.counts{display:flex;flex-wrap:wrap;gap:4px 6px;margin-inline-start:6px}
.evidence-list{margin-top:10px}
.evidence-list .background:first-child{margin-top:0}
.next{display:grid;gap:10px;justify-items:start}
.cl .missing{font-size:13.5px;line-height:1.45;overflow-wrap:anywhere}
.missing b{font-weight:620}
.cl .part-says{font-size:13px;color:var(--soft);margin-top:2px;overflow-wrap:anywhere}
.part .cards{margin-top:8px}
.cl .calibration p+p{margin-top:4px}
.levels{display:grid;gap:5px;margin-top:9px}
.level{display:grid;grid-template-columns:max-content 1fr max-content;gap:10px;align-items:center;font-variant-numeric:tabular-nums}
.level .bar{grid-column:auto}
.level:not(.here) .bar{opacity:.55}
.level.here{font-weight:640}
.level-range{min-width:7em}

.notice{display:grid;grid-template-columns:auto 1fr auto;gap:6px 10px;align-items:center;font-size:13px;line-height:1.4;padding:9px 10px 9px 12px;border-radius:10px;
  background:var(--misleading-ground);color:var(--misleading-ink)}
.notice p{overflow-wrap:anywhere}
.cl .notice .secondary{color:var(--ink);border-color:transparent}
@container (max-width:340px){.notice{grid-template-columns:auto 1fr}.notice .secondary{grid-column:2;justify-self:start}}
.issue{display:flex;gap:8px;font-size:13px;line-height:1.45;color:var(--soft);overflow-wrap:anywhere;min-width:0}
.issue span{min-width:0}
.issue .icon{margin-top:2px}
.issue.warning .icon{color:var(--misleading-mark)}
.issue.error .icon{color:var(--false-mark)}

.part{display:flex;gap:10px}
.part+.part{border-top:1px solid var(--line);padding-top:10px}
.part-body{flex:1;min-width:0}
.part-verdict{display:flex;flex-wrap:wrap;gap:0 8px;font-size:13px;color:var(--text)}
.part-verdict b{font-weight:640}
.part-claim{font-size:13.5px;line-height:1.45;font-weight:520;overflow-wrap:anywhere}

.decided>*+*{margin-top:14px}
.decided>summary+*{margin-top:10px}
.chart figcaption{font-size:12.5px;font-weight:620;overflow-wrap:anywhere}
.chart-sides{display:flex;justify-content:space-between;font-size:12px;color:var(--soft);margin-top:6px;padding-inline:calc(27% + 8px) 116px}
@container (max-width:360px){.chart-sides{display:none}}
.voices{display:grid;gap:5px;margin-top:4px}
.voice{display:grid;grid-template-columns:27% minmax(0,1fr) 108px;gap:8px;align-items:center;font-size:12.5px}
.voice-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.voice-odds{font-variant-numeric:tabular-nums;color:var(--soft);font-size:12px}
.voice-bar{display:block;overflow:visible}
.voice-bar:dir(rtl){transform:scaleX(-1)}
.voice-bar .axis{fill:var(--soft);opacity:.6}
.voice-bar .pro{fill:var(--true-mark)}
.voice-bar .contra{fill:var(--false-mark)}
.chart-sum{font-size:12.5px;color:var(--soft);margin-top:7px}
.scores{display:grid;gap:12px 20px}
@container (min-width:440px){.scores{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.score .meter{font-size:12.5px}
.score-means{font-size:12px;line-height:1.4;color:var(--soft);margin-top:4px}
.decided h4+.steps,.limits h4+.issues{margin-top:6px}
.cl .decided>h4+*{margin-top:6px}
.steps{display:grid;gap:5px;font-size:12.5px;color:var(--soft);counter-reset:step}
.steps li{display:flex;gap:8px;align-items:baseline;counter-increment:step}
.steps li::before{content:counter(step);min-width:16px;font-variant-numeric:tabular-nums;color:var(--soft)}
.steps span{overflow-wrap:anywhere;min-width:0}
.steps time{margin-inline-start:auto;white-space:nowrap;font-variant-numeric:tabular-nums}

.outlook-part h4{margin-bottom:4px}
.lines{display:grid;gap:4px;font-size:13.5px;line-height:1.45}
.lines li{padding-inline-start:14px;position:relative;overflow-wrap:anywhere}
.lines li::before{content:"";position:absolute;inset-inline-start:2px;top:.62em;width:5px;height:5px;border-radius:50%;background:var(--soft);opacity:.7}

.tools-block[open]{display:grid;gap:10px}
.tool-row{display:flex;flex-wrap:wrap;align-items:center;gap:6px 8px}
.tool-label{font-size:12.5px;color:var(--soft);min-width:72px}
.cl .chip{padding:3px 11px;min-height:28px;border:1px solid var(--line);border-radius:8px;font-size:12.5px;font-weight:540}
.cl .chip:hover{background:var(--raised)}
.cl .chip.copied{color:var(--true-ink);background:var(--true-ground);border-color:transparent}
.cl .chip.copied::before{content:"✓ "}
.switch{display:flex;border:1px solid var(--line);border-radius:8px;padding:2px;gap:2px}
.switch label{position:relative;display:flex}
.switch input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer;width:100%;height:100%}
.switch span{padding:2px 11px;min-height:24px;border-radius:6px;font-size:12.5px;font-weight:540;color:var(--soft)}
.switch input:checked+span{background:color-mix(in srgb,var(--accent) 13%,transparent);color:var(--accent);font-weight:620}
.switch input:focus-visible+span{outline:2px solid var(--focus);outline-offset:1px}
.cl .report summary{color:var(--soft);font-size:12.5px;font-weight:540;width:fit-content}
.report form{display:grid;gap:8px;margin-top:8px;padding:12px;border:1px solid var(--line);border-radius:10px}
.report label{display:grid;gap:4px;font-size:12.5px;font-weight:560}
.cl .report :is(select,textarea){font:400 13.5px/1.4 inherit;font-family:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--soft);border-radius:8px;padding:6px 9px;width:100%;
  user-select:text;-webkit-user-select:text;resize:vertical}
.report form .secondary{justify-self:start}
.report .about,.report .kept{font-size:12.5px;color:var(--soft)}
.report .kept{color:var(--true-ink)}
@media (forced-colors:active){.switch input:checked+span{background:Highlight;color:HighlightText;forced-color-adjust:none}.notice,.evidence,.switch{border:1px solid CanvasText}}
`;

  ns.stylesMore = { card };
})();
