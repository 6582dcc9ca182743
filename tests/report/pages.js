// Reports as a browser shows them: node pages.js VERIFY SCRATCH. Exit 0 passed, 1 failed, 77 skipped (a line says what is missing).
//
// Of every kind of report, at 375 and 1280 pixels, light and dark: no message on the console, no request, no horizontal scroll, no serious or critical violation that
// axe-core finds, the filter filters, anchors lead to what they name; in print the filter is gone. How long a page of 10,000 claims and one of 100,000 points take to open is printed.
'use strict';
const fs = require('fs'), path = require('path'), { spawnSync } = require('child_process');

const skip = (what) => { console.log('skipped: ' + what); process.exit(77); };
const [verify, scratch] = process.argv.slice(2);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => fs.existsSync(file));
if (!chromium) skip('no chromium (scripts/install-packages.sh --browser)');
let puppeteer, axe;
try {
  puppeteer = require('puppeteer-core');
  axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
} catch (error) {
  skip('puppeteer-core or axe-core is not installed (scripts/install-packages.sh --browser)');
}

let failures = 0, checks = 0;
function check(holds, what) {
  checks += 1;
  if (!holds) { failures += 1; console.log('FAILED ' + what); }
}
function run(words, allowed) {
  const done = spawnSync(verify, words, { cwd: scratch, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!(allowed || [0]).includes(done.status)) throw new Error('verify ' + words.join(' ') + ': ' + done.status + '\n' + done.stderr);
  return done;
}

// Certificates and reports, by name; the codes that making the certificate may end with.
const made = [
  ['verified', '--n 4 --d 1 --delta 1/2 --pattern strided', [0]],
  ['refuted', '--n 4 --d 1 --delta 1/2 --pattern strided --with c=1', [1]],
  ['undecided', '--n 4 --d 1 --delta 1/8 --pattern strided --only yun2020b.E.3 --budget 1', [0, 2]],
  ['no_network', '--n 4 --d 1 --delta 1/2 --pattern fixed --window 2 --only yun2020b.A1', [0, 1]],
  ['symbolic', '--n 2048 --d 2 --delta 1/4 --pattern strided --only yun2020b.D.3.Lemma7', [0]],
  ['sweep', '--construction yun2020a --n 3 --delta 1/4 --extended', [0]],
  ['assumption', 'pattern bigbird --n 64 --window 2', [0]],
  ['for_all_D', 'claims yun2020b.E.2.4 --for-all D --box n=3,q=2,d=1 --patterns dense', [0, 2]],
  ['general', 'claims yun2020b --for-all all', [0, 2]],
  ['box', 'claims yun2020b.E.2.4 --box n=2..3,q=..4,d=1 --patterns dense,strided:2', [0, 2]],
];

function make_certificates() {
  const reports = [];
  for (const [name, words, codes] of made) {
    run(words.split(' ').concat(['--certificate', name + '.cert']), codes);
    run(['report', name + '.cert', '-o', name + '.html'], [0, 3]);
    reports.push(name);
  }
  run(['report', 'verified.cert', 'symbolic.cert', '-o', 'two.html']);
  run(['report', '--corpus', '--box', 'n=2..3,q=..3,d=1', '--patterns', 'dense,star', '-o', 'corpus.html'], [0, 1, 2]);
  return reports.concat(['two', 'corpus']);
}

// Ten thousand claims, some false; their text tries to be markup.
function make_many_claims() {
  let toml = '';
  for (let i = 0; i < 10000; ++i) {
    const id = 'big.S' + Math.floor(i / 100) + '.c' + String(i).padStart(5, '0');
    toml += '[[claim]]\nid = "' + id + '"\nsource = "<script>alert(' + i + ')</script>"\nkind = "printed"\nwords = "<img src=x onerror=alert(1)> \\" claim"\ndomain = "n >= 2"\n' +
      (i % 50 === 7 ? 'truth = "false"\ncounterexample = "n=2 d=1 D=2 pattern=dense"\nformal = "n + ' + i + ' < 4"\n\n' : 'truth = "true"\nformal = "forall k in 1..n: k + ' + i + ' >= 1 and n^2 > n"\n\n');
  }
  fs.mkdirSync(path.join(scratch, 'many/big'), { recursive: true });
  fs.writeFileSync(path.join(scratch, 'many/big/all.toml'), toml);
  run(['claims', 'many', '--box', 'n=2,q=2,d=1', '--patterns', 'dense', '--certificate', 'many.cert'], [0, 1, 2]);
  run(['report', 'many.cert', '--claims', 'many', '-o', 'many.html']);
}

async function opened(browser, name, width, scheme) {
  const page = await browser.newPage(), said = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => { if (!request.url().startsWith('file://' + scratch)) said.push('request ' + request.url()); });
  await page.setViewport({ width, height: width < 500 ? 812 : 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const start = Date.now();
  await page.goto('file://' + path.join(scratch, name + '.html'), { waitUntil: 'load' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { page, said, milliseconds: Date.now() - start };
}

// One load a page: width and scheme change while it is open, as they do when a window is dragged.
async function look(browser, name) {
  const { page, said } = await opened(browser, name, 375, 'light');
  const shown_at = async (width, scheme) => {
    await page.setViewport({ width, height: width < 500 ? 812 : 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return name + ' at ' + width + ' ' + scheme;
  };
  for (const [width, scheme] of [[375, 'light'], [1280, 'dark'], [1280, 'light'], [375, 'dark']]) {
    const at = await shown_at(width, scheme);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(wide <= 0, at + ': ' + wide + ' pixels beyond the edge');
  }
  // axe-core looks at every kind of element in every kind of claim. Its time grows with the square of the page: of claims with the same verdict and the same elements and classes, the first two
  // stay. Formulas are left out: thousands of elements that hold no control and have the colour of the text around them.
  const [all, kept] = await page.evaluate(() => {
    const met = new Map(), claims = Array.from(document.querySelectorAll('article.claim'));
    for (const claim of claims) {
      const shape = claim.dataset.verdict + Array.from(new Set(Array.from(claim.querySelectorAll('*')).filter((e) => !e.closest('math')).map((e) => e.tagName + '.' + e.getAttribute('class')))).sort();
      met.set(shape, (met.get(shape) || 0) + 1);
      if (met.get(shape) > 2) claim.remove();
    }
    return [claims.length, document.querySelectorAll('article.claim').length];
  });
  check(all === 0 || kept > 0, name + ': claims are left to look at');
  await page.evaluate(axe);
  for (const [width, scheme, rules] of [[375, 'light', {}], [1280, 'dark', { runOnly: ['color-contrast'] }]]) {
    const at = await shown_at(width, scheme);
    const found = await page.evaluate((run) => axe.run({ exclude: [['math']] }, Object.assign({ resultTypes: ['violations'] }, run)), rules);
    for (const v of found.violations) check(!['serious', 'critical'].includes(v.impact), at + ': ' + v.impact + ' ' + v.id + ', ' + v.nodes.length + ' times, first ' + v.nodes[0].html.slice(0, 160));
    check(found.passes.length > 0, at + ': axe-core ran');
  }
  check(said.length === 0, name + ': the console says ' + said.slice(0, 3).join('; '));
  await page.close();
}

async function use(browser) {
  const { page, said } = await opened(browser, 'verified', 1280, 'light');
  const shown = () => page.evaluate(() => Array.from(document.querySelectorAll('article.claim')).filter((e) => e.offsetParent !== null).map((e) => e.dataset.verdict));
  const all = await shown();
  const refuted = all.filter((verdict) => verdict === 'refuted').length;
  check(refuted > 5 && all.length > 150, 'verified: claims of every verdict are shown');
  await page.click('form.filters input[value=verified]');
  await page.click('form.filters input[value=not_checkable]');
  check((await shown()).length === refuted, 'filter: only refuted claims are left');
  await page.type('form.filters input[type=search]', 'eq10');
  const found = await shown();
  check(found.length > 0 && found.length < refuted, 'filter: words narrow it further');
  // An anchor opens what it leads to, filtered or not.
  await page.evaluate(() => { location.hash = '#c-yun2020b.A1.1'; });
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  check(await page.evaluate(() => document.getElementById('c-yun2020b.A1.1').offsetParent !== null), 'anchor: the claim it names is shown');
  const dead = await page.evaluate(() => Array.from(document.querySelectorAll('a[href^="#"]')).filter((a) => document.getElementById(a.getAttribute('href').slice(1)) === null).length);
  check(dead === 0, 'anchors: ' + dead + ' lead nowhere');
  const twice = await page.evaluate(() => { const ids = Array.from(document.querySelectorAll('[id]')).map((e) => e.id); return ids.length - new Set(ids).size; });
  check(twice === 0, 'anchors: ' + twice + ' stand twice');
  const pages = (Buffer.from(await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type ?\/Page\b/g) || []).length;
  check(pages > 5 && pages <= 30, 'print: ' + pages + ' pages for ' + all.length + ' claims');
  await page.emulateMediaType('print');
  check(await page.evaluate(() => getComputedStyle(document.querySelector('form.filters')).display) === 'none', 'print: no filter');
  await page.keyboard.press('Tab');
  check(said.length === 0, 'use: the console says ' + said.slice(0, 3).join('; '));
  await page.close();
  const plain = await browser.newPage();
  await plain.setJavaScriptEnabled(false);
  await plain.goto('file://' + path.join(scratch, 'verified.html'));
  const box = await plain.$('form.filters');
  check((await box.boundingBox()) === null, 'without scripts: the filter is not there');
  const claim = await plain.$('article.claim');
  check((await claim.boundingBox()) !== null, 'without scripts: the claims are');
  await plain.close();
}

// Every command on the page gives what the page says.
function replay() {
  const html = fs.readFileSync(path.join(scratch, 'refuted.html'), 'utf8');
  const text = (s) => s.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
  const claims = html.split('<article class="claim"').slice(1).map((part) => ({ verdict: part.match(/data-verdict="([^"]*)"/)[1], id: part.match(/data-id="([^"]*)"/)[1], command: text(part.match(/<pre class="replay">([^<]*)</)[1]) }));
  for (const claim of claims.filter((c) => c.verdict === 'refuted').slice(0, 4).concat(claims.filter((c) => c.verdict === 'verified').slice(0, 2))) {
    const done = spawnSync('sh', ['-c', claim.command.replace(/(^|; )verify /g, '$1"$VERIFY" ')], { cwd: scratch, encoding: 'utf8', env: Object.assign({}, process.env, { VERIFY: verify }) });
    const made = fs.readFileSync(path.join(scratch, 'replay.cert'), 'utf8');
    check(done.status === 0 && made.includes('"id":"' + claim.id + '"') && new RegExp('"id":"' + claim.id.replace(/[.]/g, '\\.') + '","sha256":"[0-9a-f]*","verdict":"' + claim.verdict + '"').test(made), 'replay of ' + claim.id);
  }
}

async function fast(browser) {
  make_many_claims();
  run('--n 4 --d 1 --delta 1/13 --pattern dense --only yun2020b.D.3 --certificate points.cert'.split(' '));
  run(['report', 'points.cert', '-o', 'points.html']);
  for (const name of ['many', 'points']) {
    const { page, said, milliseconds } = await opened(browser, name, 1280, 'light');
    // A browser's work is counted: how long it takes is the machine's affair, and is printed.
    const { LayoutCount, RecalcStyleCount, Nodes } = await page.metrics();
    console.log(name + ': ' + fs.statSync(path.join(scratch, name + '.html')).size + ' bytes, opened in ' + milliseconds + ' ms, ' + LayoutCount + ' layouts, ' + RecalcStyleCount + ' styles, ' + Nodes + ' nodes');
    check(LayoutCount < 50, name + ': laid out ' + LayoutCount + ' times');
    check(said.length === 0, name + ': the console says ' + said.slice(0, 3).join('; '));
    if (name === 'many') check(await page.evaluate(() => document.querySelectorAll('article.claim').length) === 10000, 'many: ten thousand claims');
    if (name === 'many') check(await page.evaluate(() => document.querySelectorAll('img, article script').length) === 0, 'many: nothing of a claim is markup');
    await page.close();
  }
}

(async () => {
  fs.mkdirSync(scratch, { recursive: true });
  let began = Date.now();
  const took = (what) => { console.log(what + ': ' + Math.round((Date.now() - began) / 1000) + ' s'); began = Date.now(); };
  const reports = make_certificates();
  took('certificates');
  const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: process.getuid && process.getuid() === 0 ? ['--no-sandbox'] : [] });
  try {
    for (const name of reports) await look(browser, name);
    took('pages');
    await use(browser);
    replay();
    took('used');
    await fast(browser);
    took('large pages');
  } finally {
    await browser.close();
  }
  console.log(checks + ' checks, ' + failures + ' failed');
  process.exit(failures === 0 ? 0 : 1);
})().catch((error) => { console.log(String(error.stack || error)); process.exit(1); });
