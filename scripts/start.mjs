/** `npm start`: sets up a new clone, and runs the gateway and its sandbox. */
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUpProgram } from './setup.mjs';

await runMain(async () => {
  const { node, file } = await setUpProgram('src/start/main.ts', { tools: false });
  return runInForeground(node, [file]);
});
