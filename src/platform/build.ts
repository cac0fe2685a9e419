/**
 * The build of this process, as `scripts/lib/build-note.mjs` notes it whenever a command of the project prepares its
 * files.
 */
import { readFileSync } from 'node:fs';

export interface Build {
  /** The package's version, and the commit or a hash of the sources behind it: `0.1.0+1a2b3c4d5e6f`. */
  readonly id: string;
  readonly version: string;
  /** Null without git. */
  readonly commit: string | null;
}

const NOTE = new URL('../../dist/build.json', import.meta.url);
const PACKAGE = new URL('../../package.json', import.meta.url);

/**
 * @param note the path of the note, set by tests
 * @param packageFile the path of the package, set by tests
 */
export function readBuild(note: URL = NOTE, packageFile: URL = PACKAGE): Build {
  try {
    const { id, version, commit } = JSON.parse(readFileSync(note, 'utf8')) as Build;
    return { id, version, commit };
  } catch {
    // Started by hand from a checkout, before any command of the project has run.
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };
    return { id: `${version}+unknown`, version, commit: null };
  }
}
