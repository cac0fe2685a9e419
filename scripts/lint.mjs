/** `npm run lint`: every check that runs nothing. */
import { runChecks } from './lib/checks.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await runChecks(await setUp({ pages: false }));
  return 0;
});
