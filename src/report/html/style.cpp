#include "report/html/page.hpp"

namespace hardmax::report::html {

// Colours are named once; verdicts also differ by sign and word, plots by dash and shape, so that a
// greyscale print says the same.
// NOLINTNEXTLINE(readability-function-size): one text
std::string_view style() {
  return R"css(
:root{--paper:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--wash:#f6f8fa;--link:#0b57a4;--good:#116329;--bad:#a40e26;--open:#7d4e00;--none:#57606a;--fill:#1f4e8c;--fill2:#b35900;--mark:#a40e26}
@media (prefers-color-scheme:dark){:root{--paper:#0f1318;--ink:#e6e9ec;--soft:#a2abb5;--line:#343b44;--wash:#181d24;--link:#79b8ff;--good:#5fd17a;--bad:#ff8f8a;--open:#e8b04b;--none:#a2abb5;--fill:#79b0f2;--fill2:#f0a350;--mark:#ff8f8a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0 auto;max-width:66rem;padding:1.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
h1{font-size:1.75rem;line-height:1.2;margin:.1em 0 .6em;overflow-wrap:anywhere}
h2{font-size:1.3rem;line-height:1.25;margin:2.6em 0 .7em;padding-bottom:.25em;border-bottom:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.8em 0 .5em}
p{margin:.5em 0}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,button:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:focus{outline:none}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:1}
.kicker,.note,figcaption,caption{color:var(--soft);font-size:.9rem}
.kicker{margin:0}
.in-print{display:none}
.imprint{margin:0 0 .6em}
.verdict{border:1px solid var(--line);border-left:.5rem solid var(--none);border-radius:.4rem;padding:.8rem 1.1rem;background:var(--wash)}
.verdict .sentence{font-size:1.2rem;line-height:1.4;font-weight:600;margin:.1em 0 .4em}
.verdict.good{border-left-color:var(--good)}.verdict.bad{border-left-color:var(--bad)}.verdict.open{border-left-color:var(--open)}
.contents ul{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;padding:0;margin:1.2rem 0 0}
code,pre,.exact{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
code,.exact,p,li{overflow-wrap:anywhere}
mark{border-radius:.15rem;background:var(--fill);color:var(--paper);font-weight:600;padding:0 .2em}
td code{overflow-wrap:normal;white-space:nowrap}
pre{background:var(--wash);border:1px solid var(--line);border-radius:.3rem;padding:.6rem .8rem;margin:.4em 0;white-space:pre-wrap;overflow-wrap:anywhere}
dl.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:.25rem 2rem;margin:.8em 0}
dl.facts>div{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:0 1rem;align-items:baseline}
dl.facts>div.long{grid-column:1/-1}
dl.facts dt{color:var(--soft)}
dl.facts dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.scroll{overflow-x:auto;max-width:100%;margin:.6em 0}
table{border-collapse:collapse;font-size:.94rem;width:100%}
caption{text-align:left;padding:.2rem 0 .4rem;caption-side:top}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
td.break{overflow-wrap:anywhere;min-width:9rem}
figure{margin:1rem 0;min-width:0}
figure svg{display:block;max-width:100%;height:auto}
figure.path{max-width:31rem}
figcaption{margin-top:.35rem}
.pictures{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:flex-start}
.pictures>figure{flex:1 1 24rem;max-width:31rem;margin:.5rem 0}
.pictures>figure.mask{flex:1 1 15rem;max-width:22rem}
.plot text{fill:var(--ink);font:11px system-ui,sans-serif}
.plot .dim{fill:var(--soft)}
.plot .axis{stroke:var(--soft);stroke-width:1;fill:none}
.plot .grid{stroke:var(--line);stroke-width:1;fill:none}
.plot .tick{stroke:var(--fill);stroke-width:1;fill:none}
.plot .bar,.plot .cell{fill:var(--fill)}
.plot .cell2{fill:var(--fill2)}
.plot .idle{fill:none;stroke:var(--soft)}
.plot .a{stroke:var(--fill);stroke-width:2;fill:none}
.plot .b{stroke:var(--fill2);stroke-width:2;fill:none;stroke-dasharray:6 3}
.plot .bad{stroke:var(--mark);stroke-width:2;fill:none;stroke-dasharray:2 3}
.plot .dot{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.mask svg>rect:first-of-type{fill:var(--paper)}
.mask svg text{fill:var(--ink)}
.mask svg g{fill:var(--fill)}
ol.network{list-style:none;padding:0;margin:.8em 0;display:grid;grid-template-columns:minmax(0,1fr);gap:1.2rem}
ol.network svg{max-width:100%;height:auto}
ol.network>li{border:1px solid var(--line);border-radius:.4rem;padding:.6rem .9rem;background:var(--wash);position:relative}
ol.network>li:not(:last-child)::after{content:"\2193";position:absolute;left:50%;bottom:-1.35rem;color:var(--soft)}
ol.network h3{margin:0 0 .2em}
.filters{display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center;margin:.6em 0 1em;padding:.6rem .8rem;border:1px solid var(--line);border-radius:.4rem}
.filters[hidden]{display:none}
.filters fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem .9rem}
.filters legend{float:left;margin-right:.8rem;font-weight:600}
.filters label{max-width:100%}
.filters fieldset label{white-space:nowrap}
.filters input[type=search]{font:inherit;padding:.25rem .5rem;border:1px solid var(--soft);border-radius:.3rem;background:var(--paper);color:var(--ink);width:12rem;max-width:100%}
.claim{border-top:1px solid var(--line);padding:.7rem 0 .8rem;content-visibility:auto;contain-intrinsic-size:auto 9rem}
h3+.claim{border-top:0}
.claim[hidden],section[hidden]{display:none}
.claim h4{margin:0;font-size:1rem;font-weight:600;display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline;overflow-wrap:anywhere}
.claim h4 a{text-decoration:none;color:inherit}
.claim h4 a:hover{text-decoration:underline}
.claim h4 .note{font-weight:400}
.claim .where{color:var(--soft);font-size:.9rem;margin:.1em 0}
.badge{font-size:.82rem;font-weight:600;border:1px solid currentColor;border-radius:1rem;padding:.02rem .6rem;white-space:nowrap}
.v-verified,.v-proved{color:var(--good)}.v-refuted,.v-error{color:var(--bad)}.v-undecided{color:var(--open)}.v-not_checkable{color:var(--none)}
.v-refuted{border-width:2px}
.v-undecided{border-style:dashed}
.v-not_checkable{border-style:dotted}
.formula{overflow-x:auto;overflow-y:hidden;padding:.25rem 0;line-height:2;max-width:100%}
math{font-family:"STIX Two Math","Cambria Math","Latin Modern Math",STIXGeneral,math,serif;font-size:1.06em}
math .value{color:var(--mark);font-weight:600;padding-top:.15em}
math .side{border-bottom:2px solid var(--mark);padding-bottom:.15em}
.twin{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:.6rem 1.5rem}
.twin>div{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .8rem;min-width:0}
.twin h5{margin:0;font-size:.85rem;color:var(--soft);font-weight:600}
.false{padding:.6rem 0}.false+.false{border-top:1px solid var(--line)}
.false h3{margin:.2em 0}.false h3 a{font-weight:400;font-size:.9rem}
.witness{border-left:3px solid var(--mark);padding-left:.8rem;margin:.5em 0}
details{margin:.3em 0}
summary{cursor:pointer;color:var(--link)}
.key{display:inline-block;width:1.6rem;height:0;border-top:2px solid var(--fill);vertical-align:middle;margin:0 .4rem}
footer{overflow-wrap:anywhere;margin-top:3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9rem}
@media (max-width:34rem){body{padding:1rem 1rem 3rem}h1{font-size:1.4rem}dl.facts>div{grid-template-columns:7.5rem minmax(0,1fr)}th,td{padding-right:.5rem}}
@media print{@page{size:A4;margin:16mm 14mm}
:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--wash:#fff;--link:#000;--good:#0a4a1e;--bad:#7d0015;--open:#5c3900;--none:#444;--fill:#1f3f6e;--fill2:#8a4500;--mark:#7d0015}
body{max-width:none;padding:0;font-size:9pt;line-height:1.35}
h2{margin:1.6em 0 .5em}h3{margin:1.1em 0 .3em}
.claim{padding:.35rem 0}.formula{line-height:1.5;padding:.1rem 0}
.contents,.filters,.skip{display:none}
h1{font-size:17pt}h2{font-size:13pt;break-after:avoid}h3,h4{break-after:avoid}
.claim{content-visibility:visible}
.claim,.false,figure,.witness,.verdict,tr,ol.network>li{break-inside:avoid}
.scroll{overflow:visible}.formula{overflow:hidden}.formula math{font-size:.78em}
.twin{grid-template-columns:minmax(0,1fr)}
.claim details{display:none}
.in-print{display:block}
.claim[data-verdict=verified] .formula,.claim[data-verdict=proved] .formula,.claim[data-verdict=not_checkable] .formula,.claim[data-verdict=verified] .where,.claim[data-verdict=proved] .where,.claim[data-verdict=not_checkable] .where,.claim[data-verdict=verified] .twin,.claim[data-verdict=not_checkable] .twin,.claim[data-verdict=not_checkable] .note{display:none}
.claim[data-verdict=verified],.claim[data-verdict=proved],.claim[data-verdict=not_checkable]{padding:.1rem 0}
#claims-list>section{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:0 6mm}
#claims-list>section>h3,.claim[data-verdict=refuted],.claim[data-verdict=error],.claim[data-verdict=undecided]{grid-column:1/-1}
.claim[data-verdict=verified] h4,.claim[data-verdict=proved] h4,.claim[data-verdict=not_checkable] h4{font-size:8pt;gap:0 .4rem}.badge{font-size:7pt;padding:0 .3rem}
dl.facts{grid-template-columns:1fr 1fr}
.pictures>figure.mask{flex:0 1 55mm;max-width:55mm}
.pictures>figure{flex:0 1 84mm;max-width:84mm}
a{text-decoration:none}}
)css";
}

// Shows the filter, which is of no use without it, and hides the claims that are not asked for.
std::string_view script() {
  return R"js(
(function () {
  'use strict';
  Array.prototype.forEach.call(document.querySelectorAll('form.filters'), function (form) {
    var list = document.getElementById(form.getAttribute('data-of'));
    var claims = Array.prototype.slice.call(list.querySelectorAll('[data-verdict]'));
    var count = form.querySelector('output');
    form.hidden = false;
    function apply() {
      var wanted = {}, words = form.querySelector('input[type=search]').value.toLowerCase(), shown = 0;
      Array.prototype.forEach.call(form.querySelectorAll('input[type=checkbox]'), function (box) { wanted[box.value] = box.checked; });
      claims.forEach(function (claim) {
        var on = wanted[claim.getAttribute('data-verdict')] === true && (words === '' || claim.textContent.toLowerCase().indexOf(words) >= 0);
        if (claim.hidden === on) { claim.hidden = !on; }
        if (on) { shown += 1; }
      });
      Array.prototype.forEach.call(list.querySelectorAll('section'), function (section) { section.hidden = section.querySelector('[data-verdict]:not([hidden])') === null; });
      count.textContent = shown + ' of ' + claims.length + ' claims shown';
    }
    form.addEventListener('input', apply);
    form.addEventListener('submit', function (event) { event.preventDefault(); });
  });
  function open_target() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var at = target; at; at = at.parentElement) { at.hidden = false; if (at.tagName === 'DETAILS') { at.open = true; } }
    if (target) { target.scrollIntoView(); }
  }
  window.addEventListener('hashchange', open_target);
  open_target();
}());
)js";
}

}  // namespace hardmax::report::html
