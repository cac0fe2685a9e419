/** A page's module, loaded for the first payer who opens the page. */
import { expect, it } from 'vitest';
import { loadOnce } from '../../../../src/web/components/server/load-once.ts';

it('a resource is loaded once, and once more after a failure', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) {
      throw new Error('EMFILE: too many open files');
    }
    return `module ${loads}`;
  });
  const first = await Promise.allSettled([load(), load()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(loads).toBe(1);
  expect(await Promise.all([load(), load()])).toEqual(['module 2', 'module 2']);
  expect(await load()).toBe('module 2');
});
