// Drives the studio's page in headless Chromium: `CHROMIUM=... node page.js FOLDER PROGRAM [SCREENSHOTS]`. FOLDER is what scripts/web
// made, and PROGRAM the command line, whose files the downloads are compared with. Any warning or error on the page's console fails it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import assert from 'node:assert/strict';
import { HOME, empty, launch } from '../../tests/browser/chromium.js';

const [folder, program, screenshots] = process.argv.slice(2);
const SIZE = { width: 1024, height: 640 };
// Noise whose pixels are known: black left of the middle, and white right of it. Its range must be measured, its textures have mips.
const HALVES = `size = [64, 64]
range = "measured"
mips = true
channels = ["halves"]
[nodes.halves]
kind = "step"
of = "x"
edge = 0.5
`;
// The types of file, in the order of the menu, without Zarr, which is a folder.
const TYPES = ['npy', 'png', 'apng', 'gif', 'webp', 'exr', 'tif', 'ktx2', 'dds', 'vdb', 'raw', 'r16', 'r32'];

const browser = await launch();

async function open(fragment, prepare = () => {}) {
    const opened = await empty(browser, [folder], { viewport: SIZE, acceptDownloads: true });
    await prepare(opened.page);
    const begun = Date.now();
    await opened.page.goto(`${HOME}/index.html${fragment}`);
    return { ...opened, begun };
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

// Red, green, blue and opacity of the texels of an image, as the browser decodes it, in a box of it or all of it. They come as text,
// because the protocol takes seconds for an array of a million numbers.
async function texels(page, image, box) {
    const text = await page.evaluate(async ([image, box]) => {
        const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(...box ?? [0, 0, bitmap.width, bitmap.height]);
        return btoa(data.reduce((text, part) => text + String.fromCharCode(part), ''));
    }, [image.toString('base64'), box]);
    return Buffer.from(text, 'base64');
}

const save = (page, name) => screenshots && page.screenshot({ path: join(screenshots, `${name}.png`) });

async function until(what, check, seconds = 60) {
    const begun = Date.now();
    while (Date.now() - begun < seconds * 1000) {
        const found = await check();
        if (found) {
            return found;
        }
        await new Promise((resume) => setTimeout(resume, 100));
    }
    await Promise.all(browser.contexts().map((context) => save(context.pages()[0], 'failed')));
    throw new Error(`not in ${seconds} seconds: ${what}`);
}

// Clicks a place, and waits until what follows from it is shown.
async function click(page, place) {
    await page.mouse.click(...place);
    await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) {
            await new Promise(requestAnimationFrame);
        }
    });
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

async function shows(fragment, prepare) {
    const { page, complaints, asked, begun } = await open(fragment, prepare);
    await until('a picture', () => {
        assert.deepEqual(complaints, []);
        return has(page, [[left, black], [right, white]]);
    });
    console.log(`page: the picture is there after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    return { page, complaints, asked };
}

// The chunks of a PNG but for its texels, as text.
function chunks(png) {
    const found = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        const [type, body] = [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at))];
        if (type !== 'IDAT') {
            found.push(`${type} ${body.toString('latin1')}`);
        }
    }
    return found;
}

// The recipe of the address. Its devices are kept, to be lost.
const fragment = `#halves.toml&${encodeURIComponent(HALVES)}`;
const { page, complaints, asked } = await shows(fragment, (page) => page.addInitScript(() => {
    globalThis.devices = [];
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...args) {
        const device = await request.apply(this, args);
        globalThis.devices.push(device);
        return device;
    };
}));
const picture = [[left, black], [right, white]];

// The box of the page that has the picture, [left, top, width, height]: its halves are black and white, the panels are neither.
async function boxOf(page) {
    const all = await texels(page, await page.screenshot());
    const at = ([x, y]) => 4 * (y * SIZE.width + x);
    const is = (place, level) => all.slice(at(place), at(place) + 3).every((part) => Math.abs(part - level) <= 2);
    const end = (place, step, level) => {
        let [x, y] = place;
        while (is([x, y], level)) {
            [x, y] = [x + step[0], y + step[1]];
        }
        return [x, y];
    };
    const [[first], [last]] = [end(left, [-1, 0], 0), end(right, [1, 0], 255)];
    const [[, top], [, bottom]] = [end(left, [0, -1], 0), end(left, [0, 1], 0)];
    return [first + 1, top + 1, last - first - 1, bottom - top - 1];
}
const box = await boxOf(page);

// A mistake in the third line of the text is marked there, the picture stays, and undo takes the mark away.
const marked = async () => {
    // Red left of the text, in which line.
    const lines = HALVES.trim().split('\n').map((_, line) => [661, 125 + 15 * line]);
    const found = await pixels(page, ...lines);
    return found.map(([red, green]) => red - green > 40);
};
await click(page, [900, 110]);
await page.keyboard.press('End');
await page.keyboard.type('x');
const third = HALVES.trim().split('\n').map((_, line) => line === 2);
await until('a mark in the third line', async () => `${await marked()}` === `${third}`);
await save(page, 'mistake');
assert.ok(await has(page, picture), 'the last good picture stays');
await page.keyboard.press('Control+Z');
await until('no mark', async () => !(await marked()).includes(true));

// Each type of file has the bytes that the command line writes.
const wanted = mkdtempSync(join(tmpdir(), 'studio-'));
writeFileSync(join(wanted, 'halves.toml'), HALVES);
const [takeAway, menu, bake] = [[755, 48], [702, 98], [675, 144]];
await click(page, takeAway);
let before = Buffer.alloc(0);
for (const [i, type] of TYPES.entries()) {
    await click(page, menu);
    await click(page, [702, 126 + 23 * i]);
    const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 30000 }),
        page.mouse.click(...bake),
    ]);
    const name = `halves.${type}`;
    assert.equal(download.suggestedFilename(), name);
    execFileSync(resolve(program), ['bake', './halves.toml', '--backend', 'cpu', '--quiet', '-o', name], { cwd: wanted });
    const [found, right] = [readFileSync(await download.path()), readFileSync(join(wanted, name))];
    if (['png', 'apng'].includes(type)) {
        // The page compresses the same image in less time.
        assert.deepEqual(chunks(found), chunks(right), name);
        const both = [await texels(page, found), await texels(page, right)];
        assert.deepEqual(both[0], both[1], name);
        assert.ok(both[0].includes(0) && both[0].includes(255), 'the control: it is no plain picture');
    } else {
        assert.ok(found.equals(right), `${name} has other bytes`);
        assert.ok(!found.equals(before), 'the control: it is another type');
    }
    before = found;
}
rmSync(wanted, { recursive: true });
console.log(`page: ${TYPES.length} types of file have the bytes of the command line`);

// What else one takes away: the recipe, a shader in SPIR-V, and an address of this page that carries the recipe.
async function downloaded(page, place) {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 30000 }), page.mouse.click(...place)]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
}
const [saveRecipe, copyLink, spirv, saveShader] = [[674, 252], [817, 252], [856, 301], [700, 344]];
assert.deepEqual(await downloaded(page, saveRecipe), ['halves.toml', Buffer.from(HALVES)]);
await click(page, spirv);
const [shader, words] = await downloaded(page, saveShader);
assert.equal(shader, 'halves.spv');
assert.equal(words.readUInt32LE(0), 0x07230203, 'the magic number of SPIR-V');
assert.ok(words.includes('halves'), 'the control: it has the name of the function');
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: HOME });
await click(page, copyLink);
const link = await until('a link', () => page.evaluate(() => navigator.clipboard.readText()));
assert.equal(link, `${HOME}/index.html#halves.toml&${encodeURIComponent(HALVES)}`);

// The same on WebGPU, and another edge by a drag of its number: what was white there is black.
const [gpu, number, between] = [[28, 623], [230, 268], [540, 300]];
await click(page, gpu);
await until('WebGPU', async () => !(await has(page, [[[gpu[0] - 14, gpu[1]], [248, 248, 248]]])));
assert.ok(await has(page, [[between, white]]), 'the control');
await page.mouse.move(...number);
await page.mouse.down();
await page.mouse.move(number[0] + 30, number[1], { steps: 3 });
await page.mouse.move(number[0] + 60, number[1], { steps: 3 });
await page.mouse.up();
const dragged = [[middle, black], [between, black], [[638, 300], white]];
await until('a dragged edge', () => has(page, dragged));
await save(page, 'page');
assert.deepEqual(complaints, []);

// A lost device is made anew, with the recipe as it was.
assert.equal(await page.evaluate(() => globalThis.devices.length), 1);
await page.evaluate(() => globalThis.devices[0].destroy());
await until('another device', () => page.evaluate(() => globalThis.devices.length === 2));
await until('the picture on it', () => has(page, dragged));
await save(page, 'lost');
assert.ok(asked.every((url) => url.startsWith(HOME)), 'it asks nobody else');
assert.deepEqual(complaints, []);
assert.equal(await page.locator('#loading').count(), 0);
await page.close();

// A link that is followed in the page itself, which is not loaded anew for it, opens its recipe.
const { page: followed, complaints: complaintsThere } = await shows(fragment);
const dark = HALVES.replace('edge = 0.5', 'edge = 2');
await followed.evaluate((hash) => { location.hash = hash; }, `#dark.toml&${encodeURIComponent(dark)}`);
await until('the recipe of the link', () => has(followed, [[left, black], [right, black]]));
assert.deepEqual(complaintsThere, []);
await followed.close();

// A preset has the pixels of the program's file: its box as wide as the picture, and above and below the same again.
const MARBLE = execFileSync(resolve(program), ['presets', 'marble'], { encoding: 'utf8' });
const marble = (await open(`#marble.toml&${encodeURIComponent(MARBLE)}`)).page;
const [, , width, height] = box;
assert.ok(height > width, 'the box is as wide as the picture');
const baked = async (...flags) => {
    const wanted = mkdtempSync(join(tmpdir(), 'studio-'));
    const args = ['bake', 'marble', '--backend', 'cpu', '--quiet', '--size', `${width}x${width}`, ...flags, '-o', 'marble.png'];
    execFileSync(resolve(program), args, { cwd: wanted });
    const found = await texels(marble, readFileSync(join(wanted, 'marble.png')));
    rmSync(wanted, { recursive: true });
    return found;
};
// The rows of the box of which the uppermost of the picture is one.
const skipped = Math.round(((((width - height) / 2 / width) % 1) + 1) % 1 * width);
// The greatest difference of the picture and a file.
const apart = async (file) => {
    const found = await texels(marble, await marble.screenshot(), box);
    return found.reduce((most, part, i) => {
        const [x, y] = [Math.floor(i / 4) % width, Math.floor(i / 4 / width)];
        const other = file[4 * (((skipped + y) % width) * width + x) + i % 4];
        return Math.max(most, Math.abs(part - other));
    }, 0);
};
const [same, other] = [await baked(), await baked('--seed', '4')];
for (const backend of ['the CPU', 'WebGPU']) {
    if (backend === 'WebGPU') {
        await click(marble, gpu);
        await until('WebGPU', async () => !(await has(marble, [[[gpu[0] - 14, gpu[1]], [248, 248, 248]]])));
    }
    await until(`marble as the program has it, on ${backend}`, async () => await apart(same) <= 2);
    assert.ok(await apart(other) > 20, 'the control: another seed is another picture');
    console.log(`page: every pixel of marble on ${backend} is that of the program's file`);
}
await save(marble, 'marble');
await marble.close();

// What has a step on the whole grid, which is larger than what the worker computes at once.
const BLURRED = 'size = [1024, 512]\nrange = [-1, 1]\nblur = 0.01\nchannels = ["n"]\nnodes.n = "perlin(8)"\n';
const blurred = (await open(`#blurred.toml&${encodeURIComponent(BLURRED)}`)).page;
await until('a picture', async () => {
    const [one, two] = await pixels(blurred, left, right);
    return !near(one, two);
});
await click(blurred, takeAway);
const [, file] = await downloaded(blurred, bake);
const bakedBlurred = mkdtempSync(join(tmpdir(), 'studio-'));
for (const [name, text] of [['blurred', BLURRED], ['sharp', BLURRED.replace('0.01', '0')]]) {
    writeFileSync(join(bakedBlurred, `${name}.toml`), text);
    execFileSync(resolve(program), ['bake', `./${name}.toml`, '--backend', 'cpu', '--quiet', '-o', `${name}.png`], { cwd: bakedBlurred });
}
const [soft, wantedSoft, sharp] = await Promise.all([
    texels(blurred, file),
    ...['blurred', 'sharp'].map((name) => texels(blurred, readFileSync(join(bakedBlurred, `${name}.png`)))),
]);
rmSync(bakedBlurred, { recursive: true });
assert.deepEqual(soft, wantedSoft);
assert.notDeepEqual(soft, sharp, 'the control');
await blurred.close();

// Without WebGPU there is a sentence.
const without = await open('', (page) => page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
}));
await without.page.getByText('this browser has none').waitFor({ timeout: 10000 });
assert.ok(await without.page.locator('img').evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
assert.ok(!without.asked.some((url) => url.endsWith('.wasm')));

// A page that lacks a file says so.
const lacking = (await open('', (page) => page.route('**/*.wasm', (route) => route.abort()))).page;
await lacking.getByText('The studio did not load').waitFor({ timeout: 30000 });
assert.equal(await lacking.locator('#loading').count(), 0);

await browser.close();
console.log('page: passed');
