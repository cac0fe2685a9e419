import { describe, expect, it } from 'vitest';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import type { CardInstrument } from '../../../src/core/ports/index.ts';
import { answered, CARD, cardBody } from '../world.ts';
import { amount, type Bench, bench, paid } from './bench.ts';

const referred = () => answered({ gatewayCode: 'REFERRED', acquirerCode: '01', authorizationCode: undefined });
const code = (authorizationCode: string, more: object = {}) => ({ transaction: { authorizationCode, ...more } });

async function afterReferral(operation: OrderOperation, body: object = cardBody()): Promise<Bench> {
  const on = bench();
  on.acquirer.says = referred;
  await on.run(operation, '1', body);
  on.acquirer.says = () => answered();
  return on;
}

describe.each([
  ['AUTHORIZE', 'AUTHORIZATION', 'AUTHORIZED', 0n],
  ['PAY', 'PAYMENT', 'CAPTURED', 1_200n],
] as const)('a referral of %s', (operation, type, status, captured) => {
  it('sends it once more, new and whole, with the issuer’s code', async () => {
    const on = await afterReferral(operation);
    const { request, outcome } = await on.run('REFERRAL', '2', code('A1B2C3', { reference: 'T-2' }));
    const [first, second] = on.acquirer.requests;
    expect(second).toMatchObject({
      kind: type,
      transactionId: '2',
      amount: 1_200n,
      currency: { code: 'EUR', numeric: '978' },
      authorizationCode: 'A1B2C3',
      reference: 'T-2',
      source: 'INTERNET',
    });
    expect(second?.trace).not.toEqual(first?.trace);
    const { number, expiry, securityCode } = on.asked().instrument as CardInstrument;
    expect([number.reveal(), expiry, securityCode]).toEqual([CARD.number, CARD.expiry, undefined]);
    expect(request).toMatchObject({ type, authorizationCode: 'A1B2C3', target: '1' });
    expect(outcome?.order).toMatchObject({ status, totalAuthorized: 1_200n, totalCaptured: captured });
  });

  it('can be followed by the operations that follow a payment', async () => {
    const on = await afterReferral(operation);
    await on.run('REFERRAL', '2', code('A1B2C3'));
    if (operation === 'AUTHORIZE') {
      await on.run('CAPTURE', '3', amount('12'));
    }
    await on.run('REFUND', '4', amount('12'));
    expect((on.asked().instrument as CardInstrument).number.reveal()).toBe(CARD.number);
    expect(on.standing().status).toBe('REFUNDED');
  });
});

it('REFERRAL sends the payer’s address and authentication again, unchanged', async () => {
  const authentication = {
    enrollmentStatus: 'ENROLLED',
    acsEci: '05',
    authenticationToken: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
  };
  const on = await afterReferral('AUTHORIZE', {
    ...cardBody(),
    billing: { address: { street: 'Alpha St', postcodeZip: '9000' } },
    '3DSecure': authentication,
  });
  await on.run('REFERRAL', '2', code('A1B2C3'));
  expect(on.asked().billingAddress).toEqual({ street: 'Alpha St', postcodeZip: '9000' });
  const { eci, token } = on.asked().authentication ?? {};
  expect([eci, token?.reveal()]).toEqual(['05', authentication.authenticationToken]);
});

it('REFERRAL sends the card’s source and the order’s details again', async () => {
  const on = await afterReferral('AUTHORIZE', {
    ...cardBody(),
    transaction: { source: 'MOTO', reference: 'T-1', acquirer: { transactionId: 'A-1' } },
  });
  await on.run('REFERRAL', '2', code('A1B2C3'));
  expect(on.asked()).toMatchObject({ source: 'MOTO', merchantReference: 'A-1' });
  expect(on.asked().reference).toBeUndefined();
});

it('a payment that is referred again may be sent again, but not one that is declined', async () => {
  const on = await afterReferral('AUTHORIZE');
  on.acquirer.says = referred;
  await on.run('REFERRAL', '2', code('000001'));
  on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
  await on.run('REFERRAL', '3', code('000002'));
  expect(on.orders.rows.size).toBe(3);
  expect((await on.refused('REFERRAL', '4', code('000003'))).message).toContain('was not referred');
});

describe('a referral is refused before it starts', () => {
  it('without a code', async () => {
    const on = await afterReferral('PAY');
    expect((await on.refused('REFERRAL', '2', {})).fields).toEqual(['transaction.authorizationCode MISSING']);
  });

  it('of an unknown order', async () => {
    expect((await bench().refused('REFERRAL', '2', code('1'))).message).toBe("Unable to find order 'order-1'.");
  });

  it('of a payment that was approved', async () => {
    const on = await paid();
    expect((await on.refused('REFERRAL', '2', code('1'))).message).toContain('CAPTURED');
  });

  it('of a decline', async () => {
    const on = bench();
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('PAY', '1', cardBody());
    expect((await on.refused('REFERRAL', '2', code('1'))).message).toContain('was not referred');
  });

  it('of a payment that another attempt came after', async () => {
    const on = await afterReferral('PAY');
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('PAY', '2', cardBody());
    expect((await on.refused('REFERRAL', '3', code('1'))).message).toContain('was not referred');
  });

  it('of a verification', async () => {
    const on = await afterReferral('VERIFY');
    expect((await on.refused('REFERRAL', '2', code('1'))).message).toContain('was not referred');
  });

  it('while the payment after it is open', async () => {
    const on = await afterReferral('PAY');
    on.acquirer.says = () => answered({ gatewayCode: 'PENDING' });
    await on.run('PAY', '2', cardBody());
    expect((await on.refused('REFERRAL', '3', code('1'))).message).toContain('INITIATED');
  });
});

it('a verification between the referral and its code does not prevent the REFERRAL', async () => {
  const on = await afterReferral('PAY');
  await on.run('VERIFY', '2', cardBody());
  await on.run('REFERRAL', '3', code('A1B2C3'));
  expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 1_200n });
});
