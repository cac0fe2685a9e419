/** The search for a promtool by `npm test`, with empty files in its place. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findPromtool } from '../../scripts/lib/promtool.mjs';

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-promtool-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'promtool');
}
const notCalled = () => Promise.reject(new Error('It was downloaded though there is one.'));

it('promtool is that of PROMTOOL_PATH, and the search fails where that file is missing', async () => {
  const given = await place();
  await writeFile(given, '');
  expect(await findPromtool({ given, places: [], download: notCalled })).toBe(given);
  await expect(findPromtool({ given: `${given}-none`, places: [] })).rejects.toThrow(/PROMTOOL_PATH is .*-none/);
});

it('promtool is an installed one, else it is downloaded, and it may be missing where it cannot be', async () => {
  const file = await place();
  expect(await findPromtool({ given: '', places: [file], download: () => Promise.reject(new Error('no apt')) })).toBe(
    undefined,
  );
  expect(await findPromtool({ given: '', places: [file], download: () => writeFile(file, '') })).toBe(file);
  expect(await findPromtool({ given: '', places: [file], download: notCalled })).toBe(file);
});
