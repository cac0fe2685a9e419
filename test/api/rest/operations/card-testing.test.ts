/** Card testing over the API: how many of the attempts reach the acquirer's ledger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { luhn } from '../../../../src/contract/card-rules.ts';
import { newOrderId, type Reply, type Rig, startRig } from '../rig.ts';

const SHOP = 'TESTED';
const DECLINED = { month: '5', year: '39' };
const NEVER = { month: '4', year: '39' };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Tested' });
});
afterAll(() => rig.close());

function numberOf(bin: string, index: number): string {
  const body = bin + String(index).padStart(9, '0');
  return [...'0123456789'].map((check) => body + check).find(luhn)!;
}

interface Tried {
  readonly order: string;
  readonly reply: Reply;
}

async function tried(number: string, expiry: object, more: object = {}, merchant = SHOP): Promise<Tried> {
  const order = newOrderId();
  const card = { number, expiry, securityCode: '100' };
  const body = {
    ...{ apiOperation: 'PAY', order: { amount: '1.00', currency: 'EUR' } },
    ...{ sourceOfFunds: { type: 'CARD', provided: { card } }, ...more },
  };
  return { order, reply: await rig.api('PUT', `/order/${order}/transaction/1`, body, { merchant }) };
}

/** Like a bot with so many connections. */
async function allOf(numbers: readonly string[], connections: number, expiry: object = DECLINED): Promise<Tried[]> {
  const left = [...numbers];
  const results: Tried[] = [];
  const worker = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      results.push(await tried(number, expiry));
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return results;
}

const reached = (all: readonly Tried[]) => all.filter(({ order }) => rig.host.ledger({ order }).length > 0).length;
const limited = (all: readonly Tried[], code: string) =>
  all.filter(({ reply }) => reply.json.response?.gatewayCode === code).length;

describe('a bot that tests cards over the API', () => {
  it.each([1, 20])('is limited to ten attempts of sixty with one card, on %d connections', async (connections) => {
    const number = numberOf('400000', connections);
    const all = await allOf(
      Array.from({ length: 60 }, () => number),
      connections,
    );
    console.log(`one card × 60 on ${connections} connections: ${reached(all)} reached the acquirer`);
    expect([reached(all), limited(all, 'EXCEEDED_RETRY_LIMIT')]).toEqual([10, 50]);
    expect(all.map(({ reply }) => reply.status)).toEqual(all.map(() => 201));
    expect(all.map(({ reply }) => reply.json.result)).toEqual(all.map(() => 'FAILURE'));
  });

  it('is limited to thirty of 300 cards of one range, and the connections that it opened at first', async () => {
    const connections = 10;
    const all = await allOf(
      Array.from({ length: 300 }, (_, index) => numberOf('400001', index)),
      connections,
    );
    console.log(`300 cards of one range on ${connections} connections: ${reached(all)} reached the acquirer`);
    expect(reached(all)).toBeGreaterThanOrEqual(30);
    expect(reached(all)).toBeLessThanOrEqual(30 + connections);
    expect(limited(all, 'EXCEEDED_RETRY_LIMIT')).toBe(300 - reached(all));
  });

  it('cannot retry a card that its issuer will never approve', async () => {
    const number = numberOf('400002', 1);
    const all = await allOf([number, number, number], 1, NEVER);
    expect([reached(all), limited(all, 'EXCEEDED_RETRY_LIMIT')]).toEqual([1, 2]);
  });

  it('stays limited after a restart', async () => {
    const number = numberOf('400003', 1);
    await allOf(
      Array.from({ length: 10 }, () => number),
      1,
    );
    await rig.restart();
    const after = await tried(number, DECLINED);
    expect([after.reply.json.response.gatewayCode, reached([after])]).toEqual(['EXCEEDED_RETRY_LIMIT', 0]);
  });
});

describe('a limited payment', () => {
  it('is a failed transaction of its order, and the same when repeated', async () => {
    const number = numberOf('400004', 1);
    await tried(number, NEVER);
    const { order, reply } = await tried(number, { month: '1', year: '39' });
    expect(reply.json).toMatchObject({
      result: 'FAILURE',
      order: { status: 'FAILED' },
      response: { gatewayCode: 'EXCEEDED_RETRY_LIMIT' },
    });
    const { json } = await rig.api('GET', `/order/${order}`, undefined, { merchant: SHOP });
    expect(json.transaction).toHaveLength(1);
    expect(json.transaction[0].response.gatewayCode).toBe('EXCEEDED_RETRY_LIMIT');
  });

  it('does not occur for a merchant without limits in its profile, such as the sandbox’s own', async () => {
    const number = numberOf('400005', 1);
    for (let count = 0; count < 15; count += 1) {
      const { order } = await tried(number, NEVER, {}, 'TESTSHOP');
      expect(rig.host.ledger({ order })).toHaveLength(1);
    }
  });

  it('is never a merchant-initiated renewal, even where its card range is limited', async () => {
    const renewal = { transaction: { source: 'MERCHANT' } };
    for (let index = 0; index < 45; index += 1) {
      const { order } = await tried(numberOf('400006', index), DECLINED, renewal);
      expect(rig.host.ledger({ order })).toHaveLength(1);
    }
  });

  it('may be a verification of a card that is to be stored', async () => {
    const number = numberOf('400007', 1);
    const body = {
      verificationStrategy: 'ACQUIRER',
      transaction: { currency: 'EUR' },
      sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: DECLINED, securityCode: '100' } } },
    };
    const codes: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { json } = await rig.api('POST', '/token', body, { merchant: SHOP });
      codes.push(json.response?.gatewayCode ?? json.error?.cause);
    }
    expect(codes).toEqual([...Array(10).fill('DECLINED'), 'EXCEEDED_RETRY_LIMIT', 'EXCEEDED_RETRY_LIMIT']);
  });
});
