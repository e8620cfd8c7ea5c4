// Takes the pictures of docs/studio anew: `CHROMIUM=... node studio/tests/pictures.js FOLDER PROGRAM docs/studio`. FOLDER is what
// scripts/web made, and PROGRAM the command line, which prints the presets.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HOME, empty, launch } from '../../tests/browser/chromium.js';

const [folder, program, out] = process.argv.slice(2);
const WIDE = { width: 1280, height: 800 };
const PICTURES = [
    // Its colours, an output, are the second of a menu.
    { name: 'plane', preset: 'marble', viewport: WIDE, clicks: [[197, 15], [197, 65]] },
    { name: 'graph', preset: 'marble', viewport: WIDE, clicks: [[94, 48]], colorScheme: 'light' },
    { name: 'relief', preset: 'mountains', viewport: WIDE, key: '3' },
    { name: 'volume', preset: 'caves', viewport: WIDE, key: '4', clicks: [[93, 760]] },
    { name: 'narrow', preset: 'marble', viewport: { width: 390, height: 844 } },
];

const browser = await launch();
const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

// Waits until the page looks the same for a second.
async function rested(page) {
    let last = Buffer.alloc(0);
    for (;;) {
        const now = await page.screenshot({ timeout: 120000 });
        if (now.equals(last)) {
            return now;
        }
        last = now;
        await pause(1000);
    }
}

// Compresses a PNG as the README has it.
const webp = (page, png) => page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    const file = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    return [...new Uint8Array(await file.arrayBuffer())];
}, png.toString('base64'));

for (const { name, preset, viewport, key, clicks = [], colorScheme = 'dark' } of PICTURES) {
    const text = execFileSync(resolve(program), ['presets', preset], { encoding: 'utf8' });
    const { page } = await empty(browser, [folder], { viewport, colorScheme });
    await page.goto(`${HOME}/index.html#${preset}.toml&${encodeURIComponent(text)}`);
    await pause(3000);
    await rested(page);
    if (key) {
        await page.keyboard.press(key);
        await pause(1000);
    }
    for (const place of clicks) {
        await page.mouse.click(...place);
        await pause(500);
    }
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    await pause(1000);
    writeFileSync(join(out, `${name}.webp`), Buffer.from(await webp(page, await rested(page))));
    await page.close();
}
await browser.close();
