import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsCardData } from '../../../src/contract/card-data.ts';
import { brandOf, luhn } from '../../../src/contract/card-rules.ts';
import { preservingToken, randomToken } from '../../../src/core/tokens/ids.ts';
import { bank, card, tokenRig, VISA } from './rig.ts';

const numbers = fc.stringMatching(/^[0-9]{9,19}$/);
const draws = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 });

/** Returns these digits one after the other, and then zeros. */
function drawing(digits: Iterable<number | string>): () => number {
  const left = [...digits].map(Number);
  return () => left.shift() ?? 0;
}

describe('a token that the gateway makes', () => {
  it('by RANDOM has 16 digits, of which the first is a 9, and is no card number', () => {
    fc.assert(
      fc.property(numbers, draws, (number, digits) => {
        const token = randomToken(number, drawing(digits));
        expect(token).toMatch(/^9[0-9]{15}$/);
        expect(token.slice(1, 15)).toBe(digits.slice(0, 14).join(''));
        expect([luhn(token), brandOf(token), holdsCardData(token)]).toEqual([false, undefined, false]);
        expect(token).not.toBe(number);
      }),
    );
  });

  it('by PRESERVE_6_4 has the length, the first six and the last four digits of the card number, and is no card number', () => {
    fc.assert(
      fc.property(numbers, draws, (number, digits) => {
        const token = preservingToken(number, drawing(digits));
        const first = Math.min(6, number.length - 8);
        expect(token).toMatch(/^[0-9]+$/);
        expect([token.length, luhn(token), token === number]).toEqual([number.length, false, false]);
        expect([token.slice(0, first), token.slice(-4)]).toEqual([number.slice(0, first), number.slice(-4)]);
        expect(token.slice(first, -5)).toBe(digits.slice(0, number.length - first - 5).join(''));
      }),
    );
  });

  it.each([
    [9, 4],
    [12, 4],
    [13, 4],
    [14, 4],
    [15, 5],
    [16, 6],
    [19, 9],
  ])('by PRESERVE_6_4 hides of %i digits %i', (length, hidden) => {
    const number = '4'.repeat(length);
    const token = preservingToken(number, () => 0);
    expect([...token].filter((digit) => digit !== '4')).toHaveLength(hidden);
  });

  it('is drawn again if it would be a card number, or the number itself', () => {
    expect(luhn('9000000000000001')).toBe(true);
    expect(randomToken(VISA, drawing('000000000000001'))).toBe('9000000000000002');
    const [number, beside] = ['6006001234567890', '6006001234577890'];
    expect([luhn(number), luhn(beside)]).toEqual([false, false]);
    expect(preservingToken(number, drawing('123456'))).toBe(beside);
  });

  it('is another one if the drawn one is taken', async () => {
    const { ask, merchant } = await tokenRig({ random: drawing('1'.repeat(30) + '2'.repeat(15)) });
    const shop = await merchant();
    for (const middle of ['1', '2']) {
      expect(await ask(shop, card())).toMatchObject({
        created: true,
        token: { token: expect.stringMatching(new RegExp(`^9${middle}{14}[0-9]$`)) },
      });
    }
  });

  it('is refused as busy after a limited number of draws that are all taken', async () => {
    const { ask, merchant } = await tokenRig({ random: () => 1 });
    const shop = await merchant();
    await ask(shop, card());
    await expect(ask(shop, card())).rejects.toMatchObject({ errorCause: 'SERVER_BUSY' });
  });

  it('follows the strategy of the profile, and has no six and four digits for a bank account', async () => {
    const { stored, merchant } = await tokenRig();
    expect((await stored(await merchant(), card())).token).toMatch(/^9[0-9]{15}$/);
    const preserving = await merchant({ tokenGeneration: 'PRESERVE_6_4' });
    expect((await stored(preserving, card())).token).toMatch(/^512345[0-9]{6}0008$/);
    expect((await stored(preserving, bank())).token).toMatch(/^9[0-9]{15}$/);
  });
});
