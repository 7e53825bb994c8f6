// Makes a page of a program that imports the engine's package, by one of three bundlers, as its users do.
// Arguments: the bundler's module, the folder with index.html and app.js, the folder to write.
import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [module, source, target] = process.argv.slice(2);
const program = join(source, 'app.js');

const WAYS = {
  async esbuild({ build }) {
    await build({ entryPoints: [program], bundle: true, format: 'esm', outdir: target, logLevel: 'warning' });
    // as the package's README has it
    const wasm = createRequire(program)
      .resolve('contact-forces')
      .replace(/[^/]+$/, 'engine/contact_forces_bg.wasm');
    await copyFile(wasm, join(target, 'contact_forces_bg.wasm'));
    await copyFile(join(source, 'index.html'), join(target, 'index.html'));
  },
  async vite({ build }) {
    await build({ root: source, base: './', build: { outDir: target, emptyOutDir: true }, logLevel: 'warn' });
  },
  async webpack({ default: webpack }) {
    const options = {
      mode: 'production',
      performance: { hints: false }, // of how large it is
      entry: program,
      output: { path: target, filename: 'app.js', module: true, publicPath: 'auto' },
      experiments: { outputModule: true },
    };
    const stats = await new Promise((done, fail) =>
      webpack(options, (error, made) => (error ? fail(error) : done(made))),
    );
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
    await copyFile(join(source, 'index.html'), join(target, 'index.html'));
  },
};

const [name] = Object.keys(WAYS).filter((way) => module.includes(`/node_modules/${way}/`));
await WAYS[name](await import(pathToFileURL(module)));
