import { describe, expect, it } from 'vitest';
import { readForm } from '../../../src/checkout/payer/form.ts';
import { PayerCookie, type PayerSecret, readFormProof, signForm } from '../../../src/checkout/payer/payer-cookie.ts';
import { newSessionId, SESSION_ID } from '../../../src/checkout/session/session-ids.ts';
import { secretAt, textAt } from '../../../src/contract/values.ts';
import { cookiePasswords } from '../cookie-passwords.ts';

const GOOD = {
  method: 'card',
  number: '5123 4500 0000 0008',
  expiry: '01/39',
  securityCode: '100',
  nameOnCard: ' Ann Lee ',
};
const read = (fields: Record<string, string>, thisMonth?: string) => readForm(new URLSearchParams(fields), thisMonth);

describe('a card form', () => {
  it('becomes a request’s source of funds', () => {
    const { sourceOfFunds, errors, kept } = read(GOOD);
    const values = { sourceOfFunds };
    expect(errors).toEqual({});
    expect(kept).toEqual({ nameOnCard: 'Ann Lee', expiry: '01/39' });
    expect(textAt(values, 'sourceOfFunds.type')).toBe('CARD');
    expect(secretAt(values, 'sourceOfFunds.provided.card.number')?.reveal()).toBe('5123450000000008');
    expect(secretAt(values, 'sourceOfFunds.provided.card.securityCode')?.sensitive).toBe(true);
    expect(textAt(values, 'sourceOfFunds.provided.card.expiry.month')).toBe('1');
    expect(textAt(values, 'sourceOfFunds.provided.card.expiry.year')).toBe('39');
  });

  it.each([
    ['no number', { number: '' }, ['number']],
    ['a number that Luhn refuses', { number: '5123450000000009' }, ['number']],
    ['letters in the number', { number: '5123x' }, ['number']],
    ['no expiry', { expiry: '' }, ['expiry']],
    ['month 13', { expiry: '13/39' }, ['expiry']],
    ['another century', { expiry: '01/2139' }, ['expiry']],
    ['a security code of two digits', { securityCode: '10' }, ['securityCode']],
    ['a name that is a card number', { nameOnCard: '5123450000000008' }, ['nameOnCard']],
    ['a name that is a security code', { nameOnCard: '100' }, ['nameOnCard']],
    ['a name longer than any request may have', { nameOnCard: 'x'.repeat(257) }, ['nameOnCard']],
    ['a name with a card number in it', { nameOnCard: 'Ann 5123 4500 0000 0008' }, ['nameOnCard']],
    ['everything', { number: '', expiry: '', securityCode: '1' }, ['number', 'expiry', 'securityCode']],
  ])('%s is reported, and nothing is charged', (_what, change, fields) => {
    const { errors, sourceOfFunds } = read({ ...GOOD, ...change });
    expect(Object.keys(errors).sort()).toEqual([...fields].sort());
    expect(sourceOfFunds).toBeUndefined();
  });

  it('strips direction marks, wide digits and non-breaking spaces as a script would', () => {
    const typed = {
      number: '\u200e５１２３ 4500\u00a00000\u200b0008',
      expiry: '\u200f01/39',
      securityCode: '１００\u2060',
    };
    const { errors, sourceOfFunds } = read({ ...GOOD, ...typed, nameOnCard: '\u200eＡＣＭＥ\u00a0365 LTD\ufeff' });
    expect(errors).toEqual({});
    const values = { sourceOfFunds: sourceOfFunds! };
    expect(secretAt(values, 'sourceOfFunds.provided.card.number')?.reveal()).toBe('5123450000000008');
    expect(textAt(values, 'sourceOfFunds.provided.card.expiry.year')).toBe('39');
    expect(textAt(values, 'sourceOfFunds.provided.card.nameOnCard')).toBe('ACME 365 LTD');
  });

  it('carries no secret to the next page', () => {
    const { kept } = read({ ...GOOD, expiry: 'x' });
    expect(JSON.stringify(kept)).not.toMatch(/5123|100/);
    expect(read({ ...GOOD, nameOnCard: '100' }).kept).toEqual({ expiry: '01/39' });
  });

  it('an expired card is refused where the month is known', () => {
    expect(read({ ...GOOD, expiry: '10/26' }, '2026-11').errors).toEqual({ expiry: 'expired' });
    expect(read({ ...GOOD, expiry: '11/26' }, '2026-11').errors).toEqual({});
    expect(read({ ...GOOD, expiry: '10/26' }).errors).toEqual({});
  });

  it('is assumed for any unknown method', () => {
    expect(read({ ...GOOD, method: 'constructor' }).method).toBe('card');
    expect(read({}).method).toBe('card');
  });
});

describe('a gift card form', () => {
  it('becomes a request’s source of funds', () => {
    const { sourceOfFunds, method, kept } = read({ method: 'giftCard', number: '6006 0000 0000 0058', pin: '1234' });
    expect([method, kept]).toEqual(['giftCard', {}]);
    expect(textAt({ sourceOfFunds }, 'sourceOfFunds.type')).toBe('GIFT_CARD');
    expect(secretAt({ sourceOfFunds }, 'sourceOfFunds.provided.giftCard.pin')?.reveal()).toBe('1234');
    expect(secretAt({ sourceOfFunds }, 'sourceOfFunds.provided.giftCard.pin')?.sensitive).toBe(true);
  });

  it('reports its errors', () => {
    expect(Object.keys(read({ method: 'giftCard', number: '6', pin: '1' }).errors)).toEqual(['number', 'pin']);
  });
});

describe('the payer’s cookie', () => {
  const passwords = { 1: 'p'.repeat(40) };
  const clock = { now: () => Date.now() };
  const cookie = new PayerCookie({ passwords: cookiePasswords(passwords), secure: true, clock });
  const pairOf = (header: string) => header.split(';')[0]!;

  it('opens as the payer that it was made for', async () => {
    const { payer, header } = await cookie.issue();
    expect(await cookie.read(`other=1; ${pairOf(header)}; more=2`)).toEqual(payer);
    for (const attribute of ['__Host-', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']) {
      expect(header).toContain(attribute);
    }
    expect(header.length).toBeLessThan(4_096);
    expect(header).not.toContain(payer.csrfSecret);
  });

  it('on plain http has no prefix that needs https', async () => {
    const { header } = await new PayerCookie({ passwords: cookiePasswords(passwords), secure: false, clock }).issue();
    expect(header).toMatch(/^turnpike=/);
    expect(header).not.toMatch(/Secure|__Host-/);
  });

  it('is rejected if altered, foreign, empty or of another gateway', async () => {
    const { header } = await cookie.issue();
    const pair = pairOf(header);
    const altered = `${pair.slice(0, 60)}${pair[60] === 'A' ? 'B' : 'A'}${pair.slice(61)}`;
    const foreign = pairOf(
      (await new PayerCookie({ passwords: cookiePasswords({ 1: 'q'.repeat(40) }), secure: true, clock }).issue())
        .header,
    );
    for (const sent of [
      undefined,
      '',
      altered,
      foreign,
      '__Host-turnpike=',
      '__Host-turnpike=x',
      pair.replace('__Host-', ''),
    ]) {
      expect(await cookie.read(sent)).toBeUndefined();
    }
  });

  it('of an older key still opens, and a new one is sealed by the newest', async () => {
    const rotated = new PayerCookie({
      passwords: cookiePasswords({ ...passwords, 2: 'r'.repeat(40) }),
      secure: true,
      clock,
    });
    const [old, young] = [await cookie.issue(), await rotated.issue()];
    expect(await rotated.read(pairOf(old.header))).toEqual(old.payer);
    expect(await cookie.read(pairOf(young.header))).toBeUndefined();
  });
});

describe('the form’s proof', () => {
  const payer: PayerSecret = { csrfSecret: 's'.repeat(43), until: 0 };
  const proof = { sessionId: 'SESSION1', amount: { value: '10.00', currency: 'EUR' } };

  it('is genuine for its payer and session, and states the amount that was shown', () => {
    expect(readFormProof(payer, 'SESSION1', signForm(payer, proof))).toEqual({ genuine: true, amount: proof.amount });
    expect(readFormProof(payer, 'SESSION1', signForm(payer, { sessionId: 'SESSION1' }))).toMatchObject({
      genuine: true,
    });
  });

  it('is another text each time, in which every byte changes', () => {
    const proofs = Array.from({ length: 200 }, () => Buffer.from(signForm(payer, proof).split('.')[1]!, 'base64url'));
    expect(new Set(proofs.map(({ length }) => length))).toEqual(new Set([64]));
    for (let at = 0; at < 64; at += 1) {
      expect(new Set(proofs.map((bytes) => bytes[at])).size).toBeGreaterThan(50);
    }
  });

  it.each([
    ['another session', payer, 'SESSION2', signForm(payer, proof)],
    ['another payer', { ...payer, csrfSecret: 'x' }, 'SESSION1', signForm(payer, proof)],
    ['no payer', undefined, 'SESSION1', signForm(payer, proof)],
    ['nothing', payer, 'SESSION1', ''],
    ['a dot', payer, 'SESSION1', '.'],
    ['no signature', payer, 'SESSION1', signForm(payer, proof).split('.')[0]!],
    [
      'another amount',
      payer,
      'SESSION1',
      `${Buffer.from('{"value":"0.01"}').toString('base64url')}.${signForm(payer, proof).split('.')[1]}`,
    ],
  ])('is not genuine for %s', (_what, who, session, token) => {
    expect(readFormProof(who, session, token)).toEqual({ genuine: false });
  });
});

it('session ids are SESSION and twenty-four characters that never repeat', () => {
  const ids = Array.from({ length: 2_000 }, () => newSessionId(0));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => SESSION_ID.test(id) && id.length === 31)).toBe(true);
  expect(new Set(ids.join('').replaceAll('SESSION', '')).size).toBe(62);
});
