// Bakes a file for the page, which stays fluent meanwhile. The page sends its compiled module, a recipe and a file's extension.
import start, { bake } from './wgpu-noise-studio.js';

onmessage = async ({ data: [module, recipe, extension] }) => {
    try {
        await start({ module_or_path: module });
        const file = bake(recipe, extension, postMessage);
        postMessage(file, [file.buffer]);
    } catch (error) {
        postMessage(`${error}`);
    }
};
