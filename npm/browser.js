// The engine in a browser, or in what a bundler makes for one: the module is fetched from beside this file.
import init from './engine/contact_forces.js';
import { own } from './index.js';

own(await init());
export { World, solve } from './index.js';
