import { describe, expect, it, vi } from 'vitest';
import { findToken } from '../../../src/core/tokens/token-operations.ts';
import { answered, START } from '../world.ts';
import { card, tokenRig } from './rig.ts';

const ASKING = { verificationStrategy: 'ACQUIRER', transaction: { currency: 'EUR' } };
const asking = card({}, ASKING);

describe('ACQUIRER', () => {
  it('verifies the card without an amount, with the code and the currency, under a reference of its own', async () => {
    const { stored, merchant, acquirer } = await tokenRig();
    expect((await stored(await merchant(), asking)).verification).toEqual({
      strategy: 'ACQUIRER',
      gatewayCode: 'APPROVED',
    });
    const [request] = acquirer.requests;
    expect(request).toMatchObject({ kind: 'VERIFICATION', amount: 0n, currency: { code: 'EUR', numeric: '978' } });
    expect(request?.instrument.kind === 'CARD' && request.instrument.securityCode?.reveal()).toBe('100');
    expect(request?.orderId).toBe(`TOKEN-${request?.trace.receipt}`);
  });

  it('takes currency, address and reference from a checkout’s session', async () => {
    const { stored, merchant, session, acquirer } = await tokenRig();
    const shop = await merchant();
    const named = await session(shop, {
      ...card(),
      billing: { address: { street: 'Alpha St', postcodeZip: '1000' } },
      order: { currency: 'USD' },
      transaction: { reference: 'ref' },
    });
    await stored(shop, { ...named, verificationStrategy: 'ACQUIRER' });
    expect(acquirer.requests[0]).toMatchObject({
      currency: { code: 'USD' },
      billingAddress: { street: 'Alpha St', postcodeZip: '1000' },
      reference: 'ref',
    });
  });

  it.each(['DECLINED', 'PENDING', 'UNKNOWN'] as const)(
    '%s as the acquirer’s answer stores nothing',
    async (gatewayCode) => {
      const { ask, merchant, acquirer } = await tokenRig();
      const shop = await merchant({ tokenManagement: 'UNIQUE_CARD' });
      acquirer.says = () => answered({ gatewayCode });
      expect(await ask(shop, asking)).toMatchObject({ kind: 'REFUSED', gatewayCode, strategy: 'ACQUIRER' });
      acquirer.says = () => answered();
      expect(await ask(shop, asking)).toMatchObject({ kind: 'STORED', created: true });
    },
  );

  it('a decline leaves the stored token as it was', async () => {
    const { ask, stored, merchant, acquirer, dependencies } = await tokenRig();
    const shop = await merchant({ tokenManagement: 'UNIQUE_CARD' });
    const before = await stored(shop, card());
    acquirer.says = () => answered({ gatewayCode: 'EXPIRED_CARD' });
    expect((await ask(shop, card({ nameOnCard: 'Bob' }, ASKING))).kind).toBe('REFUSED');
    expect(await findToken(dependencies, shop, before.token)).toEqual(before);
  });

  it.each([
    ['no answer', () => ({ status: 'NO_ANSWER' }) as const],
    ['a link that fails', () => Promise.reject(new Error('link'))],
  ])('%s is TIMED_OUT, and is reversed under the reference of its message', async (_what, says) => {
    const reversalStored = vi.fn();
    const { ask, merchant, acquirer, store } = await tokenRig({ reversalStored });
    acquirer.says = says;
    expect(await ask(await merchant(), asking)).toMatchObject({ kind: 'REFUSED', gatewayCode: 'TIMED_OUT' });
    const [request] = acquirer.requests;
    const due = await store.orders.dueReversals('default', START, 10);
    expect(due).toMatchObject([
      {
        attempts: 0,
        advice: {
          original: request?.trace,
          originalKind: 'VERIFICATION',
          merchantId: 'SHOP',
          orderId: request?.orderId,
          amount: 0n,
        },
      },
    ]);
    expect(due[0]?.advice.trace.stan).not.toBe(request?.trace.stan);
    expect(reversalStored).toHaveBeenCalledOnce();
  });

  it('that could not be sent is ACQUIRER_SYSTEM_ERROR, with nothing to reverse', async () => {
    const { ask, merchant, acquirer, store } = await tokenRig();
    acquirer.says = () => ({ status: 'NOT_SENT' });
    expect(await ask(await merchant(), asking)).toMatchObject({ gatewayCode: 'ACQUIRER_SYSTEM_ERROR' });
    expect(await store.orders.dueReversals('default', START, 10)).toEqual([]);
  });

  it('approved against the merchant’s own rule is refused and reversed', async () => {
    const { ask, merchant, acquirer, store } = await tokenRig();
    const shop = await merchant({ rejectOn: { csc: ['NO_MATCH'] } });
    acquirer.says = () => answered({ securityCode: { acquirerCode: 'N', gatewayCode: 'NO_MATCH' } });
    expect(await ask(shop, asking)).toMatchObject({ kind: 'REFUSED', gatewayCode: 'DECLINED_CSC' });
    expect(await store.orders.dueReversals('default', START, 10)).toHaveLength(1);
  });

  it('sends one request to the acquirer for each call, for any number of concurrent calls', async () => {
    const { ask, merchant, acquirer } = await tokenRig();
    const shop = await merchant({ tokenManagement: 'UNIQUE_CARD' });
    await Promise.all(Array.from({ length: 4 }, () => ask(shop, asking)));
    expect(acquirer.requests).toHaveLength(4);
  });
});

describe('a session’s security code', () => {
  const codes = (requests: Awaited<ReturnType<typeof tokenRig>>['acquirer']['requests']) =>
    requests.map(({ instrument }) => instrument.kind === 'CARD' && instrument.securityCode?.reveal());

  it('is deleted before the acquirer is asked, with any answer', async () => {
    const { ask, merchant, session, acquirer, store } = await tokenRig();
    const shop = await merchant();
    const named = await session(shop, card());
    const restingThen: unknown[] = [];
    acquirer.says = async () => {
      restingThen.push((await store.sessions.find(named.session.id))?.sealedSensitive);
      return answered({ gatewayCode: 'DECLINED' });
    };
    await ask(shop, { ...named, ...ASKING });
    await ask(shop, { ...named, ...ASKING });
    expect([restingThen, codes(acquirer.requests)]).toEqual([
      [null, null],
      ['100', undefined],
    ]);
  });

  it('is sent by one alone of any number that come at once', async () => {
    const { ask, merchant, session, acquirer } = await tokenRig();
    const shop = await merchant();
    const named = await session(shop, card());
    await Promise.all(Array.from({ length: 3 }, () => ask(shop, { ...named, ...ASKING })));
    expect(codes(acquirer.requests).toSorted()).toEqual(['100', undefined, undefined]);
  });

  it.each(['BASIC', 'NONE'])('stays for the payment that may follow %s', async (verificationStrategy) => {
    const { stored, merchant, session, store } = await tokenRig();
    const shop = await merchant();
    const named = await session(shop, card());
    await stored(shop, { ...named, verificationStrategy });
    expect((await store.sessions.find(named.session.id))?.sealedSensitive).not.toBeNull();
  });
});

it('a terminal that reports a failed encryption is declined, without a message to the acquirer', async () => {
  const { ask, merchant, acquirer } = await tokenRig({
    p2peOf: () => ({ bdk: '0'.repeat(32), decrypt: () => undefined }),
  });
  const p2pe = { keySerialNumber: 'F'.repeat(20), payload: 'A'.repeat(32), encryptionState: 'INVALID' };
  const request = { sourceOfFunds: { type: 'CARD', provided: { card: { p2pe } } }, ...ASKING };
  expect(await ask(await merchant(), request)).toMatchObject({ kind: 'REFUSED', gatewayCode: 'DECLINED' });
  expect(acquirer.requests).toEqual([]);
});
