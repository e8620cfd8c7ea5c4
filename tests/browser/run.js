// Runs the suite in headless Chromium, on WebGPU over SwiftShader, which needs no GPU: `CHROMIUM=... node run.js FOLDER EVERY`.
// FOLDER holds what `glue` made; one case in EVERY is run. It fails on any message of the page that is a warning or an error.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const [folder, every] = process.argv.slice(2);
const PATIENCE = 30 * 60 * 1000;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
        '--enable-unsafe-webgpu',
        '--enable-features=Vulkan,WebGPU',
        '--use-vulkan=swiftshader',
        '--use-webgpu-adapter=swiftshader',
    ],
});
console.log(`Chromium ${browser.version()}`);
const page = await browser.newPage();

// No server: what the page asks for is read from the disk. It must be of localhost, since WebGPU is for secure pages only.
const home = 'http://localhost';
await page.route(`${home}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const path = name === 'page.html' ? join(here, name) : join(folder, name);
    return route.fulfill({ path });
});

const complaints = [];
const begun = Date.now();
page.on('console', (message) => {
    const seconds = ((Date.now() - begun) / 1000).toFixed(1).padStart(6);
    const line = `${seconds} s  ${message.text()}`;
    if (['warning', 'error'].includes(message.type())) {
        complaints.push(message.text());
        console.error(line);
    } else {
        console.log(line);
    }
});
page.on('pageerror', (error) => complaints.push(`${error}`));
page.on('crash', () => complaints.push('the page crashed'));

await page.goto(`${home}/page.html?every=${every}`);
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
