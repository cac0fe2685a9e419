/** `npm start`: the gateway and its sandbox, from nothing. */
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => runInForeground(await setUp({ pages: true, tools: false }), ['src/start/main.ts']));
