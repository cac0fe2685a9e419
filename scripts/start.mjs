/** `npm start`: sets up a new clone, and runs the gateway and its sandbox. */
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => runInForeground(await setUp({ pages: true, tools: false }), ['src/start/main.ts']));
