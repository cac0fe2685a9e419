import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isSigningKey, newSigningKey, signature } from '../../../src/adapters/notifications/signature.ts';

const now = () => Math.floor(Date.now() / 1_000);

interface Message {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
  readonly signatures: string;
}

function signed(keys: readonly string[], id = 'ntf_1', body = '{"amount":"12.50"}', seconds = now()): Message {
  return { id, seconds, body, signatures: signature(keys, id, seconds, body) };
}

/** As a merchant's own server does it. */
function isVerified(key: string, { id, seconds, body, signatures }: Message): boolean {
  const headers = { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': signatures };
  try {
    new Webhook(key).verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    // Any other error is a fault of the test, and would pass for a refusal.
    expect(String(error)).toMatch(/No matching signature found/);
    return false;
  }
}

/** One bit changed in each byte, keeping letters and digits, so that it stays a valid header. */
function flips(text: string): string[] {
  const bytes = Buffer.from(text);
  return [...bytes.keys()].map((at) => {
    const changed = Buffer.from(bytes);
    changed[at] = changed[at]! ^ 1;
    return changed.toString();
  });
}

/** Arbitrary text: lone surrogates, line ends, malformed values. */
const anything = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 200 });

describe('a signature', () => {
  it('is accepted by the library of Standard Webhooks, for any id and body', () => {
    const ids = fc.oneof(anything, fc.string({ unit: 'binary' })).filter((id) => id !== '');
    fc.assert(
      fc.property(ids, fc.oneof(anything, fc.json()), (id, body) => {
        const key = newSigningKey();
        return isVerified(key, signed([key], id, body));
      }),
      { numRuns: 200 },
    );
  });

  it('is the HMAC of id, time and body as sent', () => {
    const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const expected = createHmac('sha256', Buffer.alloc(32, 7)).update('ntf_9.1700000000.{"é":1}').digest('base64');
    expect(signature([key], 'ntf_9', 1_700_000_000, '{"é":1}')).toBe(`v1,${expected}`);
  });

  const key = newSigningKey();
  const message = signed([key]);
  const forgeries: [string, Message[]][] = [
    ['body', flips(message.body).map((body) => ({ ...message, body }))],
    ['id', flips(message.id).map((id) => ({ ...message, id }))],
    ['signature', flips(message.signatures.slice(3)).map((text) => ({ ...message, signatures: `v1,${text}` }))],
    ['time', [-200, -1, 1, 200].map((by) => ({ ...message, seconds: message.seconds + by }))],
    ['version', [{ ...message, signatures: message.signatures.replace('v1,', 'v1a,') }]],
  ];

  it.each(forgeries)('fails with any change of the %s', (_, changed) => {
    expect(isVerified(key, message)).toBe(true);
    expect(changed.filter((one) => isVerified(key, one))).toEqual([]);
  });

  it('fails with any change of the key', () => {
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
    const others = [...bytes.keys()].map((at) => {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 0x80;
      return `whsec_${changed.toString('base64')}`;
    });
    expect(others.filter((other) => isVerified(other, message))).toEqual([]);
  });

  it('by two keys is accepted with either key, and with no other', () => {
    const [older, newer, foreign] = [newSigningKey(), newSigningKey(), newSigningKey()];
    const both = signed([newer, older]);
    expect([older, newer, foreign].map((one) => isVerified(one, both))).toEqual([true, true, false]);
    expect([older, newer].map((one) => isVerified(one, signed([newer])))).toEqual([false, true]);
  });
});

describe('a signing key', () => {
  it('is random, of 32 bytes, and accepted by the libraries', () => {
    const keys = Array.from({ length: 1_000 }, newSigningKey);
    expect(new Set(keys).size).toBe(1_000);
    expect(keys.every(isSigningKey)).toBe(true);
    expect(Buffer.from(keys[0]!.slice('whsec_'.length), 'base64')).toHaveLength(32);
  });

  const ofBytes = (count: number) => Buffer.alloc(count, 0xfb).toString('base64');
  it.each([
    [`whsec_${ofBytes(23)}`, false],
    [`whsec_${ofBytes(24)}`, true],
    [`whsec_${ofBytes(25)}`, true],
    [`whsec_${ofBytes(64)}`, true],
    [`whsec_${ofBytes(65)}`, false],
    [`whsec_${ofBytes(32).replaceAll('+', '-').replaceAll('/', '_')}`, false],
    [`whsec_${ofBytes(32).replace('=', '')}`, false],
    [`whsec_${ofBytes(32)}\n`, false],
    [ofBytes(32), false],
    [`WHSEC_${ofBytes(32)}`, false],
    ['whsec_', false],
    ['', false],
  ])('%j is valid: %s', (text, expected) => {
    expect(isSigningKey(text)).toBe(expected);
  });
});
