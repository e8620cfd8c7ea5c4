// Starts the studio where there is WebGPU, and says on the page what keeps it from starting.

const INSECURE = 'Browsers have WebGPU only for pages with https in their address, and for those of localhost.';
const NO_WEBGPU = 'But this browser has none. Chrome and Edge have it since version 113, Safari since 26, Firefox on Windows since 141.';
const NO_ADAPTER = 'This browser has it, and finds no GPU for it: the GPU or its driver may be too old, or the browser keeps from using it, '
    + 'as its page chrome://gpu or about:support says.';

const element = (id) => document.getElementById(id);

// Returns why there is no WebGPU; nothing if there is.
async function missing() {
    if (!isSecureContext) {
        return INSECURE;
    }
    if (!navigator.gpu) {
        return NO_WEBGPU;
    }
    const adapter = await navigator.gpu.requestAdapter().catch(() => null);
    return adapter ? undefined : NO_ADAPTER;
}

try {
    const why = await missing();
    if (why) {
        element('studio').remove();
        element('loading').remove();
        element('why').textContent = why;
        element('without').hidden = false;
    } else {
        const { default: start } = await import('./wgpu-noise-studio.js');
        await start({ module_or_path: 'wgpu-noise-studio_bg.wasm' });
    }
} catch (error) {
    console.error(error);
    element('loading').remove();
    element('failed').textContent = `The studio did not load, or did not start: ${error.message ?? error}`;
    element('failed').hidden = false;
}
