import { createHmac, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import {
  HANDLE,
  lateRefundReference,
  movementReference,
  newHandle,
  newPaymentReference,
} from '../../../src/core/browser-payments/names.ts';
import { readReturnState, returnState } from '../../../src/core/browser-payments/return-state.ts';
import type { Sealer } from '../../../src/core/ports/index.ts';

const NOW = Date.UTC(2026, 10, 21);
const random = (below: number) => randomInt(below);
/** The references that providers accept. */
const REFERENCE = /^[A-Za-z0-9-]{1,32}$/;

const sealer = (key: string): Sealer => ({
  seal: () => new Uint8Array(),
  open: () => '',
  hash: (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest(),
  hashes: (purpose, text) => [createHmac('sha256', key).update(`${purpose}\n${text}`).digest()],
});
const ours = sealer('ours');
const OWN_REFERENCE = 'aB3dE5gH7jK9mN1p';

describe('a payment’s names', () => {
  it('have the characters and the length that providers and addresses accept', () => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      expect(newPaymentReference(random)).toMatch(/^[0-9A-Za-z]{16}$/);
      expect(newHandle(0, random)).toMatch(/^[0-9A-Za-z]{24}$/);
      expect(newHandle(62, random)).toMatch(/^10[0-9A-Za-z]{24}$/);
      expect([newHandle(0, random), newHandle(62, random)].every((handle) => HANDLE.test(handle))).toBe(true);
    }
  });

  it('use every character, so that none is guessed more easily than another', () => {
    const characters = new Set(Array.from({ length: 500 }, () => newHandle(0, random)).join(''));
    expect(characters.size).toBe(62);
  });

  it('are made from the random source alone', () => {
    const first = (below: number) => below - below;
    const last = (below: number) => below - 1;
    expect([newPaymentReference(first), newPaymentReference(last)]).toEqual(['0'.repeat(16), 'z'.repeat(16)]);
  });

  it.each(['x'.repeat(23), 'x'.repeat(25), `${'x'.repeat(23)}-`, `${'x'.repeat(24)}\n`, 'ü'.repeat(24)])(
    '%j is not a valid handle',
    (text) => {
      expect(HANDLE.test(text)).toBe(false);
    },
  );

  it('of its movements differ from each other, and fit a provider up to the largest key', () => {
    const names = [0, 1, 35, 36, Number.MAX_SAFE_INTEGER].map((key) =>
      movementReference({ reference: OWN_REFERENCE }, key),
    );
    names.push(lateRefundReference({ reference: OWN_REFERENCE }));
    expect(new Set(names).size).toBe(6);
    for (const name of names) {
      expect(name).toMatch(REFERENCE);
      expect(name.startsWith(`${OWN_REFERENCE}-`)).toBe(true);
    }
  });
});

describe('the secret of a return URL', () => {
  const state = returnState(ours, { transactionKey: 7, reference: OWN_REFERENCE }, NOW);

  it('has only characters of an address, and names neither payment nor order', () => {
    expect(state).toMatch(/^[0-9A-Za-z_-]+$/);
    expect(encodeURIComponent(state)).toBe(state);
    expect(state).not.toContain(OWN_REFERENCE);
  });

  it('identifies the payment, and has an expiry', () => {
    const read = readReturnState(ours, state);
    expect([read?.transactionKey, read?.expiresAt]).toEqual([7, NOW + DAY_MS]);
    expect(read?.isOf(OWN_REFERENCE)).toBe(true);
  });

  it('matches no other payment, and no other gateway', () => {
    expect(readReturnState(ours, state)?.isOf('another-16-chars')).toBe(false);
    expect(readReturnState(sealer('theirs'), state)?.isOf(OWN_REFERENCE)).toBe(false);
    expect(
      readReturnState(ours, returnState(sealer('theirs'), { transactionKey: 7, reference: OWN_REFERENCE }, NOW))?.isOf(
        OWN_REFERENCE,
      ),
    ).toBe(false);
  });

  it('reads the largest key, and none beyond the safe integers', () => {
    const largest = returnState(ours, { transactionKey: Number.MAX_SAFE_INTEGER, reference: OWN_REFERENCE }, NOW);
    expect(readReturnState(ours, largest)?.transactionKey).toBe(Number.MAX_SAFE_INTEGER);
    const beyond = largest.replace(/^[^-]+/, 'z'.repeat(11));
    expect(readReturnState(ours, beyond)).toBeUndefined();
  });

  it('is refused with any one bit changed', () => {
    const [head, signature] = [state.slice(0, -22), state.slice(-22)];
    const bytes = Buffer.from(signature, 'base64url');
    expect(bytes).toHaveLength(16);
    for (let bit = 0; bit < 128; bit += 1) {
      const turned = Buffer.from(bytes);
      turned[bit >> 3]! ^= 1 << (bit & 7);
      expect(readReturnState(ours, head + turned.toString('base64url'))?.isOf(OWN_REFERENCE)).toBe(false);
    }
  });

  it('is read in one spelling alone', () => {
    const spellings = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const taken = [...spellings].filter(
      (last) => readReturnState(ours, state.slice(0, -1) + last)?.isOf(OWN_REFERENCE) === true,
    );
    expect(taken).toEqual([state.at(-1)]);
    for (const other of [`0${state}`, state.toUpperCase(), ` ${state}`, `${state}\n`, `${state}=`]) {
      expect(readReturnState(ours, other)?.isOf(OWN_REFERENCE) ?? false).toBe(false);
    }
  });

  it.each([
    '',
    '-',
    '--',
    '7',
    '7-1',
    '7-1-',
    'ü-1-xxxxxxxxxxxxxxxxxxxxxx',
    '../../etc/passwd',
    `7-1-${'x'.repeat(10_000)}`,
  ])('is not recognized in %j', (text) => {
    expect(readReturnState(ours, text)).toBeUndefined();
  });
});
