import { TOKENS } from '@echometry/contract/theme/tokens.ts';

const variables = Object.entries(TOKENS)
  .map(([name, value]) => `--${name}:${value};`)
  .join('');

/** The entrance of the product (web/src/ui/entrance.module.css) and its controls, for pages without a program. */
export const STYLE = `@font-face{font-family:"Inter Variable";src:url(/auth/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{${variables}color-scheme:dark}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{background:var(--bg);color:var(--text-1);font:450 13px/20px "Inter Variable",system-ui,sans-serif;font-feature-settings:"tnum";-webkit-font-smoothing:antialiased}
.page{position:relative;display:grid;grid-template-columns:minmax(0,1fr) 580px;min-height:100%}
.stage{position:relative;overflow:hidden;background:var(--stage)}
.stage img{position:absolute;top:50%;left:50%;width:118%;min-height:100%;object-fit:cover;transform:translate(-50%,-50%);opacity:.62}
.stage::after{content:"";position:absolute;inset:0;background:linear-gradient(90deg,transparent 55%,var(--bg)),linear-gradient(0deg,var(--bg),transparent 22%)}
.logo{position:absolute;top:22px;left:34px;display:flex;align-items:center;gap:12px;font-size:15px;font-weight:620}
.use{position:absolute;bottom:28px;left:34px;display:flex;flex-direction:column}
.use span+span{color:var(--text-2);font-size:12px}
.choice{align-self:center;padding:24px 44px 24px 32px}
h1{margin:0 0 4px;font-size:24px;font-weight:620;line-height:32px}
h1+form{margin-top:16px}
p{margin:0 0 18px;color:var(--text-2)}
.message{padding:9px 14px;border:1px solid var(--line-strong);border-left-width:3px;border-radius:6px;background:var(--raised);color:var(--text-1)}
.message.bad{border-left-color:var(--bad)}
.message.ok{border-left-color:var(--ok)}
.field{display:block;margin:0 0 14px}
.field>label{display:block;margin-bottom:4px;color:var(--text-2);font-size:12px;line-height:17px}
.field small{display:block;margin-top:4px;color:var(--text-3);font-size:12px;line-height:17px}
input:not([type=hidden]):not([type=checkbox]){width:100%;height:36px;padding:0 12px;border:1px solid var(--line-strong);border-radius:6px;background:var(--raised);color:inherit;font:inherit}
input[readonly]{color:var(--text-2)}
.check{display:flex;gap:10px;align-items:start;margin:0 0 14px}
.check input{width:16px;height:16px;margin:2px 0 0;accent-color:var(--accent)}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-width:140px;height:36px;padding:0 18px;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.quiet{border:1px solid var(--line-strong);background:var(--raised);color:var(--text-1)}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
a{color:var(--accent)}
.more{margin:18px 0 0}
.or{display:flex;align-items:center;gap:12px;margin:18px 0;color:var(--text-3);font-size:12px}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.pair{display:grid;grid-template-columns:auto minmax(0,1fr);gap:20px;align-items:start;margin:0 0 14px}
.pair svg{display:block;width:188px;height:188px;border-radius:8px}
.secret{overflow-wrap:anywhere;color:var(--text-1);font-weight:600;letter-spacing:.06em}
.command{margin:0 0 18px;padding:10px 14px;border:1px solid var(--line);border-radius:8px;background:var(--panel);font-size:12px;white-space:pre-wrap;overflow-wrap:anywhere}
.sum{overflow-wrap:anywhere}
.codes{display:grid;gap:4px;white-space:nowrap;margin:0 0 18px;padding:14px 18px;border:1px solid var(--line);border-radius:8px;background:var(--panel);list-style:none;letter-spacing:.04em}
@media (max-width:1100px){.page{grid-template-columns:minmax(0,580px);justify-content:center}.stage,.use{display:none}}
@media (max-width:560px){.pair{grid-template-columns:1fr}}
`;
