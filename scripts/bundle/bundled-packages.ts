import type { Plugin } from 'vite';

/** A package's path in the lockfile, within a module's path: that of the innermost `node_modules`. */
const PLACE = /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** The name of the file in a build that lists its packages. */
export const PACKAGES_FILE = 'packages.json';

/** Adds the packages whose modules are in a build to `places`, by their paths in the lockfile. */
export function bundledPackages(places: Set<string>): Plugin {
  return {
    name: 'turnpike-bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
        const [, place] = PLACE.exec(id) ?? [];
        if (place !== undefined) {
          places.add(place);
        }
      }
    },
  };
}

/** The text of the file that lists them. */
export const packagesText = (places: ReadonlySet<string>): string => `${JSON.stringify([...places].sort())}\n`;
