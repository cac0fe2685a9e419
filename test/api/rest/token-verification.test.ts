/** The acquirer's verification of instruments before they are stored, over the wire and in its own books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, type Rig, startRig } from './rig.ts';

// A payer waits twenty seconds for the acquirer; the tests use less.
const link = { requestTimeoutMs: 400 };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1, 'trace', { link });
});
afterAll(() => rig.close());

const withCard = (details: object = {}, more: object = {}) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: CARD.number, expiry: CARD.expiry, ...details } } },
  ...more,
});

/** Bypasses the rig's contract check, since a refusal has no token. */
const verified = (expiry: object, more: object = {}) =>
  rig.call(
    'POST',
    '/api/rest/version/100/merchant/TESTSHOP/token',
    withCard(
      { expiry, securityCode: '100' },
      { verificationStrategy: 'ACQUIRER', transaction: { currency: 'EUR' }, ...more },
    ),
  );

describe('the acquirer’s verification', () => {
  it('is a movement of zero in its books, and the token is made', async () => {
    const before = rig.host.ledger({}).length;
    const reply = await verified(CARD.expiry);
    expect([reply.status, reply.json.verificationStrategy, reply.json.status]).toEqual([201, 'ACQUIRER', 'VALID']);
    expect(rig.host.ledger({}).slice(before)).toMatchObject([
      { kind: 'VERIFICATION', state: 'APPROVED', merchant: 'TESTSHOP', amount: '0.00', currency: 'EUR' },
    ]);
  });

  it('a decline is 200, FAILURE and the code, with no token', async () => {
    const reply = await verified({ month: '5', year: '39' });
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        repositoryId: 'TESTSHOP',
        response: { gatewayCode: 'DECLINED' },
        result: 'FAILURE',
        sourceOfFunds: { type: 'CARD', provided: { card: expect.objectContaining({ number: '512345xxxxxx0008' }) } },
        verificationStrategy: 'ACQUIRER',
      },
    ]);
  });

  it('without an answer is TIMED_OUT, and reversed', async () => {
    const before = rig.host.ledger({}).length;
    const reply = await verified({ month: '8', year: '28' });
    expect([reply.status, reply.json.result, reply.json.response.gatewayCode]).toEqual([200, 'FAILURE', 'TIMED_OUT']);
    const states = () => rig.host.ledger({}).map(({ state }) => state);
    await expect.poll(() => states().slice(before), { timeout: 15_000 }).toEqual(['REVERSED']);
  });

  it('uses up the code of its session', async () => {
    const { session } = (await rig.api('POST', '/session')).json;
    await rig.api('PUT', `/session/${session.id}`, withCard({ securityCode: '100' }));
    const shown = async () =>
      (await rig.api('GET', `/session/${session.id}`)).json.sourceOfFunds.provided.card.securityCode;
    expect(await shown()).toBe('xxx');
    const transaction = { currency: 'EUR' };
    await rig.api('POST', '/token', { session: { id: session.id }, sourceOfFunds: { type: 'CARD' }, transaction });
    expect(await shown()).toBe('xxx');
    await rig.api('POST', '/token', {
      session: { id: session.id },
      sourceOfFunds: { type: 'CARD' },
      transaction,
      verificationStrategy: 'ACQUIRER',
    });
    expect(await shown()).toBeUndefined();
  });
});
