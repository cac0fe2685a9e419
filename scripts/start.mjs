/** `npm start`: the gateway and its sandbox, set up in a bare clone. */
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => runInForeground(await setUp({ pages: true, tools: false }), ['src/start/main.ts']));
