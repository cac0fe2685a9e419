/** The bundle that `npm start` and `npm run gateway` run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles the program of this checkout, unless it is. @returns the bundle's folder */
export function bundleProgram(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', '--program'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`The program could not be bundled: ${stdout}${stderr}`);
  }
  return bundleOf(ROOT);
}

/** The folder of the bundle in use. */
export function bundleOf(checkout: string): string {
  const program = join(checkout, 'dist', 'program');
  const { folder } = JSON.parse(readFileSync(join(program, 'current.json'), 'utf8')) as { readonly folder: string };
  return join(program, folder);
}
