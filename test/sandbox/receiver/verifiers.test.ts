/** The verifiers that merchants copy, each run in its own language. */
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import { newSigningKey, signature } from '../../../src/adapters/notifications/signature.ts';
import { describeAtLength, isFirst } from '../../support/at-length.ts';
import { type Case, PASSED } from './languages/case.ts';
import { runJavaScript } from './languages/javascript.ts';
import { runPhp } from './languages/php.ts';
import { runPython } from './languages/python.ts';
import { runTypeScript } from './languages/typescript.ts';

const KEY = newSigningKey();
const OTHER_KEY = newSigningKey();
const ID = 'ntf_12';
const NOW = Math.floor(Date.now() / 1_000);
const BODY = '{"sequence":1,"order":{"id":"Ä"}}';

const BODIES = [
  BODY,
  '',
  '{}',
  ' {"amount": 12.50}\n',
  '{"name":"Zoë 💶","note":"\\u0000"}',
  '{"name":"👩‍👩‍👧 Łukasz Żółć 東京 \\ud83d"}',
  'x'.repeat(50_000),
];

const WRONG = 'Signature is wrong';
const STALE = 'Too old or too new';
const NONE = 'No signature';
const NO_KEY = 'Not a key';

interface Sent {
  readonly id?: string;
  readonly timestamp?: string;
  readonly signatures?: string;
  readonly body?: string | Uint8Array;
  readonly key?: string;
}

const sent = ({ id = ID, timestamp = `${NOW}`, signatures, body = BODY, key = KEY }: Sent = {}): Case => ({
  headers: {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures ?? signature([KEY], ID, NOW, BODY),
  },
  body: typeof body === 'string' ? Buffer.from(body) : body,
  key,
});

/** A request signed as the gateway signs, `seconds` away from now. */
const signedAt = (seconds: number): Case =>
  sent({ timestamp: `${NOW + seconds}`, signatures: signature([KEY], ID, NOW + seconds, BODY) });

const signedByLibrary = (body: string): Case =>
  sent({ body, signatures: new Webhook(KEY).sign(ID, new Date(NOW * 1_000), body) });

const without = (header: string): Case => {
  const { headers, ...rest } = sent();
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)) };
};

const inLetters = (letters: (name: string) => string): Case => {
  const { headers, ...rest } = sent();
  return {
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [letters(name), value])),
  };
};

/** Every text that differs in one bit. */
const flipped = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length * 8 }, (_, bit) =>
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  );
const flippedText = (text: string) =>
  flipped(Buffer.from(text, 'latin1')).map((bytes) => Buffer.from(bytes).toString('latin1'));

const RIGHT = signature([KEY], ID, NOW, BODY);
const ROTATED = signature([OTHER_KEY, KEY], ID, NOW, BODY);
const [ROTATED_FIRST = '', ROTATED_SECOND = ''] = ROTATED.split(' ');

/** The change, the verifiers' result, and the cases. */
const EXPECTED: readonly (readonly [what: string, said: string, cases: readonly Case[]])[] = [
  [
    'accepts the gateway’s signature',
    PASSED,
    BODIES.map((body) => sent({ body, signatures: signature([KEY], ID, NOW, body) })),
  ],
  ['accepts the public library’s signature', PASSED, BODIES.map(signedByLibrary)],
  [
    'passes two signatures with either key',
    PASSED,
    [sent({ signatures: ROTATED }), sent({ signatures: ROTATED, key: OTHER_KEY })],
  ],
  ['passes a signature beside one of a version to come', PASSED, [sent({ signatures: `v2,AAAA ${RIGHT}` })]],
  [
    'passes headers in any letters',
    PASSED,
    [
      inLetters((name) => name.toUpperCase()),
      inLetters((name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
    ],
  ],
  ['accepts a time nearly five minutes away', PASSED, [signedAt(-240), signedAt(240)]],
  ['refuses a time more than five minutes away', STALE, [signedAt(-301), signedAt(-86_400), signedAt(420)]],
  [
    'fails a time that is none',
    STALE,
    ['', 'now', '-1', '1e9', `${NOW}.0`, ` ${NOW}`, `${NOW}\n`, `+${NOW}`, '٣'].map((timestamp) => sent({ timestamp })),
  ],
  ['fails every flipped bit of the body', WRONG, flipped(Buffer.from(BODY)).map((body) => sent({ body }))],
  ['fails every flipped bit of the id', WRONG, flippedText(ID).map((id) => sent({ id }))],
  ['fails every flipped bit of the signature', WRONG, flippedText(RIGHT).map((signatures) => sent({ signatures }))],
  ['fails a body that is shorter or longer', WRONG, ['', BODY.slice(0, -1), `${BODY}\n`].map((body) => sent({ body }))],
  [
    'refuses bytes moved between id, time and body',
    WRONG,
    [sent({ id: `${ID}.${NOW}`, body: BODY }), sent({ body: `${NOW}.${BODY}` })],
  ],
  [
    'fails another signature, one of another version, half of one, and none at all',
    WRONG,
    [
      'v1,AAAA',
      RIGHT.replace('v1', 'v2'),
      RIGHT.slice(3),
      RIGHT.slice(0, -1),
      `${RIGHT}=`,
      RIGHT.replace(',', ' '),
      'v1,',
      '',
    ].map((signatures) => sent({ signatures })),
  ],
  [
    "fails another key's signatures",
    WRONG,
    [
      sent({ key: OTHER_KEY }),
      sent({ signatures: ROTATED_FIRST }),
      sent({ signatures: ROTATED_SECOND, key: OTHER_KEY }),
      sent({ signatures: ROTATED, key: newSigningKey() }),
    ],
  ],
  ['fails where a header is missing', NONE, ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(without)],
  [
    'refuses an invalid key: an unsigned request must not pass',
    NO_KEY,
    ['', 'whsec_', 'whsec_AAAA', KEY.slice('whsec_'.length)].map((key) => sent({ key })),
  ],
];

/** These are wrong or stale, depending on the bit. */
const FLIPPED_TIMES = flippedText(`${NOW}`).map((timestamp) => sent({ timestamp }));

describeAtLength(
  [
    ['verify.mjs', runJavaScript],
    ['verify.ts', runTypeScript],
    ['verify.php', runPhp],
    ['verify.py', runPython],
  ] as const,
  isFirst,
)('%s', (_file, run) => {
  const said = new Map<Case, string>();
  beforeAll(async () => {
    const cases = [...EXPECTED.flatMap(([, , some]) => some), ...FLIPPED_TIMES];
    const words = await run(cases);
    cases.forEach((one, index) => void said.set(one, words[index] ?? 'nothing'));
  });

  it.each(EXPECTED)('%s', (_what, expected, cases) => {
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter((one) => said.get(one) !== expected).map((one) => [one.headers, said.get(one)])).toEqual([]);
  });

  it('every verifier rejects a change of any bit of the time', () => {
    const words = FLIPPED_TIMES.map((one) => said.get(one));
    expect(words).toHaveLength(80);
    expect(words.filter((one) => one !== WRONG && one !== STALE)).toEqual([]);
  });
});

it.each(BODIES)('the public library accepts the gateway’s signature: %.40j', (body) => {
  const { headers } = sent({ body, signatures: signature([OTHER_KEY, KEY], ID, NOW, body) });
  for (const key of [KEY, OTHER_KEY]) {
    expect(new Webhook(key).verify(body, { ...headers }, { jsonParse: false })).toBeUndefined();
  }
});
