/** Request details beside money and card: stored, answered, and repeated in later answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig, withCard } from '../rig.ts';
import { amount, cardPayment, problemsIn, restOrder, target } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe('the shipping address', () => {
  it.each([
    ['two lines', 'Kouter 1', 'Box 7', 'Kouter 1 Box 7'],
    ['a second line alone', undefined, 'Box 7', 'Box 7'],
    ['a second line that reaches too far', 'K'.repeat(95), 'Box 7', `${'K'.repeat(95)} Box`],
    ['a first line that is full', 'K'.repeat(100), 'Box 7', 'K'.repeat(100)],
    ['lines of characters that take two units', '𝕂'.repeat(97), '𝔹ox', `${'𝕂'.repeat(97)} 𝔹o`],
  ])('is answered with one line: %s', async (_what, street, street2, shown) => {
    const order = restOrder(rig);
    const shipping = { address: { city: 'Ghent', ...(street && { street }), street2 } };
    const { json } = await order.done('AUTHORIZE', '1', cardPayment({ shipping }));
    expect(json.shipping).toEqual({ address: { city: 'Ghent', street: shown } });
    expect((await order.done('CAPTURE', '2', amount('12'))).json.shipping).toEqual(json.shipping);
    expect((await order.get()).json.shipping).toEqual(json.shipping);
  });

  it('is folded into one line, while billing and terminal addresses keep both lines', async () => {
    const address = { street: 'Kouter 1', street2: 'Box 7' };
    const { json } = await restOrder(rig).done(
      'AUTHORIZE',
      '1',
      cardPayment({ billing: { address }, posTerminal: { address } }),
    );
    expect([json.billing.address, json.posTerminal.address]).toEqual([address, address]);
  });
});

describe('payer authentication', () => {
  const ECHOED = {
    enrollmentStatus: 'ENROLLED',
    authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    acsEci: '05',
    authenticationToken: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
    xid: 'MDAwMDAwMDAwMDAwMDAwMDAwMDA=',
  };

  it('is answered as it was sent, also by the capture', async () => {
    const order = restOrder(rig);
    const { json } = await order.done('AUTHORIZE', '1', cardPayment({ '3DSecure': ECHOED, '3DSecureId': 'id-1' }));
    expect([json['3DSecure'], json['3DSecureId']]).toEqual([ECHOED, 'id-1']);
    expect(json.transaction.authenticationStatus).toBe('AUTHENTICATION_SUCCESSFUL');
    const capture = await order.done('CAPTURE', '2', amount('12'));
    expect(capture.json['3DSecure']).toEqual(ECHOED);
    expect((await order.get()).json['3DSecure']).toEqual(ECHOED);
  });

  it.each<[string, object, string[]]>([
    ['without enrolment', { acsEci: '05' }, ['3DSecure.enrollmentStatus MISSING']],
    [
      'tried on a card that takes no part',
      { enrollmentStatus: 'NOT_ENROLLED', authenticationStatus: 'AUTHENTICATION_ATTEMPTED' },
      ['3DSecure.authenticationStatus INVALID'],
    ],
    [
      'a token where none could be had',
      { ...ECHOED, authenticationStatus: 'AUTHENTICATION_NOT_AVAILABLE' },
      ['3DSecure.authenticationToken INVALID'],
    ],
    ['a token of another length', { ...ECHOED, authenticationToken: 'AAAA' }, ['3DSecure.authenticationToken INVALID']],
  ])('is refused: %s', async (_what, group, fields) => {
    for (const operation of ['AUTHORIZE', 'PAY', 'VERIFY']) {
      expect(problemsIn(await restOrder(rig).refused(operation, '1', cardPayment({ '3DSecure': group })))).toEqual(
        fields,
      );
    }
    const order = restOrder(rig);
    await order.done('AUTHORIZE', '1', cardPayment());
    expect(problemsIn(await order.refused('CAPTURE', '2', { ...amount('1'), '3DSecure': group }))).toEqual(fields);
  });

  it.each([
    ['absent', {}],
    ['an empty group', { '3DSecure': [] }],
    ['null', { '3DSecure': null, '3DSecureId': null }],
  ])('%s is no authentication', async (_what, more) => {
    const { json } = await restOrder(rig).done('AUTHORIZE', '1', cardPayment(more));
    expect(json['3DSecure']).toBeUndefined();
    expect(json.transaction.authenticationStatus).toBe('AUTHENTICATION_NOT_IN_EFFECT');
  });
});

const GROUPS = {
  airline: {
    bookingReference: 'ABC123',
    documentType: 'PASSENGER_TICKET',
    itinerary: {
      numberInParty: '2',
      originCountry: 'BEL',
      leg: [{ carrierCode: 'SN', fare: '10.50', departureDate: '2027-01-02', stopoverPermitted: false }],
    },
    passenger: [{ firstName: 'Ann', lastName: 'Peeters' }],
    ticket: { ticketNumber: '12345678901', totalFare: '10.50', eTicket: true },
  },
  customer: { email: 'ann@shop.example', ipAddress: '192.0.2.1' },
  posTerminal: { name: 'till 1', attended: 'ATTENDED', location: 'ON_CARD_ACCEPTOR_PREMISES' },
};
const SHOWN = {
  ...GROUPS,
  airline: {
    ...GROUPS.airline,
    itinerary: { ...GROUPS.airline.itinerary, leg: [{ ...GROUPS.airline.itinerary.leg[0], fare: 10.5 }] },
    ticket: { ...GROUPS.airline.ticket, totalFare: 10.5 },
  },
};

describe('airline, customer and terminal', () => {
  it('are answered as sent, also by later transactions and the order', async () => {
    const order = restOrder(rig);
    expect((await order.done('AUTHORIZE', '1', cardPayment(GROUPS))).json).toMatchObject(SHOWN);
    expect((await order.done('CAPTURE', '2', amount('12'))).json).toMatchObject(SHOWN);
    expect((await order.done('REFUND', '3', amount('1'))).json).toMatchObject(SHOWN);
    expect((await order.get()).json).toMatchObject(SHOWN);
  });

  it('of a refund are answered as the refund gave them', async () => {
    const order = restOrder(rig);
    await order.done('PAY', '1', cardPayment(GROUPS));
    const airline = { transactionType: 'REFUND', ticket: { ticketNumber: '99999999999' } };
    const { json } = await order.done('REFUND', '2', { ...amount('1'), airline });
    expect(json.airline).toMatchObject({ bookingReference: 'ABC123', ...airline });
    expect((await order.transaction('1')).json.airline.transactionType).toBeUndefined();
  });
});

it('agreement and account funding of a capture are stored and answered', async () => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', cardPayment());
  const agreement = { id: 'A-1', type: 'RECURRING', amountVariability: 'FIXED', maximumAmountPerPayment: '12.00' };
  const accountFunding = { purpose: 'PAYROLL', senderIsRecipient: false, recipient: { firstName: 'Ann' } };
  const order2 = { purchaseType: 'ACCOUNT_FUNDING' };
  const { json } = await order.done('CAPTURE', '2', { ...amount('12'), agreement, accountFunding, order: order2 });
  expect(json).toMatchObject({
    agreement: { ...agreement, maximumAmountPerPayment: 12 },
    accountFunding,
    order: order2,
  });
  expect((await order.transaction('2')).json.agreement).toEqual(json.agreement);
});

it('the merchant’s own fields stay with the order, accumulate, and are returned by retrieval', async () => {
  const order = restOrder(rig);
  const custom = { color: 'red', size: 'L', constructor: 'x' };
  await order.done('AUTHORIZE', '1', cardPayment({ order: { amount: '12.00', currency: 'EUR', custom } }));
  await order.done('CAPTURE', '2', amount('5'));
  await order.done('CAPTURE', '3', { ...amount('5'), order: { custom: { size: 'M' } } });
  await order.done('VOID', '4', { ...target('3'), order: { custom: { why: 'torn' } } });
  expect((await order.get()).json.custom).toEqual({ ...custom, size: 'M', why: 'torn' });
  expect((await order.transaction('1')).json.order.custom).toEqual(custom);
});

it('the channel of the payer’s details stays with the order; note and reference belong to each transaction', async () => {
  const order = restOrder(rig);
  const first = { source: 'MOTO', reference: 'T-1', merchantNote: 'by letter', frequency: 'RECURRING' };
  const { json } = await order.done('AUTHORIZE', '1', cardPayment({ transaction: first }));
  expect(json.transaction).toMatchObject(first);
  const capture = await order.done('CAPTURE', '2', amount('12', { reference: 'T-2' }));
  expect(capture.json.transaction).toMatchObject({ source: 'MOTO', reference: 'T-2' });
  expect(capture.json.transaction.merchantNote).toBeUndefined();
});

it('the merchant’s data for the acquirer is answered; card data in it is refused', async () => {
  const order = restOrder(rig);
  const acquirer = { transactionId: 'A-1', customData: 'a=b' };
  const { json } = await order.done('AUTHORIZE', '1', cardPayment({ transaction: { acquirer } }));
  expect(json.transaction.acquirer).toMatchObject(acquirer);
  for (const name of ['transactionId', 'customData']) {
    const bad = { transaction: { amount: '1', acquirer: { [name]: 'card 5123 4500 0000 0008' } } };
    expect(problemsIn(await order.refused('CAPTURE', '2', bad))).toEqual([`transaction.acquirer.${name} INVALID`]);
  }
});

it('a card’s account, name and sequence number are answered; its security code is not', async () => {
  const card = { accountType: 'SAVINGS', nameOnCard: 'A Peeters', sequenceNumber: '1' };
  const { json, text } = await restOrder(rig).done('AUTHORIZE', '1', { ...cardPayment(withCard(card)) });
  expect(json.sourceOfFunds.provided.card).toMatchObject({ ...card, sequenceNumber: '001' });
  expect(text).not.toMatch(/"securityCode"/);
});

it('a sub-merchant belongs to the first transaction; naming one later is refused', async () => {
  const order = restOrder(rig);
  const subMerchant = { identifier: 'S-1', tradingName: 'Stall', address: { city: 'Ghent', country: 'BEL' } };
  const { json } = await order.done(
    'AUTHORIZE',
    '1',
    cardPayment({ order: { amount: '12.00', currency: 'EUR', subMerchant } }),
  );
  expect(json.order.subMerchant).toEqual(subMerchant);
  const reply = await order.refused('CAPTURE', '2', { ...amount('1'), order: { subMerchant } });
  expect(problemsIn(reply)).toEqual(['order.subMerchant UNSUPPORTED']);
  expect((await order.done('CAPTURE', '2', amount('1'))).json.order.subMerchant).toEqual(subMerchant);
});

describe('a session', () => {
  async function session(body: object): Promise<string> {
    const created = await rig.api('POST', '/session', {});
    const { id } = created.json.session;
    expect((await rig.api('PUT', `/session/${id}`, body)).json.session.updateStatus).toBe('SUCCESS');
    return id;
  }

  it('supplies later transactions with its values, below those of the request', async () => {
    const order = restOrder(rig);
    await order.done('AUTHORIZE', '1', cardPayment());
    const id = await session({
      order: { reference: 'from session', description: 'Coffee' },
      transaction: { amount: '3.00', currency: 'EUR' },
      sourceOfFunds: { provided: { card: { number: '4508750015741019', expiry: { month: '2', year: '30' } } } },
    });
    const { json } = await order.done('CAPTURE', '2', { session: { id }, order: { description: 'Own' } });
    expect(json.transaction.amount).toBe(3);
    expect(json.order).toMatchObject({ reference: 'from session', description: 'Own' });
    expect(json.sourceOfFunds.provided.card.number).toBe('512345xxxxxx0008');
    expect(order.ledger().at(-1)).toBe('CAPTURE 3.00 EUR APPROVED');
  });

  it('of another version, or without an update, refuses later transactions, without an effect', async () => {
    const order = restOrder(rig);
    await order.done('AUTHORIZE', '1', cardPayment());
    const id = await session({ order: { reference: 'x' } });
    const stale = await order.refused('CAPTURE', '2', { ...amount('1'), session: { id, version: '0123456789' } });
    expect([stale.status, stale.json.error.cause, stale.json.error.field]).toEqual([
      400,
      'INVALID_REQUEST',
      'session.version',
    ]);
    const empty = (await rig.api('POST', '/session', {})).json.session.id;
    const reply = await order.refused('CAPTURE', '2', { ...amount('1'), session: { id: empty } });
    expect(reply.json.error.field).toBe('session.id');
    await order.done('CAPTURE', '2', { ...amount('1'), session: { id } });
  });

  it('gives its card to a standalone transaction, and its security code to that one attempt', async () => {
    await rig.merchant({ id: 'ALONE', name: 'Alone', permissions: { standaloneRefund: true } });
    const created = await rig.api('POST', '/session', {}, { merchant: 'ALONE' });
    const { id } = created.json.session;
    const { sourceOfFunds } = cardPayment() as { sourceOfFunds: object };
    await rig.api('PUT', `/session/${id}`, { sourceOfFunds }, { merchant: 'ALONE' });
    const order = restOrder(rig, { merchant: 'ALONE' });
    const { json } = await order.done('REFUND', '1', { ...amount('5.00'), session: { id } });
    expect(json.sourceOfFunds.provided.card.number).toBe('512345xxxxxx0008');
    const left = await rig.api('GET', `/session/${id}`, undefined, { merchant: 'ALONE' });
    expect(left.json.sourceOfFunds.provided.card.number).toBe('512345xxxxxx0008');
    expect(left.json.sourceOfFunds.provided.card.securityCode).toBeUndefined();
  });
});
