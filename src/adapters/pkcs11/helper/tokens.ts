/** Finds the token that a PKCS#11 URI names, and signs in to it. */
import { readFileSync, statSync } from 'node:fs';
import type { KeyAddress } from '../uri.ts';
import { copyOf, piece, ULONG_BYTES, ulong, ulongs } from './memory.ts';
import type { Module } from './module.ts';
import { requireSuccess, TokenError } from './return-values.ts';

/** The size of `CK_TOKEN_INFO`: space-padded texts, flags, ten numbers, two versions and a time. */
const TOKEN_INFO_BYTES = 208;
const TEXTS = { token: [0, 32], manufacturer: [32, 64], model: [64, 80], serial: [80, 96] } as const;
const FLAGS_AT = 96 / ULONG_BYTES;
const CKF_LOGIN_REQUIRED = 0x4n;
const CKF_TOKEN_INITIALIZED = 0x400n;
const CKF_USER_PIN_FINAL_TRY = 0x2_0000n;
const CKF_USER_PIN_LOCKED = 0x4_0000n;
const CKF_SERIAL_SESSION = 0x4n;
const CKU_USER = 1n;
/** The maximum number of slots to read, far more than a machine has. */
const SLOTS_MAX = 256;
/** The bits of a file's mode for other users. */
const OTHERS = 0o007;
/** The line end after the PIN in its file. */
const LINE_END = /\r?\n$/;

export interface FoundToken {
  readonly slot: bigint;
  readonly texts: Readonly<Record<keyof typeof TEXTS, string>>;
  readonly flags: bigint;
}

/** @returns a session in which the token's keys can be used */
export function signIn(module: Module, { token: wanted, pin }: KeyAddress): bigint {
  const { found, problem } = tokens(module);
  if (problem !== undefined && !found.some((one) => isNamed(one, wanted))) {
    throw problem;
  }
  const { slot, flags } = theOne(found, wanted);
  const session = ulongs(0);
  requireSuccess('C_OpenSession', module.functions.C_OpenSession(slot, CKF_SERIAL_SESSION, 0n, 0n, session));
  refuseLastTry(flags);
  if ((flags & CKF_LOGIN_REQUIRED) !== 0n) {
    const bytes = copyOf('file' in pin ? pinIn(pin.file) : Buffer.from(pin.value, 'utf8'));
    try {
      requireSuccess('C_Login', module.functions.C_Login(ulong(session), CKU_USER, bytes, BigInt(bytes.length)));
    } finally {
      bytes.fill(0);
    }
  }
  return ulong(session);
}

/**
 * Refuses to sign in if one more wrong PIN would lock it, so that the last attempt is left to the operator: a service
 * manager restarts a gateway repeatedly.
 */
export function refuseLastTry(flags: bigint): void {
  if ((flags & CKF_USER_PIN_LOCKED) !== 0n) {
    throw new TokenError({ kind: 'REFUSED', text: 'the PIN is locked, after too many wrong ones' });
  }
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0n) {
    const text = "one wrong PIN more would lock it, so none is tried: sign in once with the vendor's own tool";
    throw new TokenError({ kind: 'REFUSED', text });
  }
}

/** @throws TokenError if no token or several tokens match; the message lists the tokens that are present */
export function theOne(found: readonly FoundToken[], wanted: KeyAddress['token']): FoundToken {
  const matching = found.filter((one) => isNamed(one, wanted));
  const [first, second] = matching;
  if (first !== undefined && second === undefined) {
    return first;
  }
  const labels = found.map(({ texts }) => `"${texts.token}" (serial ${texts.serial})`).join(', ');
  const text =
    first === undefined
      ? `the token is not there; there ${found.length === 0 ? 'is none' : `are ${labels}`}`
      : `several tokens match: ${labels}; serial tells them apart`;
  throw new TokenError({ kind: 'AWAY', text });
}

function isNamed({ texts }: FoundToken, wanted: KeyAddress['token']): boolean {
  return Object.entries(wanted).every(([name, text]) => texts[name as keyof typeof TEXTS] === text);
}

interface Tokens {
  readonly found: readonly FoundToken[];
  /** The error of a slot that cannot be read, for example a reader with another vendor's card. */
  readonly problem?: unknown;
}

function tokens(module: Module): Tokens {
  const count = ulongs(SLOTS_MAX);
  const slots = piece(SLOTS_MAX * ULONG_BYTES);
  requireSuccess('C_GetSlotList', module.functions.C_GetSlotList(1, slots, count));
  const found: FoundToken[] = [];
  let problem: unknown;
  for (let at = 0; at < Number(ulong(count)); at += 1) {
    try {
      found.push(tokenIn(module, ulong(slots, at)));
    } catch (error) {
      problem ??= error;
    }
  }
  return { found: found.filter(({ flags }) => (flags & CKF_TOKEN_INITIALIZED) !== 0n), problem };
}

function tokenIn({ functions }: Module, slot: bigint): FoundToken {
  const info = piece(TOKEN_INFO_BYTES);
  requireSuccess('C_GetTokenInfo', functions.C_GetTokenInfo(slot, info));
  const text = ([from, to]: readonly [number, number]) => info.toString('utf8', from, to).trimEnd();
  const { token, manufacturer, model, serial } = TEXTS;
  const texts = { token: text(token), manufacturer: text(manufacturer), model: text(model), serial: text(serial) };
  return { slot, texts, flags: ulong(info, FLAGS_AT) };
}

function pinIn(file: string): Buffer {
  let text: string;
  try {
    if ((statSync(file).mode & OTHERS) !== 0) {
      const open = 'the file of pin-source is one that everybody on this machine may read: make it 0600';
      throw new TokenError({ kind: 'AWAY', text: open });
    }
    text = readFileSync(file, 'utf8').replace(LINE_END, '');
  } catch (error) {
    if (error instanceof TokenError) {
      throw error;
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new TokenError({ kind: 'AWAY', text: `the file of pin-source cannot be read (${code})` });
  }
  if (text === '') {
    throw new TokenError({ kind: 'REFUSED', text: 'the file of pin-source is empty' });
  }
  return Buffer.from(text, 'utf8');
}
