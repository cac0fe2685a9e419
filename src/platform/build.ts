/**
 * Identifies the build of this process, from the file that `scripts/lib/build-note.mjs` writes whenever a command of
 * the project prepares its files.
 */
import { readFileSync } from 'node:fs';

export interface Build {
  /** The package's version, followed by the commit or a hash of the sources, such as `0.1.0+1a2b3c4d5e6f`. */
  readonly id: string;
  readonly version: string;
  /** The git commit. Null if the sources are not in a git repository. */
  readonly commit: string | null;
  /** Whether the program runs from an installed release instead of a checkout. */
  readonly isRelease: boolean;
}

/** The file of a checkout has no `isRelease`. */
type NotedBuild = Omit<Build, 'isRelease'> & Partial<Build>;

const NOTE = new URL('../../dist/build.json', import.meta.url);
const PACKAGE = new URL('../../package.json', import.meta.url);

/**
 * @param note the path of the build's file, set by tests
 * @param packageFile the path of `package.json`, set by tests
 */
export function readBuild(note: URL = NOTE, packageFile: URL = PACKAGE): Build {
  try {
    const { id, version, commit, isRelease = false } = JSON.parse(readFileSync(note, 'utf8')) as NotedBuild;
    return { id, version, commit, isRelease };
  } catch {
    // The file is missing if the process was started by hand before any command of the project had run.
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };
    return { id: `${version}+unknown`, version, commit: null, isRelease: false };
  }
}

/** The commit is that of the sources, shortened. */
const ID = /^(?<version>[^+]+)(?:\+(?<commit>[0-9a-f]{12})\b)?/;

/** The version and the commit in a build's id. The commit is empty if the id has none. */
export function idParts(id: string): { readonly version: string; readonly commit: string } {
  const { version = id, commit = '' } = ID.exec(id)?.groups ?? {};
  return { version, commit };
}
