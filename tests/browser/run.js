// Runs the suite in headless Chromium: `CHROMIUM=... node run.js FOLDER EVERY`. FOLDER holds what `glue` made; one case in EVERY is
// run. It fails on any message of the page that is a warning or an error.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOME, empty, launch } from './chromium.js';

const here = dirname(fileURLToPath(import.meta.url));
const [folder, every] = process.argv.slice(2);
const PATIENCE = 30 * 60 * 1000;
const browser = await launch();
console.log(`Chromium ${browser.version()}`);
const { page, complaints } = await empty(browser, [here, folder]);

const begun = Date.now();
page.on('console', (message) => {
    const seconds = ((Date.now() - begun) / 1000).toFixed(1).padStart(6);
    const say = ['warning', 'error'].includes(message.type()) ? console.error : console.log;
    say(`${seconds} s  ${message.text()}`);
});

await page.goto(`${HOME}/page.html?every=${every}`);
const ended = async () => {
    while (Date.now() - begun < PATIENCE) {
        const passed = await page.evaluate(() => globalThis.passed);
        if (passed !== undefined || complaints.length > 1) {
            return passed;
        }
        await new Promise((resume) => setTimeout(resume, 200));
    }
    complaints.push('it takes too long');
};
const passed = await ended();
await browser.close();

const control = complaints.shift();
for (const complaint of complaints) {
    console.error(`the page complained: ${complaint}`);
}
if (control !== 'listening?') {
    console.error('the page was not listened to');
}
process.exit(passed === true && control === 'listening?' && complaints.length === 0 ? 0 : 1);
