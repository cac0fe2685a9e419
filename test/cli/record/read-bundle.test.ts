/** Bundles that are not replayed, each with its sentence. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.ts';
import { BUNDLE_BYTES_MAX, type BundleContents, bundleText, digestOf } from '../../../src/cli/record/bundle.ts';
import { parseBundle, readBundle } from '../../../src/cli/record/read-bundle.ts';
import { SAMPLE } from './sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = bundleText(SAMPLE);
/** A bundle with other members, whose digest matches. */
const withMembers = (members: object) => {
  const changed = { ...JSON.parse(TEXT), ...members };
  return JSON.stringify({ ...changed, digest: digestOf(changed) });
};
const newer = { gateway: { version: '9.0.0', interface: 101 } };
const inFirst = (members: object) => withMembers({ transactions: [{ ...SAMPLE.transactions[0], ...members }] });

it('a recorded bundle is read, also if its lines were broken in another way', () => {
  expect(parseBundle(TEXT, 'f')).toEqual(JSON.parse(JSON.stringify(SAMPLE)) satisfies BundleContents);
  expect(parseBundle(JSON.stringify(JSON.parse(TEXT)), 'f').order.status).toBe('CAPTURED');
});

it('a recorded bundle is read with the line ends and the byte order mark of Windows', () => {
  expect(parseBundle(`\ufeff${TEXT.replaceAll('\n', '\r\n')}`, 'f').order.status).toBe('CAPTURED');
});

it('a bundle that is cut off at any place is refused in one sentence', () => {
  for (let length = 0; length < TEXT.trimEnd().length; length += 100) {
    expect(() => parseBundle(TEXT.slice(0, length), 'f'), `${length}`).toThrow('f is cut off, or no JSON.');
  }
});

it('a bundle of a newer gateway is read if it has only what this program knows', () => {
  expect(parseBundle(withMembers(newer), 'f').gateway.version).toBe('9.0.0');
});

it.each([
  ['cut off', TEXT.slice(0, -20), 'f is cut off, or no JSON.'],
  ['no bundle', '{"order": 1}', 'f is no replay bundle: turnpike record writes one.'],
  ['another schema', withMembers({ schema: 2 }), 'f has the schema 2, and this program replays the schema 1.'],
  ['an older schema', withMembers({ schema: 0 }), 'f has the schema 0, and this program replays the schema 1.'],
  ['a schema as a text', withMembers({ schema: '1' }), 'f has a schema that is no number, and this program'],
  ['no schema', withMembers({ schema: undefined }), 'f has no schema, and this program replays the schema 1.'],
  ['a list', '[]', 'f is no replay bundle: turnpike record writes one.'],
  ['null', 'null', 'f is no replay bundle: turnpike record writes one.'],
  [
    'a card number under a member that is there twice',
    TEXT.replace('"status":', '"status": "5123456789012346", "status":'),
    'f was changed after it was recorded: a member is there twice, or spelled',
  ],
  [
    'a member that is there twice',
    TEXT.replace('"schema": 1', '"schema": 1, "schema": 1'),
    'f was changed after it was recorded: a member is there twice, or spelled',
  ],
  [
    'a prototype',
    withMembers(JSON.parse('{ "__proto__": { "isPolluted": true } }')),
    /^f (?:has an unknown member|was changed after it was recorded)/,
  ],
  ['nesting without end', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'f has members inside members, deeper than'],
  ['a number that is none', withMembers({}).replace('"recordedAt":', '"recordedAt":1e999,"x":'), /^f was changed/],
  [
    'a newer interface',
    withMembers({ ...newer, transactions: [{ ...SAMPLE.transactions[0], version: 101 }] }),
    'f was recorded with the interface 101, and this program has it up to 100.',
  ],
  [
    'edited',
    TEXT.replaceAll('12.50', '12.51'),
    'f was changed after it was recorded: its digest does not match. Record it again.',
  ],
  ['an unknown member', withMembers({ extra: 1 }), 'f has an unknown member at the top.'],
  ['an unknown member of a row', inFirst({ payer: 'A' }), 'f has an unknown member in transactions.0.'],
  ['a sentence for a word', inFirst({ type: 'a sentence' }), 'f has no valid transactions.0.type.'],
  ['a place outside', inFirst({ target: 9 }), 'f refers to a transaction that it does not have.'],
  ...[
    ['a card number', inFirst({ source: '5123456789012346' }), 'a card number or track data'],
    ['a card number with spaces', inFirst({ source: '5123 4567 8901 2346' }), 'a card number or track data'],
    ['a number of no known brand', inFirst({ source: '9999999999999995' }), 'a card number or track data'],
    ['a card number as a JSON number', inFirst({ at: 5123456789012346 }), 'a card number or track data'],
    ['a card number as a name', inFirst({ '5123456789012346': 1 }), 'a card number or track data'],
    ['a card number with dashes', inFirst({ source: '5123-4567-8901-2346' }), 'a card number or track data'],
    [
      'a card number in escapes',
      inFirst({ source: '5123456789012346' }).replace('512345', '\\u0035\\u0031\\u0032\\u0033\\u0034\\u0035'),
      'a card number or track data',
    ],
    ['a card number in a list in a list', inFirst({ x: [[{ y: '5123456789012346' }]] }), 'a card number or track data'],
    ['a track', inFirst({ source: ';5123456789012346=39012010000' }), 'a card number or track data'],
    ['a security code', inFirst({ cvv: '100' }), 'a member for card data or a password'],
    ['a PIN', inFirst({ pin: '1234' }), 'a member for card data or a password'],
    ['a password', withMembers({ password: 'x' }), 'a member for card data or a password'],
  ].map(([name = '', text = '', found = '']): [string, string, string] => [name, text, `f has ${found}`]),
] as [name: string, text: string, sentence: string | RegExp][])('%s is refused', (_name, text, sentence) => {
  const refusal = () => parseBundle(text, 'f');
  expect(refusal).toThrow(UsageError);
  expect(refusal).toThrow(sentence);
});

it('a file that is missing or too large is refused before it is read', () => {
  expect(() => readBundle(join(folder, 'none.json'))).toThrow(/none\.json cannot be read\.$/);
  expect(() => readBundle(folder)).toThrow(/ cannot be read\.$/);
  const large = join(folder, 'large.json');
  writeFileSync(large, ' '.repeat(BUNDLE_BYTES_MAX + 1));
  expect(() => readBundle(large)).toThrow(`has ${BUNDLE_BYTES_MAX + 1} bytes, and a bundle has at most`);
});

it('contents with a text that is no word are not written', () => {
  const [first] = SAMPLE.transactions;
  expect(() => bundleText({ ...SAMPLE, transactions: [{ ...first!, source: 'Ada Lovelace' }] })).toThrow();
});
