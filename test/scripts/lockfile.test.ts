import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };

it('the lockfile has an entry for each optional package, which npm ci asks for', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

it('every package has the hash of its published archive', () => {
  const unhashed = Object.entries(packages).filter(
    ([path, { integrity = '' }]) => path !== '' && !/^sha512-/.test(integrity),
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});
