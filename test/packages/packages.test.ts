/** The packages as tarballs: their contents, their sizes, and the programs of their READMEs. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/project.mjs';
import { packPackage } from '../../scripts/packages.ts';
import { packageFiles } from '../../src/api/reference/client/package-types.ts';
import { type InstalledProject, installedProject, programsOf, typeProblems } from './installed.ts';

let project: InstalledProject;
beforeAll(async () => {
  project = await installedProject();
});

const table = readFileSync(join(ROOT, 'packages', 'README.md'), 'utf8');

it.each(Object.entries(packageFiles()))('%s is generated from the contract', (file, text) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
});

describe('each package', () => {
  it('has a licence, types, and no dependencies', () => {
    for (const { manifest, folder, files } of project.packed.values()) {
      const { exports } = manifest as unknown as { exports: Record<string, string | { types: string }> };
      const targets = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)));
      expect(targets.filter((target) => !existsSync(join(folder, target)))).toEqual([]);
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
      expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module', engines: { node: '>=20' } });
      expect(manifest).toHaveProperty('sideEffects');
      expect(manifest).not.toHaveProperty('dependencies');
      expect(manifest).not.toHaveProperty('scripts');
    }
  });

  it('is not larger than the table of packages says', () => {
    for (const { manifest, installedBytes } of project.packed.values()) {
      const [, limit] = new RegExp(`^\\| \\[\`${manifest.name}\`\\].*\\| *(\\d+) kB *\\|$`, 'm').exec(table) ?? [];
      expect({ name: manifest.name, isWithin: installedBytes <= Number(limit) * 1_000 }, `${installedBytes}`).toEqual({
        name: manifest.name,
        isWithin: true,
      });
    }
  });

  it('has programs in its README that compile under strict settings', async () => {
    const files = [...project.packed.keys()].flatMap((name) => [...programsOf(name).keys()]);
    expect(
      await typeProblems(
        project,
        files.filter((file) => /\.m?[jt]s$/.test(file)),
      ),
    ).toBe('');
  });
});

it('a package that is packed again has the same bytes', async () => {
  const again = await packPackage('webhooks', mkdtempSync(join(tmpdir(), 'turnpike-packages-')));
  const { file } = project.packed.get('webhooks')!;
  expect(readFileSync(again.file).equals(readFileSync(file))).toBe(true);
});
