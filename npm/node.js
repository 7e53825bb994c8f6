// The engine in Node, which fetches no files: the module is read from beside this one.
import { readFile } from 'node:fs/promises';
import init from './engine/contact_forces.js';
import { own } from './index.js';

const module_or_path = await readFile(new URL('./engine/contact_forces_bg.wasm', import.meta.url));
own(await init({ module_or_path }));
export { World, solve } from './index.js';
