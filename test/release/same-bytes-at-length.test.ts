/** Two checkouts of one commit, in different folders, build the same bytes. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundleProgram } from '../support/bundle.ts';
import { copyCheckout } from '../support/checkout-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILD_MS_MAX = 300_000;
/** The folders that processes make in a build. */
const OF_PROCESSES = /^(?:compiled|users)\//;

/** The contents of the files in a folder, by their paths. */
function filesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  const built = paths.filter((path) => !OF_PROCESSES.test(path));
  return new Map(built.map((path) => [path, readFileSync(join(folder, path), 'base64')]));
}

/** The files of the pages and of the program that are in use. */
function built(checkout: string): Map<string, string>[] {
  return ['dist', join('dist', 'program')].map((parent) => {
    const { folder } = JSON.parse(readFileSync(join(checkout, parent, 'current.json'), 'utf8')) as { folder: string };
    return filesIn(join(checkout, parent, folder));
  });
}

it('the pages and the program of a copy of this checkout are the same files', { timeout: BUILD_MS_MAX }, () => {
  bundleProgram();
  const copy = copyCheckout();
  try {
    rmSync(join(copy.folder, 'dist'), { recursive: true });
    const args = ['scripts/run.mjs', '--program'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: copy.folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const [here, there] = [built(ROOT), built(copy.folder)];
    expect(there.map((files) => [...files.keys()])).toEqual(here.map((files) => [...files.keys()]));
    const differing = here.flatMap((files, index) =>
      [...files].filter(([path, content]) => there[index]?.get(path) !== content).map(([path]) => path),
    );
    expect(differing).toEqual([]);
  } finally {
    copy.remove();
  }
});
