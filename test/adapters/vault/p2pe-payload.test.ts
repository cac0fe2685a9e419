import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptedNumber, panOfPayload } from '../../../src/adapters/vault/p2pe-payload.ts';
import { encrypted } from './terminal.ts';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const packed = (hex: string) => Buffer.from(hex, 'hex');
const PAN = '5123450000000008';
const AMEX = '345678901234564';

describe('the card number of a payload', () => {
  it.each([
    ['digits alone', ascii(PAN), PAN],
    ['digits and NUL', ascii(`${PAN}\0\0\0\0\0\0\0\0`), PAN],
    ['digits and spaces', ascii(`${AMEX}         `), AMEX],
    ['digits and F', ascii(`${AMEX}F`), AMEX],
    ['digits and FF bytes', ascii(`${AMEX}\xff`), AMEX],
    ['digits after zeros', ascii(`0${AMEX}`), AMEX],
    ['digits after NUL', ascii(`\0${AMEX}`), AMEX],
    ['digits and PKCS #7 padding', ascii(`${AMEX}\x01`), AMEX],
    ['digits and a block of PKCS #7 padding', ascii(PAN + '\x08'.repeat(8)), PAN],
    ['digits and ISO/IEC 9797-1 padding', ascii(`${PAN}\x80\0\0\0\0\0\0\0`), PAN],
    ['packed digits and F', packed(`${AMEX}${'F'.repeat(17)}`), AMEX],
    ['packed digits after zeros', packed(PAN.padStart(32, '0')), PAN],
    [
      'packed digits after zeros, ending in what could be padding',
      packed('5123450000000001'.padStart(32, '0')),
      '5123450000000001',
    ],
    ['packed digits and a block of PKCS #7 padding', packed(`${PAN}0808080808080808`), PAN],
    ['packed digits and ISO/IEC 9797-1 padding', packed(`${AMEX}F8000000000000000`), AMEX],
    ['a packed track 2', packed(`${PAN}D39012010000F`.padEnd(32, 'F')), PAN],
    ['a track 2', ascii(`;${PAN}=39012010000000?`), PAN],
    ['a track 2 without sentinels, and NUL', ascii(`${PAN}=3901201\0\0\0\0\0\0\0\0`), PAN],
    ['a track 2 and PKCS #7 padding', ascii(`;${PAN}=3901201?\x06\x06\x06\x06\x06\x06`), PAN],
    [
      'a track 1 and NUL',
      ascii('%B5452300551227189^HOGAN/PAUL      ^08043210000000725000000?\0\0\0\0'),
      '5452300551227189',
    ],
    ['nine digits', ascii('512345678       '), '512345678'],
    ['nineteen digits', ascii('6799990100000000019     '), '6799990100000000019'],
    ['nineteen packed digits', packed('6799990100000000019'.padEnd(32, 'F')), '6799990100000000019'],
  ])('is found in %s', (_what, plain, number) => {
    expect(panOfPayload(plain)).toBe(number);
  });

  it.each([
    ['eight digits', ascii('51234500        ')],
    ['twenty digits', ascii('51234500000000080001    ')],
    ['twenty packed digits', packed('51234500000000080001'.padEnd(32, 'F'))],
    ['zeros', ascii('0'.repeat(16))],
    ['packed zeros', Buffer.alloc(16)],
    ['filling', Buffer.alloc(16, 0xff)],
    ['packed digits and zeros, of which some may be the number’s', packed(PAN.padEnd(32, '0'))],
    ['a masked number', ascii('512345xxxxxx0008')],
    ['two numbers', ascii(`${PAN} ${AMEX}`)],
    ['digits in a sentence', ascii(`card: ${PAN}  `)],
    ['padding that counts wrong', ascii(`${AMEX}\x02`)],
    ['a track 2 with a 13th month', ascii(`;${PAN}=3913201?`)],
    ['nothing', Buffer.alloc(0)],
  ])('is not found in %s', (_what, plain) => {
    expect(panOfPayload(plain)).toBeUndefined();
  });

  it('is not found in noise, the result of a wrong key', () => {
    const blocks = fc.array(fc.uint8Array({ minLength: 8, maxLength: 8 }), { minLength: 2, maxLength: 64 });
    fc.assert(
      fc.property(blocks, (noise) => {
        expect(panOfPayload(Buffer.concat(noise))).toBeUndefined();
      }),
      { numRuns: 2_000, seed: 20_261_121 },
    );
  });
});

describe('an encrypted card number', () => {
  const sent = encrypted(ascii(PAN), 'FFFF9876543210E00001');

  it('opens under the merchant’s key', () => {
    expect(decryptedNumber(sent)).toBe(PAN);
    expect(decryptedNumber(encrypted(ascii(PAN), 'FFFF9876543210E00002', '0011223344556677'))).toBe(PAN);
  });

  it('is unreadable under another key, another counter, or when cut', () => {
    for (const other of [
      { bdk: 'FEDCBA98765432100123456789ABCDEF' },
      { keySerialNumber: 'FFFF9876543210E00002' },
      { payload: sent.payload.slice(0, 30) },
      { payload: sent.payload.slice(0, 31) },
    ]) {
      expect(decryptedNumber({ ...sent, ...other })).toBeUndefined();
    }
  });
});
