/** Every request field of a version, with a value that its type accepts. */
import { everyNode } from '../../src/contract/edit-schema.ts';
import { existsIn, type Field, typeIn } from '../../src/contract/field.ts';
import type { FieldType } from '../../src/contract/field-types.ts';
import { type ContractOperation, OPERATIONS } from '../../src/contract/operations.ts';

/** The first candidate that a type accepts is used; enumerations have their own. */
const CANDIDATES: readonly unknown[] = [
  ...['1', '12', '100', '0001', '051', '5.00', 'EUR', 'IRL', 'IE', 'true', true, '05', '3', 'A', 'AB', 'ABCDEF'],
  ...[
    'a@b.example',
    '192.0.2.1',
    '2039-01-01',
    '2039-01-01T00:00:00Z',
    '1200',
    '12:00',
    '0131',
    'https://shop.example/a',
  ],
  ...['5123450000000008', 'aGVsbG8=', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', '0'.repeat(16), '0'.repeat(20), '{}', 'en_IE'],
  ...[
    'x'.repeat(36),
    '8c0a2b58-7a7d-4b38-9ad6-21f1f0f2a9a1',
    'Gateway-SDK/1.1.8',
    '1.0.2',
    'ACME_PAY',
    '12:00Z',
    '12345678',
    '021000021',
    '9F0206000000001200',
    '0'.repeat(32),
  ],
  ...[new Date(Date.now() + 86_400_000).toISOString(), `SESSION${'0'.repeat(24)}`],
];

export interface InterfaceValue {
  readonly path: string;
  readonly value: unknown;
}

export function operationFields(operation: ContractOperation, version: number): (readonly [string, Field])[] {
  const nodes = [...everyNode(OPERATIONS[operation].request)];
  const gone = nodes.filter(([, node]) => !existsIn(node, version)).map(([path]) => path);
  const isGone = (path: string) =>
    gone.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  return nodes.filter((entry): entry is [string, Field] => entry[1].kind === 'field' && !isGone(entry[0]));
}

/** @throws Error where a field's type accepts no candidate */
export function interfaceFields(version: number): InterfaceValue[] {
  const found = new Map<string, unknown>();
  for (const operation of Object.keys(OPERATIONS) as ContractOperation[]) {
    for (const [path, field] of operationFields(operation, version)) {
      if (!found.has(path) && path !== 'apiOperation') {
        found.set(path, exampleOf(path, typeIn(field, version)));
      }
    }
  }
  return [...found].map(([path, value]) => ({ path, value }));
}

function exampleOf(path: string, type: FieldType): unknown {
  const value = [...(type.keywords.enum ?? []), ...CANDIDATES].find((one) => type.accepts(one));
  if (value === undefined) {
    throw new Error(`No candidate is a value of ${path}: ${type.name}, ${type.allowed}`);
  }
  return value;
}
