// Beside the page: the module of the spatial mode once more, with a copy of the scene on the stage.
let module = null,
  copy = null;

onmessage = async ({ data: { id, glue, file, scene, verb, args } }) => {
  try {
    module ??= import(glue).then(async (wasm) => {
      await wasm.default({ module_or_path: file });
      return wasm;
    });
    const wasm = await module;
    if (scene) {
      copy?.free();
      copy = new wasm.SceneCopy(scene.fields, scene.states, scene.file);
    }
    postMessage({ id, answer: verb in copy ? copy[verb](...args) : wasm[verb](...args) });
  } catch (error) {
    const panic = error instanceof WebAssembly.RuntimeError ? (await module).last_panic() : '';
    postMessage({ id, fault: `${error.message ?? error}`, panic });
  }
};
