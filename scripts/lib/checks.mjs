/** What is checked without running the product; `npm run lint` and `npm test` share the list. */
import { join } from 'node:path';

/** Each a line on the screen and a file for the project's Node, with its arguments. */
export const CHECKS = [
  {
    title: 'Checking style',
    args: [join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings'],
  },
  { title: 'Checking imports', args: [join('scripts', 'check-imports.ts')] },
  { title: 'Checking types', args: [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'] },
];
