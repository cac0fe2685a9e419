/**
 * `npm run installer [-- --release FOLDER]`: completes the release in `dist/release/` by an archive with all that a
 * machine of this kind needs, and the script that installs it.
 *
 *   --release FOLDER the folder of another release
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archive, findRelease, PROCESSOR, secondsOf, writeNode, writeProgram } from './lib/machine-folder.ts';
import { ROOT } from './lib/project.mjs';
import { output, runMain, step } from './lib/step.mjs';

const { values } = parseArgs({ options: { release: { type: 'string', default: join(ROOT, 'dist', 'release') } } });
const RELEASE = values.release;
const SUMS = join(RELEASE, 'SHA256SUMS');
const SCRIPT = 'install.sh';

const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(RELEASE, name)))
    .digest('hex');

await runMain(async () => {
  const release = findRelease(RELEASE);
  const name = `turnpike-${release.version}`;
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-installer-'));
  const file = `${name}-linux-${PROCESSOR}.tar`;
  await step('Writing the archive', async () => {
    const into = join(folder, name);
    await writeProgram(release, into);
    writeNode(into);
    cpSync(join(ROOT, 'deploy', 'install', 'turnpike'), join(into, 'bin', 'turnpike'));
    await archive(folder, join(RELEASE, file), await secondsOf(release), [name]);
    await output('gzip', ['--no-name', '--force', join(RELEASE, file)]);
  });
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, 'deploy', 'install', SCRIPT), join(RELEASE, SCRIPT));
  const added = [`${file}.gz`, SCRIPT];
  const others = readFileSync(SUMS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !added.some((one) => line.endsWith(`  ${one}`)));
  writeFileSync(SUMS, [...others, ...added.map((one) => `${sumOf(one)}  ${one}`), ''].join('\n'));
  return 0;
});
