import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { transformWithOxc } from 'vite';
import { expect, it } from 'vitest';
import { originOf } from '../../src/platform/source-map.ts';

const SOURCE = `interface Payment {
  readonly amount: string;
}

export function paid(payments: readonly Payment[]): number {
  const amounts = payments.map(({ amount }) => Number(amount)); // a comment
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
`;

it('a position in generated code has the origin that Node finds', async () => {
  const source = Array.from({ length: 40 }, (_, copy) => SOURCE.replace('paid', `paid${copy}`)).join('');
  const { code, map } = await transformWithOxc(source, 'payments.ts');
  const mapOfNode = new SourceMap(map as SourceMapPayload);
  const positions = code
    .split('\n')
    .flatMap((text, line) => Array.from({ length: text.length / 3 }, (_, column) => [line, column * 3] as const));
  expect(positions.length).toBeGreaterThan(1_000);
  for (const [line, column] of positions) {
    const { originalLine, originalColumn } = mapOfNode.findEntry(line, column) as SourceMapping;
    const origin = originOf(map?.mappings ?? '', line, column);
    expect([line, column, origin?.line, origin?.column]).toEqual([line, column, originalLine, originalColumn]);
  }
});

it('a position before the first segment has no origin', () => {
  expect(originOf(';AAAA', 0, 4)).toBeUndefined();
  expect(originOf('EAAC', 0, 1)).toBeUndefined();
  expect(originOf('', 0, 0)).toBeUndefined();
  expect(originOf(';AAAA', 1, 4)).toEqual({ source: 0, line: 0, column: 0 });
});
