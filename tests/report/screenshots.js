// The pictures in docs/reports.md: node screenshots.js VERIFY SCRATCH DOCS.
'use strict';
const fs = require('fs'), path = require('path'), { execFileSync } = require('child_process');
const puppeteer = require('puppeteer-core');

const [verify, scratch, docs] = process.argv.slice(2);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => fs.existsSync(file));

(async () => {
  fs.mkdirSync(scratch, { recursive: true });
  const say = (words) => execFileSync(verify, words.split(' '), { cwd: scratch });
  say('--n 4 --d 1 --delta 1/2 --pattern strided --certificate run.cert');
  say('report run.cert -o run.html');
  const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
  const page = await browser.newPage();
  await page.setViewport({ width: 960, height: 860 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.goto('file://' + path.join(scratch, 'run.html'));
  await page.screenshot({ path: path.join(docs, 'report.png') });
  const claim = await page.$('article.claim[data-id="yun2020b.E.2.4.eq10"]');
  await page.evaluate((e) => { e.querySelector('details').open = true; e.style.contentVisibility = 'visible'; }, claim);
  await claim.screenshot({ path: path.join(docs, 'report-claim.png') });
  await browser.close();
})();
