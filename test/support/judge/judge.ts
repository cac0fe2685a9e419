/**
 * The decryption check: given every byte that a gateway has written and every key that it has, it searches for data
 * that should be gone. Decrypted text is searched for further keys: a session's id is as good as a key.
 */

import { keysOfId } from './gateway-keys.ts';
import { decoded, distinct, type Haystack } from './haystacks.ts';
import { type Key, type OpenedText, sweep } from './sweep.ts';

/** The entered data, by its place. */
export type Typed = Readonly<Record<string, string>>;

export interface Verdict {
  /** The entered data that was found, with the place. */
  readonly recovered: readonly { readonly typed: string; readonly at: string }[];
  readonly bytes: number;
  readonly decodedBytes: number;
  readonly keys: number;
  /** Session ids found. */
  readonly ids: readonly string[];
  /** Decrypted texts: an empty list means that the check has not worked. */
  readonly opened: readonly (OpenedText & { readonly at: string })[];
}

const SESSION_IDS = /SESSION[0-9A-Za-z]{24}/g;
/** The hash of an id is not an id; using it as a key would fail. */
const HASHES = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/** All databases of a server share its log: it also contains hashes of this one's rows. */
const SHARED_LOG = 'pg_wal';

/** @param foundIds ids of sessions that the thief knows */
export function judge(
  evidence: readonly Haystack[],
  keys: readonly Key[],
  typed: Typed,
  foundIds: readonly string[] = [],
): Verdict {
  const files = distinct(evidence);
  const texts = distinct(files.map(decoded));
  const opened: Verdict['opened'][number][] = [];
  const ids = new Set<string>(foundIds);
  const tried = new Set<string>();
  for (const { name, bytes } of [...files, ...texts]) {
    opened.push(...sweep(bytes, keys).map((text) => ({ ...text, at: name })));
    collect(ids, bytes.toString('latin1'));
  }
  const own = files.filter(({ name }) => !name.includes(SHARED_LOG));
  const hashes = new Set(own.flatMap(({ bytes }) => bytes.toString('latin1').match(HASHES) ?? []));
  let inner = [...texts, ...innerOf(opened)];
  for (;;) {
    const passwords = [...ids, ...hashes].filter((id) => !tried.has(id));
    for (const id of passwords) {
      tried.add(id);
    }
    const more = [...passwords.flatMap(keysOfId)];
    const found = inner.flatMap(({ name, bytes }) => sweep(bytes, more).map((text) => ({ ...text, at: name })));
    if (found.length === 0) {
      break;
    }
    opened.push(...found);
    for (const { text } of found) {
      collect(ids, text);
    }
    inner = [...inner, ...innerOf(found)];
  }
  const recovered = Object.entries(typed).flatMap(([where, secret]) => [
    ...opened
      .filter(({ text }) => text.includes(secret))
      .map(({ at, key }) => ({ typed: where, at: `${at}, by ${key}` })),
    ...files
      .filter(({ bytes }) => bytes.includes(secret))
      .map(({ name }) => ({ typed: where, at: `${name}, in clear` })),
  ]);
  return {
    recovered,
    bytes: total(files),
    decodedBytes: total(texts),
    keys: keys.length + tried.size,
    ids: [...ids],
    opened,
  };
}

function collect(ids: Set<string>, text: string): void {
  for (const id of text.match(SESSION_IDS) ?? []) {
    ids.add(id);
  }
}

/** A decrypted text may itself be a sealed one in base64. */
function innerOf(opened: Verdict['opened']): Haystack[] {
  return opened.map(({ at, text }) => decoded({ name: `${at}, opened`, bytes: Buffer.from(text, 'latin1') }));
}

function total(haystacks: readonly Haystack[]): number {
  return haystacks.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** For the log of a run. */
export function summary(name: string, typed: Typed, { recovered, opened, ...verdict }: Verdict): string {
  return [
    `judge, ${name}: ${Object.keys(typed).length} typed (${Object.keys(typed).join(', ')});`,
    `${verdict.bytes} bytes searched at each offset, and ${verdict.decodedBytes} that stood there in hex or base64;`,
    `${verdict.keys} keys tried; ${opened.length} texts opened; ${verdict.ids.length} session ids found;`,
    `${recovered.length} recovered`,
  ].join(' ');
}
