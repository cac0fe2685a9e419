/** All static checks. `npm run lint` and `npm test` share the list. */
import { join } from 'node:path';
import { output, timed } from './step.mjs';

/** Checks to run at the same time. Small machines have two cores, and some checks use both. */
const AT_ONCE = 2;

/** Each check has a title, and a file with arguments to run with the project's Node. The longest checks come first. */
export const CHECKS = [
  { title: 'Checking types', args: [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'] },
  { title: 'Checking types of pages', args: [join('scripts', 'check-astro.ts')] },
  {
    title: 'Checking style',
    args: [join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings'],
  },
  {
    title: 'Checking the form of pages and documents',
    args: [join('node_modules', 'prettier', 'bin', 'prettier.cjs'), '--log-level=warn', '--check', '**/*.{astro,md}'],
  },
  { title: 'Checking imports', args: [join('scripts', 'check-imports.ts')] },
  { title: 'Checking sentences', args: [join('scripts', 'check-prose.ts')] },
  { title: 'Checking constants', args: [join('scripts', 'check-constants.ts')] },
  { title: 'Checking migrations', args: [join('scripts', 'check-migrations.ts')] },
  { title: 'Checking SQL', args: [join('scripts', 'check-sql.ts')] },
  { title: 'Checking lines', args: [join('scripts', 'wrap-comments.ts'), '--check'] },
];

/**
 * Runs two checks at a time. Each prints its line when it ends. After a failure, the checks in progress still finish.
 * @param {string} node the project's Node
 * @throws {import('./step.mjs').StepFailure} with the output of the first check that failed
 */
export async function runChecks(node) {
  const waiting = [...CHECKS];
  let hasFailed = false;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && !hasFailed; next = waiting.shift()) {
      const { title, args } = next;
      try {
        await timed(title, () => output(node, args));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const one of ended) {
    if (one.status === 'rejected') {
      throw one.reason;
    }
  }
}
