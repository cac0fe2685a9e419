/** The codes shown to payers: they pay this charge, and no other. */
import { describe, expect, it } from 'vitest';
import { codeFor, crcOf, isCodeOf } from '../../../../src/adapters/providers/pix/br-code.ts';
import { brCode } from '../../../../src/sandbox/pix/br-code.ts';

const LOCATION = 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441';
const CHARGE = { amount: '12.50', location: LOCATION };
/** With its checksum computed again. */
const resealed = (text: string) => text.slice(0, -4) + crcOf(text.slice(0, -4));
const CODE = brCode({ location: LOCATION, name: 'Fulano de Tal', city: 'BRASILIA' });

it('the checksum matches the check value of the algorithm’s own catalogue', () => {
  expect(crcOf('123456789')).toBe('29B1');
});

describe('a code', () => {
  it('of the PSP pays the charge at its address', () => {
    expect(isCodeOf(CODE, CHARGE)).toBe(true);
    expect(isCodeOf(CODE.toLowerCase().replace('br.gov', 'BR.GOV'), CHARGE)).toBe(false);
    expect(isCodeOf(CODE, { ...CHARGE, location: undefined })).toBe(true);
    expect(isCodeOf(CODE, { ...CHARGE, location: `${LOCATION.slice(0, -1)}0` })).toBe(false);
  });

  it('in the description’s own format is read', () => {
    const text =
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441' +
      '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304';
    expect(isCodeOf(text + crcOf(text), CHARGE)).toBe(true);
  });

  it.each([
    ['a character changed', (code: string) => code.replace('Fulano', 'Fulana')],
    ['a character less', (code: string) => code.slice(0, -1)],
    ['another checksum', (code: string) => `${code.slice(0, -4)}0000`],
  ])('with %s is not shown', (_, change) => {
    expect(isCodeOf(change(CODE), CHARGE)).toBe(false);
  });

  it.each([
    ['another currency', (code: string) => code.replace('5303986', '5303840')],
    ['another country', (code: string) => code.replace('5802BR', '5802PT')],
    ['another system', (code: string) => code.replace('br.gov.bcb.pix', 'br.gov.bcb.pox')],
    ['another amount', (code: string) => code.replace('5802BR', '540512.515802BR')],
    ['an amount that is none', (code: string) => code.replace('5802BR', '540512,505802BR')],
    ['a key in place of an address', (code: string) => code.replace('2554pix', '0154pix')],
    ['a field twice', (code: string) => code.replace('5802BR', '5802BR5802BR')],
    ['a length that is too long', (code: string) => code.replace('5913Fulano', '5999Fulano')],
    ['no fields at all', () => '6304'],
  ])('with %s is not shown, even with a correct checksum', (_, change) => {
    const text = change(CODE);
    expect(isCodeOf(text === '6304' ? text + crcOf(text) : resealed(text), CHARGE)).toBe(false);
  });

  it.each(['12.50', '12.5'])('may contain the amount: %s', (amount) => {
    const field = `54${`${amount.length}`.padStart(2, '0')}${amount}`;
    expect(isCodeOf(resealed(CODE.replace('5802BR', `${field}5802BR`)), CHARGE)).toBe(true);
  });

  it('is no longer than the description allows', () => {
    const filler = `80${99}${'x'.repeat(99)}`;
    const fields = [80, 81, 82, 83].map((id) => filler.replace(/^80/, String(id))).join('');
    expect(isCodeOf(resealed(CODE.replace('5802BR', `${fields}5802BR`)), CHARGE)).toBe(false);
  });
});

describe('where the PSP gives only an address', () => {
  it('the gateway builds the code for that charge', () => {
    const text = codeFor({ location: LOCATION, amount: '12.50', name: 'Padaria São João', city: '' });
    expect(text).toContain('5916Padaria Sao Joao6006BRASIL');
    expect(isCodeOf(text ?? '', CHARGE)).toBe(true);
  });

  it('a shop without one Latin letter is called LOJA', () => {
    const text = codeFor({ location: LOCATION, amount: '1.00', name: '商店', city: 'SAO PAULO' });
    expect(text).toContain('5904LOJA6009SAO PAULO');
  });

  it('an address that fits in no code gives none', () => {
    expect(codeFor({ location: 'x'.repeat(78), amount: '1.00', name: 'A', city: 'B' })).toBeUndefined();
    expect(codeFor({ location: '', amount: '1.00', name: 'A', city: 'B' })).toBeUndefined();
  });
});
