// Compiles every file of a folder with Tint, on the backend of Dawn that needs no GPU: `node check.js FOLDER`.
// Prints what Tint refuses, a line each, `FILE:LINE: MESSAGE`, and last how many files it read.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'webgpu';

const folder = process.argv[2];
const gpu = create(['backend=null']);
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice();

const files = readdirSync(folder).sort();
for (const file of files) {
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code: readFileSync(join(folder, file), 'utf8') });
    const { messages } = await module.getCompilationInfo();
    const error = await device.popErrorScope();
    const errors = messages.filter((message) => message.type === 'error');
    // What is wrong elsewhere than in the text.
    if (error && errors.length === 0) {
        errors.push({ lineNum: 0, message: error.message });
    }
    for (const { lineNum, message } of errors) {
        console.log(`${file}:${lineNum}: ${message.replaceAll('\n', ' ')}`);
    }
}
console.log(`${files.length} files`);
// Dawn keeps threads, which would keep the process.
process.exit(0);
