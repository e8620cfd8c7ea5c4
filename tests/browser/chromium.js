// What the tests of pages share: Chromium, headless, with WebGPU over SwiftShader, which needs no GPU, and pages from the disk.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

// WebGPU is for secure pages only, of which localhost is one.
export const HOME = 'http://localhost';

export const launch = () => chromium.launch({
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

// An empty page, the warnings and errors on its console, and the addresses that it asks for. No server: these are read from the
// first of some folders that has them, and nobody else answers.
export async function empty(browser, folders, options) {
    const page = await browser.newPage(options);
    const [complaints, asked] = [[], []];
    page.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) {
            complaints.push(message.text());
        }
    });
    page.on('pageerror', (error) => complaints.push(`${error}`));
    page.on('crash', () => complaints.push('the page crashed'));
    await page.route('**/*', (route) => {
        const url = new URL(route.request().url());
        asked.push(url.href);
        const name = url.pathname.slice(1) || 'index.html';
        const path = folders.map((folder) => join(folder, name)).find(existsSync);
        return url.origin === HOME && path ? route.fulfill({ path }) : route.abort();
    });
    return { page, complaints, asked };
}
