/** `npm run lint`: every check that runs nothing, stopping at the first that fails. */
import { CHECKS } from './lib/checks.mjs';
import { output, runMain, step } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const node = await setUp({ pages: false });
  for (const { title, args } of CHECKS) await step(title, () => output(node, args));
  return 0;
});
