/**
 * `npm run release [-- --out FOLDER] [--key FILE] [--builder URI] [--modified] [--package-only]`: writes a release of
 * the current commit to `dist/release/`: the npm package as a tarball, its bill of materials, the statement of its
 * provenance, and the checksums of all. On Linux also an archive with all that a machine of this kind needs, and the
 * scripts that install it and build its image.
 *
 *   --out FOLDER   another folder
 *   --key FILE     a private Ed25519 key (PEM), which signs the provenance and the checksums
 *   --builder URI  who builds, for the provenance
 *   --modified     also if the checkout has changes that are not committed
 *   --package-only without the archive and the scripts
 */
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './lib/project.mjs';
import { MACHINE, machineFiles } from './release/machine-files.ts';
import { releaseOf } from './release/package-files.ts';
import { type Artefact, envelope, provenance, sha256 } from './release/provenance.ts';
import { type TarFile, tarball } from './release/tar.ts';
import { billOf, type LockedPackage, nameOf, uuidOf } from './sbom.ts';

const LOCAL_BUILDER = 'urn:turnpike:builder:local';
/** The time of the files in a tarball that is built outside of a repository: npm's own. */
const NO_COMMIT_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1_000;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist', 'release') },
    key: { type: 'string' },
    builder: { type: 'string', default: LOCAL_BUILDER },
    modified: { type: 'boolean', default: false },
    'package-only': { type: 'boolean', default: false },
  },
});

const json = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

function commitSeconds(commit: string | null): number {
  return commit === null
    ? NO_COMMIT_SECONDS
    : Number(execFileSync('git', ['show', '--no-patch', '--format=%ct', commit], { cwd: ROOT, encoding: 'utf8' }));
}

/** The first digits of the public key's hash. */
const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

function write({ name, content }: Artefact): void {
  writeFileSync(join(values.out, name), content);
  process.stdout.write(`${join(values.out, name)}, ${content.length} bytes\n`);
}

const release = releaseOf(ROOT);
const { version, build, commit, files, packages } = release;
if (build.includes('.modified.') && !values.modified) {
  process.stderr.write('The checkout has changes that are not committed: commit them, or add --modified.\n');
  process.exit(1);
}
const key = values.key === undefined ? undefined : createPrivateKey(readFileSync(values.key));
const name = `turnpike-${version}`;
const seconds = commitSeconds(commit);
const archiveOf = (top: string, all: readonly TarFile[]) =>
  tarball(
    all.map((file) => ({ ...file, path: `${top}/${file.path}` })),
    seconds,
  );
const content = archiveOf('package', files);
const project: LockedPackage = {
  name: 'turnpike',
  version,
  license: 'Apache-2.0',
  dependencies: Object.fromEntries(Object.entries(packages).map(([place, one]) => [nameOf(place, one), one.version])),
};
const artefacts: Artefact[] = [
  { name: `${name}.tgz`, content },
  { name: `${name}.sbom.json`, content: json(billOf({ '': project, ...packages }, uuidOf(sha256(content)))) },
];
if (process.platform === 'linux' && !values['package-only']) {
  const scripts = ['deploy/install/install.sh', 'deploy/image/image.sh'];
  artefacts.push(
    { name: `${name}-${MACHINE}.tar.gz`, content: archiveOf(name, machineFiles(ROOT, files)) },
    ...scripts.map((path) => ({ name: basename(path), content: readFileSync(join(ROOT, path)) })),
  );
}
const lockfile = readFileSync(join(ROOT, 'package-lock.json'));
const origin = { build, commit, builder: values.builder, lockfile, node: process.versions.node };
const statement = provenance(artefacts, origin);
artefacts.push({ name: `${name}.provenance.json`, content: json(statement) });
if (key !== undefined) {
  artefacts.push({ name: `${name}.intoto.jsonl`, content: Buffer.from(envelope(statement, key, keyIdOf(key))) });
}
const sums = Buffer.from(artefacts.map((one) => `${sha256(one.content)}  ${one.name}\n`).join(''));
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
[...artefacts, { name: 'SHA256SUMS', content: sums }].forEach(write);
if (key !== undefined) {
  write({ name: 'SHA256SUMS.sig', content: sign(null, sums, key) });
}
