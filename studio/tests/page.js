// Drives the studio's page in headless Chromium, on WebGPU over SwiftShader: `CHROMIUM=... node page.js FOLDER`. FOLDER is what
// scripts/web made. Any warning or error on the page's console fails it.

import { createRequire } from 'node:module';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';

const require = createRequire(new URL('../../tests/browser/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [folder, screenshots] = process.argv.slice(2);
const HOME = 'http://localhost';
const SIZE = { width: 1024, height: 640 };
// Noise whose pixels are known: black left of the middle, and white right of it.
const HALVES = `size = [64, 64]
range = [0.0, 1.0]
channels = ["halves"]
[nodes.halves]
kind = "step"
of = "x"
edge = 0.5
`;

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
        '--enable-unsafe-webgpu',
        '--enable-features=Vulkan,WebGPU',
        '--use-vulkan=swiftshader',
        '--use-webgpu-adapter=swiftshader',
        // What composes the page must be able to show what WebGPU has drawn.
        '--use-angle=swiftshader',
    ],
});

async function open(fragment, prepare = () => {}) {
    const page = await browser.newPage({ viewport: SIZE, acceptDownloads: true });
    const complaints = [];
    page.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) {
            complaints.push(message.text());
        }
    });
    page.on('pageerror', (error) => complaints.push(`${error}`));
    const asked = [];
    // No server: what the page asks for is read from the disk. It may ask nobody else.
    await page.route('**/*', (route) => {
        const url = new URL(route.request().url());
        asked.push(url.href);
        const path = join(folder, url.pathname.slice(1) || 'index.html');
        return url.origin === HOME && existsSync(path) ? route.fulfill({ path }) : route.abort();
    });
    await prepare(page);
    const begun = Date.now();
    await page.goto(`${HOME}/index.html${fragment}`);
    return { page, complaints, asked, begun };
}

// Red, green and blue at some places of the page.
async function pixels(page, ...places) {
    const shot = (await page.screenshot()).toString('base64');
    return page.evaluate(async ([shot, places]) => {
        const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        return places.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
    }, [shot, places]);
}

async function until(what, check, seconds = 60) {
    const begun = Date.now();
    while (Date.now() - begun < seconds * 1000) {
        const found = await check();
        if (found) {
            return found;
        }
        await new Promise((resume) => setTimeout(resume, 100));
    }
    if (screenshots) {
        await Promise.all(browser.contexts().flatMap((context) => context.pages()).map((page) => page.screenshot({ path: join(screenshots, 'failed.png') })));
    }
    throw new Error(`not in ${seconds} seconds: ${what}`);
}

const near = (a, b) => a.every((part, i) => Math.abs(part - b[i]) <= 2);
// Whether places have these colours.
const has = async (page, wanted) => {
    const found = await pixels(page, ...wanted.map(([place]) => place));
    return wanted.every(([, colour], i) => near(found[i], colour));
};
const black = [0, 0, 0];
const white = [255, 255, 255];
// Places in the picture, which lies between the two panels.
const [left, middle, right] = [[370, 300], [492, 300], [610, 300]];

async function shows(studio, fragment) {
    const { page, complaints, asked, begun } = await open(fragment);
    await until('a picture', () => {
        assert.deepEqual(complaints, []);
        return has(page, [[left, black], [right, white]]);
    });
    console.log(`page: the picture is there after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    return { page, complaints, asked };
}

// The recipe of the address, on the GPU.
const fragment = `#halves.toml&${encodeURIComponent(HALVES)}`;
const { page, complaints, asked } = await shows('the recipe of the address', fragment);

// The same on WebGPU, and another edge by a drag of its number: what was white there is black.
const [gpu, number, between] = [[28, 623], [230, 187], [540, 300]];
await page.mouse.click(...gpu);
await until('WebGPU', async () => !(await has(page, [[[gpu[0] - 14, gpu[1]], [248, 248, 248]]])));
assert.ok(await has(page, [[between, white]]), 'the control');
await page.mouse.move(...number);
await page.mouse.down();
await page.mouse.move(number[0] + 30, number[1], { steps: 3 });
await page.mouse.move(number[0] + 60, number[1], { steps: 3 });
await page.mouse.up();
await until('a dragged edge', () => has(page, [[middle, black], [between, black], [[638, 300], white]]));
if (screenshots) {
    await page.screenshot({ path: join(screenshots, 'page.png') });
}

// Its file, with the bytes of a PNG.
await page.mouse.click(755, 48);
const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60000 }),
    (async () => {
        await page.waitForTimeout(1000);
        if (screenshots) {
            await page.screenshot({ path: join(screenshots, 'take.png') });
        }
        await page.mouse.click(672, 144);
    })(),
]);
assert.equal(download.suggestedFilename(), 'halves.png');
const file = readFileSync(await download.path());
assert.equal(file.subarray(1, 4).toString(), 'PNG');
if (screenshots) {
    writeFileSync(join(screenshots, 'halves.png'), file);
}
assert.ok(asked.every((url) => url.startsWith(HOME)), 'it asks nobody else');
assert.deepEqual(complaints, []);
await page.close();

// Without WebGPU there is a sentence.
const without = await open('', (page) => page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
}));
await without.page.getByText('this browser has none').waitFor({ timeout: 10000 });
assert.ok(await without.page.locator('img').evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
assert.ok(!without.asked.some((url) => url.endsWith('.wasm')));

await browser.close();
console.log('page: passed');
