/** A gateway loads the reference only on its first request. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('starting the gateway loads no module of the reference', async () => {
  const app = new URL('../../../src/compose/index.ts', import.meta.url);
  const hooks = `
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { if (url.includes('/src/api/reference/')) console.log(url); return next(url, context); } });
    await import(${JSON.stringify(app.href)});
    console.log('loaded');
    await import(${JSON.stringify(new URL('../../../src/api/reference/docs-pages.ts', import.meta.url).href)});
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', hooks], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  });
  const [before, after] = stdout.split('loaded\n');
  expect(before).toBe('');
  // Proves that the hook sees loaded modules.
  expect(after).toContain('/src/api/reference/reference.ts');
});
