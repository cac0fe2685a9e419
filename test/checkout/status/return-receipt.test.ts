/** Receipts on the return URL, as a shop verifies them with the published keys. */
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type EndedCheckout, receiptKeys, returnReceipt } from '../../../src/checkout/status/return-receipt.ts';
import { checkoutState } from '../../../src/checkout/status/state.ts';
import type { CheckoutEnd } from '../../../src/checkout/status/states.ts';
import { type AttemptResult, checkoutSession, NOW, orderWith } from '../sessions.ts';

const sealerWith = (...keys: readonly string[]) => {
  const hashes = (purpose: string, text: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest());
  return { hashes, hash: (purpose: string, text: string) => hashes(purpose, text)[0] as Buffer };
};
const DUE = { order: { id: 'O-1', amount: '10.00', currency: 'EUR' } };
const PAID: readonly AttemptResult[] = [{ id: '1', code: 'APPROVED' }];

function ended(end: CheckoutEnd, attempts: readonly AttemptResult[], operation = 'PURCHASE'): EndedCheckout {
  const session = checkoutSession({ operation: operation as 'PURCHASE' }, DUE);
  const order = attempts.length === 0 ? undefined : orderWith(attempts);
  return { merchantId: 'SHOP', owner: session, session, order, state: checkoutState(session, order, NOW), end };
}

function receiptOf(checkout: EndedCheckout, sealer = sealerWith('key'), now = NOW): string {
  return returnReceipt({ sealer, clock: { now: () => now }, publicOrigin: 'https://pay.example' }, checkout);
}

/** @returns the content, if one of the keys signed it */
function read(receipt: string, sealer = sealerWith('key')) {
  const [head = '', body = '', signature = ''] = receipt.split('.');
  const { kid, alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const key = receiptKeys(sealer).find((one) => one.kid === kid);
  const isSigned =
    alg === 'EdDSA' &&
    key !== undefined &&
    verify(
      null,
      Buffer.from(`${head}.${body}`),
      createPublicKey({ key: { ...key }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  return isSigned ? JSON.parse(Buffer.from(body, 'base64url').toString()) : undefined;
}

it('a receipt names the order, its result, and what was paid', () => {
  const { jti, ...content } = read(receiptOf(ended('paid', PAID)));
  expect(content).toEqual({
    iss: 'https://pay.example',
    aud: 'SHOP',
    iat: NOW / 1_000,
    exp: NOW / 1_000 + 3_600,
    operation: 'PURCHASE',
    order: 'O-1',
    transaction: '1',
    result: 'SUCCESS',
    status: 'CAPTURED',
    amount: '10.00',
    currency: 'EUR',
    sequence: orderWith(PAID).updatedAt,
  });
  expect(jti).toMatch(/^[\w-]{22}$/);
});

it.each([
  ['pending', 'PENDING', [{ id: '1', code: 'PENDING' }]],
  ['unknown', 'UNKNOWN', [{ id: '1', code: 'UNKNOWN' }]],
  ['exhausted', 'FAILURE', [{ id: '1', code: 'DECLINED' }]],
  ['cancelled', 'FAILURE', []],
  ['paidOtherwise', 'FAILURE', PAID],
] as const)('the result of a checkout that ended as %s is %s', (end, result, attempts) => {
  expect(read(receiptOf(ended(end, attempts)))).toMatchObject({ result });
});

it.each([
  ['CANCELLED', 'FAILURE', { type: 'VOID_PAYMENT' }],
  ['REFUNDED', 'FAILURE', { type: 'REFUND' }],
  ['CAPTURED', 'SUCCESS', { type: 'REFUND', code: 'DECLINED' }],
  ['CAPTURED', 'FAILURE', { type: 'CHARGEBACK' }],
] as const)('the result of a payment whose order has become %s is %s, after %o', (status, result, later) => {
  const attempts: readonly AttemptResult[] = [...PAID, { id: '2', code: 'APPROVED', session: null, ...later }];
  const checkout = ended('paid', attempts);
  expect(checkout.state.kind).toBe('paid');
  expect(read(receiptOf(checkout))).toMatchObject({ transaction: '1', result, status });
});

it('a receipt of a checkout without an attempt names neither a transaction nor a status', () => {
  const content = read(receiptOf(ended('cancelled', [])));
  expect(content).toMatchObject({ order: 'O-1', sequence: 0 });
  expect(Object.keys(content)).not.toEqual(expect.arrayContaining(['transaction']));
  expect(Object.keys(content)).not.toEqual(expect.arrayContaining(['status']));
});

describe('the id of a result', () => {
  const idOf = (checkout: EndedCheckout, sealer = sealerWith('key'), now = NOW) =>
    read(receiptOf(checkout, sealer, now), sealer).jti;
  const first = idOf(ended('paid', PAID));

  it('stays the same later, and under another key', () => {
    expect(idOf(ended('paid', PAID), sealerWith('key'), NOW + 60_000)).toBe(first);
    expect(idOf(ended('paid', PAID), sealerWith('next', 'key'))).toBe(first);
  });

  it('differs for another merchant, order, transaction, operation and result', () => {
    const paid = ended('paid', PAID);
    const other = checkoutSession({}, { order: { ...DUE.order, id: 'O-2' } });
    const ids = [
      first,
      idOf({ ...paid, merchantId: 'SHOP2' }),
      idOf({ ...paid, session: other }),
      idOf(ended('paid', [{ id: '2', code: 'APPROVED' }])),
      idOf(ended('paid', PAID, 'AUTHORIZE')),
      idOf(ended('pending', [{ id: '1', code: 'PENDING' }])),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('with two keys', () => {
  it('an announced key and an earlier one are published, so a receipt is verified before and after a rotation', () => {
    const before = receiptOf(ended('paid', PAID), sealerWith('old', 'new'));
    const after = receiptOf(ended('paid', PAID), sealerWith('new', 'old'));
    for (const receipt of [before, after]) {
      expect(read(receipt, sealerWith('old', 'new'))).toBeDefined();
      expect(read(receipt, sealerWith('new', 'old'))).toBeDefined();
    }
    expect(read(before, sealerWith('new'))).toBeUndefined();
  });
});

it('no change of a receipt is accepted', () => {
  const receipt = receiptOf(ended('paid', PAID));
  const [head = '', body = '', signature = ''] = receipt.split('.');
  const other = Buffer.from(body, 'base64url').toString().replace('10.00', '99.00');
  expect(read([head, Buffer.from(other).toString('base64url'), signature].join('.'))).toBeUndefined();
  for (let index = 0; index < signature.length - 1; index += 7) {
    const changed = signature[index] === 'A' ? 'B' : 'A';
    const forged = signature.slice(0, index) + changed + signature.slice(index + 1);
    expect(read([head, body, forged].join('.'))).toBeUndefined();
  }
});

it('the published keys have the members of RFC 8037, and no private one', () => {
  for (const key of receiptKeys(sealerWith('one', 'two'))) {
    expect(key).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.stringMatching(/^[\w-]{43}$/),
      kid: expect.stringMatching(/^[\w-]{43}$/),
      use: 'sig',
      alg: 'EdDSA',
    });
  }
});
