/** The mutations: each takes a draft and breaks something in it. */

import { basic, PASSWORD } from '../api/rest/rig.ts';
import { put } from '../conformance/interface/body.ts';
import { FIELDS } from '../conformance/interface/index.ts';
import type { SeededRandom } from '../support/random.ts';
import { bytesOf, type Draft } from './draft.ts';
import { type Choice, chance, copied, examplesFor, MAKINGS, pick } from './valid-requests.ts';

type Mutation = (request: Draft, choice: Choice) => void;

/** Values, as JSON, that a careless reader mishandles. */
const HOSTILE = [
  'null',
  'true',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '" "',
  '"\\u202e\\u2066"',
  `"${'😀'.repeat(50)}"`,
  `"${'x'.repeat(5_000)}"`,
  `"${'9'.repeat(400)}"`,
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '{"constructor":{"prototype":1}}',
  '{"__proto__":{"polluted":1}}',
  `"' or 1=1 --"`,
  '"); drop table students; --"',
  '"<script>"',
  '"%00"',
  '"../../etc/passwd"',
  '"{{7*7}}"',
  '"\\r\\nX-A: b"',
  '"NaN"',
  '"٣"',
  '"EUR "',
  '"eur"',
  '"XXX"',
  '"-0"',
  '"1e3"',
  '"0x10"',
];
/** Numbers as text that JSON allows and a double does not preserve. */
const NUMBERS = [
  '-1',
  '-0',
  '1e999',
  '1e3',
  '0.0000001',
  '99999999999999999999',
  '1000000000000',
  '1000000000001',
  '0.1',
];

const asked = FIELDS.filter(({ side }) => side !== 'response');

/** Every position in a tree: the group or list, and the name or index within it. */
function placesIn(tree: unknown, depth = 0): { holder: Record<string, unknown>; name: string }[] {
  if (typeof tree !== 'object' || tree === null || JSON.isRawJSON(tree) || depth > DEPTH_SEEN_MAX) {
    return [];
  }
  const holder = tree as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name], depth + 1)]);
}

/** Deeper than any request of the interface. */
const DEPTH_SEEN_MAX = 10;

function atAnyPlace(change: (holder: Record<string, unknown>, name: string, choice: Choice) => void): Mutation {
  return ({ body }, choice) => {
    const places = placesIn(body);
    if (places.length === 0) {
      return;
    }
    const { holder, name } = pick(choice.random, places);
    change(holder, name, choice);
  };
}

/** Deeper than the reader accepts, or not quite. */
function nested(random: SeededRandom, value: unknown): unknown {
  const isList = chance(random, 2);
  let inner = value;
  for (let depth = random.between(1, 60); depth > 0; depth -= 1) {
    inner = isList ? [inner] : { a: inner };
  }
  return inner;
}

const IN_BODY: readonly Mutation[] = [
  atAnyPlace((holder, name) => {
    delete holder[name];
  }),
  atAnyPlace((holder, name, { random }) => {
    holder[name] = JSON.parse(pick(random, HOSTILE));
  }),
  atAnyPlace((holder, name, { random }) => {
    holder[name] = JSON.rawJSON(pick(random, NUMBERS));
  }),
  atAnyPlace((holder, name) => {
    holder[name] = [holder[name], holder[name]];
  }),
  atAnyPlace((holder, name, { random }) => {
    holder[name] = nested(random, holder[name]);
  }),
  // Grown: a text or a number becomes several times as long.
  atAnyPlace((holder, name, { random }) => {
    const value = holder[name];
    if (typeof value === 'string') {
      holder[name] = value.repeat(random.between(2, 30));
    }
  }),
  // Renamed, also to names of Object.prototype.
  atAnyPlace((holder, name, { random }) => {
    const other = pick(random, [
      '',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      `${name}x`,
      name.toUpperCase(),
    ]);
    Object.defineProperty(holder, other, { value: holder[name], enumerable: true, configurable: true, writable: true });
  }),
  // Replaced from elsewhere: an id, another operation, a field of another operation.
  atAnyPlace((holder, name, { random, places }) => {
    holder[name] = pick(random, [...places.tokens, ...places.sessions, ...places.orders, ...Object.keys(MAKINGS)]);
  }),
  ({ body }, { random }) => {
    const field = pick(random, asked);
    if (isTree(body)) {
      putSafely(body, field.path, copied(pick(random, examplesFor(field).refused)));
    }
  },
  ({ body }, { random }) => {
    const field = pick(random, asked);
    if (isTree(body)) {
      putSafely(body, field.path, copied(pick(random, examplesFor(field).accepted)));
    }
  },
  (request, { random }) => {
    request.body = pick(random, [undefined, [], null, 'text', 5, [request.body], nested(random, request.body)]);
  },
  ({ body }, { random }) => {
    if (isTree(body)) {
      body.apiOperation = pick(random, [...Object.keys(MAKINGS), 'NONE', 5, null, '']);
    }
  },
  ({ body }, { random }) => {
    const count = random.between(1, chance(random, 50) ? 1_200 : 30);
    const many = Array.from({ length: count }, () => ({ name: 'x', quantity: 1, unitPrice: '1' }));
    if (isTree(body)) {
      putSafely(body, 'order.item', many);
    }
  },
];

function isTree(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !JSON.isRawJSON(body);
}

/** An earlier mutation may have replaced a group on the path. */
function putSafely(body: Record<string, unknown>, path: string, value: unknown): void {
  try {
    put(body, path, value);
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
  }
}

/** Mutations of the body's text, beyond valid JSON. */
const IN_BYTES: readonly Mutation[] = [
  // Bytes flipped.
  (request, { random }) => {
    const bytes = Buffer.from(bytesOf(request) ?? Buffer.alloc(0));
    for (let count = random.between(1, 4); count > 0 && bytes.length > 0; count -= 1) {
      const at = random.between(0, bytes.length);
      bytes[at] = bytes[at]! ^ (1 << random.between(0, 8));
    }
    request.bytes = bytes;
  },
  // Truncated.
  (request, { random }) => {
    const bytes = bytesOf(request) ?? Buffer.alloc(0);
    request.bytes = bytes.subarray(0, random.between(0, bytes.length + 1));
  },
  // A suffix appended.
  (request, { random }) => {
    const tail = pick(random, ['}', '{}', '\u0000', ' ', ',', '[]', '\ufeff']);
    request.bytes = Buffer.concat([bytesOf(request) ?? Buffer.alloc(0), Buffer.from(tail)]);
  },
  // A member duplicated.
  (request) => {
    const text = (bytesOf(request) ?? Buffer.alloc(0)).toString('utf8');
    request.bytes = Buffer.from(text.replace(/("[^"]+":"[^"]*")/, '$1,$1'));
  },
  // A part duplicated.
  (request, { random }) => {
    const bytes = bytesOf(request) ?? Buffer.alloc(0);
    const [from, to] = [random.between(0, bytes.length + 1), random.between(0, bytes.length + 1)];
    request.bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
];

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
const WRONG_VERSIONS = ['13', '101', '0', '-1', '1e2', '100.0', 'abc', '', '99999999999999999999', '%31%30%30', '034'];
const SEGMENTS = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%',
  '%zz',
  '%00',
  'a%2Fb',
  '%F0%9F%98%80',
  'x'.repeat(300),
  "'",
  'a;b',
  '__proto__',
];
const HEADERS: readonly Record<string, string>[] = [
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': 'text/plain; charset=utf-16' },
  { 'Content-Type': 'multipart/form-data' },
  { 'Content-Encoding': 'gzip' },
  { Accept: 'text/html' },
  { 'X-Forwarded-For': "'" },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Authorization: '' },
  { Authorization: 'Basic' },
  { Authorization: 'Basic bWVyY2hhbnQuT1RIRVI6eA==' },
  { Authorization: 'Bearer x' },
  { Host: 'other.example' },
  { Expect: '100-continue' },
];

const AROUND: readonly Mutation[] = [
  (request, { random }) => {
    request.method = pick(random, METHODS);
  },
  (request, { random }) => {
    request.version = pick(random, WRONG_VERSIONS);
  },
  (request, { random }) => {
    request.headers.Authorization = basic(request.merchant, PASSWORD);
    request.merchant = pick(random, ['SUPPLIED', 'NOBODY', 'testshop', '%54ESTSHOP']);
  },
  (request, { random }) => {
    request.segments[random.between(0, request.segments.length)] = pick(random, SEGMENTS);
  },
  (request, { random, places }) => {
    const elsewhere = [...places.tokens, ...places.sessions, ...places.orders];
    request.segments[random.between(0, request.segments.length)] = encodeURIComponent(pick(random, elsewhere));
  },
  (request, { random }) => {
    request.segments.push(pick(random, ['', 'more', '?a=b', '#a']));
  },
  (request) => {
    request.segments.pop();
  },
  (request, { random }) => {
    Object.assign(request.headers, pick(random, HEADERS));
  },
];

/** One request in this many stays unmodified. */
const UNTOUCHED = 10;
const IN_BODY_MAX = 3;

/** A valid request of some operation with a mutation, deterministic for the same random source. */
export function mutatedRequest(choice: Choice): Draft {
  const { random } = choice;
  const request = pick(random, Object.values(MAKINGS))(choice);
  request.body = copied(request.body);
  if (chance(random, UNTOUCHED)) {
    return request;
  }
  const changes = [
    ...Array.from({ length: random.between(0, IN_BODY_MAX + 1) }, () => pick(random, IN_BODY)),
    ...(chance(random, 4) ? [pick(random, AROUND)] : []),
    ...(chance(random, 6) ? [pick(random, IN_BYTES)] : []),
  ];
  for (const change of changes) {
    change(request, choice);
  }
  return request;
}
