/** The setting `PROVIDERS`: packages and files, separated by commas. */

/** The maximum number of packages. Each is loaded at the start, and adds a group to the schema of requests. */
const PACKAGES_MAX = 50;

/** An npm package, with or without a scope, and optionally a file in it. */
const PACKAGE = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/[\w./-]+)?$/;
/** A path relative to the working directory, or an absolute one. */
const FILE = /^(?:\.{1,2}[\\/]|\/|[A-Za-z]:[\\/])./;

/** @throws Error in one line that names the invalid entry */
export function packageNames(setting: string | undefined): readonly string[] {
  const names = (setting ?? '').split(',').map((name) => name.trim());
  if (names.every((name) => name === '')) {
    return [];
  }
  const wrong = names.find((name) => !PACKAGE.test(name) && !FILE.test(name));
  if (wrong !== undefined) {
    throw new Error(
      `${JSON.stringify(wrong)} cannot be used: it takes packages and files, such as @acme/turnpike-klarna,./providers/village-pay.ts.`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new Error(`it names ${twice} twice. Take one of them out.`);
  }
  if (names.length > PACKAGES_MAX) {
    throw new Error(`it names ${names.length} packages, and takes at most ${PACKAGES_MAX}.`);
  }
  return names;
}

export function isFile(name: string): boolean {
  return FILE.test(name);
}
