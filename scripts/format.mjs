/** `npm run format`: fixes findings of the linter and of the formatters of code, documents and comments. */
import { join } from 'node:path';
import { output, runMain, step } from './lib/step.mjs';
import { setUp } from './setup.mjs';

const FORMATTERS = [
  { title: 'Formatting code', args: [join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--write'] },
  { title: 'Wrapping comments', args: [join('scripts', 'wrap-comments.ts')] },
  {
    title: 'Formatting pages and documents',
    args: [join('node_modules', 'prettier', 'bin', 'prettier.cjs'), '--log-level=warn', '--write', '**/*.{astro,md}'],
  },
];

await runMain(async () => {
  const node = await setUp({ pages: false });
  for (const { title, args } of FORMATTERS) {
    await step(title, () => output(node, args));
  }
  return 0;
});
