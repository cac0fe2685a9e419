/**
 * `npm run image [-- --release FOLDER] [--archive FILE]`: builds an image of the release in `dist/release/` without a
 * registry, and names it `turnpike:VERSION`. Two builds of one release on one state of Debian's mirror have the same
 * layers.
 *
 *   --release FOLDER the folder of another release
 *   --archive FILE   also writes it as a gzipped archive for `podman load` and `docker load`
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archive, findRelease, secondsOf, tarOptions, writeNode, writeProgram } from './lib/machine-folder.ts';
import { ROOT } from './lib/project.mjs';
import { output, runMain, step } from './lib/step.mjs';

const IMAGE = join(ROOT, 'deploy', 'image');
const SUITE = 'bookworm';
/** The libraries of Node, authorities for TLS, and time zones. */
const PACKAGES = ['libc6', 'libstdc++6', 'libatomic1', 'ca-certificates', 'tzdata'];

const { values } = parseArgs({
  options: { release: { type: 'string', default: join(ROOT, 'dist', 'release') }, archive: { type: 'string' } },
});

/**
 * The base: Debian's packages, unpacked and not configured, without the files that no process of the image reads. They
 * are removed in a folder of this script, where nothing is mounted.
 */
async function writeBase(folder: string, file: string, seconds: string): Promise<void> {
  const all = `${file}.all`;
  await output('mmdebstrap', [
    ...['--variant=extract', '--mode=root', '--format=tar', `--include=${PACKAGES.join(',')}`],
    ...[SUITE, all],
  ]);
  mkdirSync(folder);
  await output('tar', ['-xf', all, '-C', folder]);
  await output('sh', [join(IMAGE, 'base.sh'), folder]);
  await output('tar', [...tarOptions(seconds), '-C', folder, '-cf', file, '.']);
}

await runMain(async () => {
  const release = findRelease(values.release);
  const seconds = await secondsOf(release);
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-image-'));
  const opt = (name: string) => join(folder, name, 'opt', 'turnpike');
  try {
    await step('Unpacking Debian’s packages', () => writeBase(join(folder, 'base'), join(folder, 'base.tar'), seconds));
    await step('Adding Node and the release', async () => {
      writeNode(opt('node'));
      await archive(join(folder, 'node'), join(folder, 'node.tar'), seconds, ['opt']);
      await writeProgram(release, opt('turnpike'));
      cpSync(join(IMAGE, 'healthy.mjs'), join(opt('turnpike'), 'bin', 'healthy.mjs'));
      await archive(join(folder, 'turnpike'), join(folder, 'turnpike.tar'), seconds, ['opt']);
    });
    const name = `turnpike:${release.version}`;
    await step(`Building ${name}`, () =>
      output('buildah', [
        ...['build', '--format', 'docker', '--layers', '--no-cache', '--timestamp', seconds, '--tag', name],
        ...['--file', join(IMAGE, 'Containerfile'), folder],
      ]),
    );
    if (values.archive !== undefined) {
      const plain = join(folder, 'image.tar');
      await output('buildah', ['push', name, `docker-archive:${plain}:${name}`]);
      await output('gzip', ['--no-name', plain]);
      cpSync(`${plain}.gz`, values.archive);
      process.stdout.write(`${values.archive}, ${statSync(values.archive).size} bytes\n`);
    }
    const digest = await output('buildah', ['inspect', '--type', 'image', '--format', '{{.FromImageDigest}}', name]);
    process.stdout.write(`${name} ${digest}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});
