/**
 * Checks the types of every `.astro` file, as `astro check` does. It uses TypeScript 6, the only compiler with the
 * required interface; TypeScript 7 checks all other files. `docs/decisions/34-code-and-packages.md` has the reason.
 */
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const require = createRequire(import.meta.url);

// The checker's own packages import `typescript` by name.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-6' : specifier, context),
});

const { AstroCheck }: typeof import('@astrojs/language-server') = require('@astrojs/language-server');
const check = new AstroCheck(ROOT, require.resolve('typescript-6'), `${ROOT}tsconfig.astro.json`);
const { fileChecked, errors, warnings, hints } = await check.lint({ logErrors: { level: 'hint' } });
// Fails if no file was checked, since an empty list of files would have no errors either.
process.exitCode = fileChecked > 1 && errors + warnings + hints === 0 ? 0 : 1;
