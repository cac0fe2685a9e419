/** `npm run lint`: every static check. */
import { runChecks } from './lib/checks.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await runChecks(await setUp({ pages: false }));
  return 0;
});
