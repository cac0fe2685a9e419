/** The bill of materials: complete, reproducible, and in CycloneDX format. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { billOfMaterials, lockedPackages, nameOf } from '../../scripts/sbom.ts';

interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const bill = billOfMaterials() as Bill;

it('the bill of materials has the members that CycloneDX 1.6 requires of a bill and of a component', () => {
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  // The pattern of the schema.
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'turnpike' });
  for (const { type, name, version, purl, scope, hashes, 'bom-ref': ref } of bill.components) {
    expect(type).toBe('library');
    expect([name, version, ref].every((text) => text.length > 0)).toBe(true);
    expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/);
    expect(['required', 'optional', 'excluded']).toContain(scope);
    for (const { alg, content } of hashes ?? []) {
      expect(['SHA-1', 'SHA-256', 'SHA-512']).toContain(alg);
      expect(content).toMatch(/^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/);
    }
  }
});

it('the bill of materials has every package of the lockfile once, with its licence and its hash', () => {
  const { '': _project, ...packages } = lockedPackages();
  const listed = bill.components.map(({ 'bom-ref': ref, name, version }) => [ref, name, version]);
  expect(listed).toEqual(Object.entries(packages).map(([place, one]) => [place, nameOf(place, one), one.version]));
  expect(new Set(bill.components.map(({ 'bom-ref': ref }) => ref)).size).toBe(bill.components.length);
  const hashed = bill.components.filter(({ hashes }) => hashes !== undefined);
  expect(hashed.length).toBe(Object.values(packages).filter(({ integrity }) => integrity !== undefined).length);
  expect(hashed.length).toBeGreaterThan(500);
});

it('the bill of materials lists the dependencies of each, by references that exist', () => {
  const refs = new Set(['turnpike', ...bill.components.map(({ 'bom-ref': ref }) => ref)]);
  expect(bill.dependencies.map(({ ref }) => ref)).toEqual([...refs]);
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  const project = bill.dependencies[0];
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  expect(project?.dependsOn).toEqual(
    expect.arrayContaining(Object.keys(dependencies).map((name) => `node_modules/${name}`)),
  );
});

it('the bill of materials is printed by its command, the same each time', () => {
  const run = () =>
    execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8', maxBuffer: 16_000_000 });
  const first = run();
  expect(first).toBe(`${JSON.stringify(bill, undefined, 2)}\n`);
  expect(run()).toBe(first);
});
