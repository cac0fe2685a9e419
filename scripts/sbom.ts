/**
 * `npm run sbom [FILE]`: writes the bill of materials as CycloneDX 1.6, from the lockfile alone, so that it is
 * reproducible. `npm sbom` is not used, since it refuses a tree with an unmet peer range, such as that of the two
 * TypeScripts.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCKFILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const FOLDER = 'node_modules/';

/** An entry of npm's lockfile. */
export interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The packages by their paths. The project itself is at ''. */
export type Locked = Readonly<Record<string, LockedPackage>>;

export function lockedPackages(text = readFileSync(LOCKFILE, 'utf8')): Locked {
  return (JSON.parse(text) as { readonly packages: Locked }).packages;
}

/** A package's own name, even if it is nested in another. */
export function nameOf(place: string, { name }: LockedPackage): string {
  return name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
}

/** @param text the lockfile */
export function billOfMaterials(text = readFileSync(LOCKFILE, 'utf8')): object {
  return billOf(lockedPackages(text), uuidOf(text));
}

/**
 * @param locked packages by their paths, and the project at ''
 * @param uuid identifies the bill
 */
export function billOf(locked: Locked, uuid: string): object {
  const { '': project, ...packages } = locked;
  const places = Object.keys(packages);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': refOf(''), ...about('', project as LockedPackage) },
    },
    components: places.map((place) => component(place, packages[place] as LockedPackage)),
    dependencies: ['', ...places].map((place) => ({ ref: refOf(place), dependsOn: dependenciesOf(place, locked) })),
  };
}

/** A UUID of version 8 (RFC 9562), derived from the text, so that equal lockfiles have equal bills. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function component(place: string, one: LockedPackage): object {
  const { integrity } = one;
  return {
    type: 'library',
    'bom-ref': refOf(place),
    ...about(place, one),
    // Packages that the gateway does not need at run time are excluded.
    scope: one.dev || one.devOptional ? 'excluded' : one.optional ? 'optional' : 'required',
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
  };
}

function about(place: string, one: LockedPackage): object {
  const name = nameOf(place, one);
  const { version, license } = one;
  return {
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}

const ALGORITHMS: Readonly<Record<string, string>> = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' };

function hashOf(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  return { alg: ALGORITHMS[algorithm], content: Buffer.from(digest, 'base64').toString('hex') };
}

const refOf = (place: string): string => (place === '' ? 'turnpike' : place);

/**
 * Resolves dependencies like Node: in the package's own folder, or one above. A peer or optional dependency may be
 * absent.
 */
function dependenciesOf(place: string, locked: Locked): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = locked[place] as LockedPackage;
  const names = [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((one) =>
    Object.keys(one ?? {}),
  );
  const found = names.flatMap((name) => {
    const folder = foldersAbove(place).find((one) => one + name in locked);
    return folder === undefined ? [] : [folder + name];
  });
  return [...new Set(found)].sort();
}

function foldersAbove(place: string): string[] {
  const folders: string[] = [];
  for (let at = place; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${FOLDER}`)))) {
    folders.push(`${at}/${FOLDER}`);
  }
  return [...folders, FOLDER];
}

if (import.meta.main) {
  const text = `${JSON.stringify(billOfMaterials(), undefined, 2)}\n`;
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    process.stdout.write(text);
  } else {
    writeFileSync(file, text);
  }
}
