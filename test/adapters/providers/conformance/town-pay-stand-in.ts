/**
 * A simulator of Town Pay, as demanding as real providers: own payment numbers, an account for each merchant, a token
 * for each call, payments made on query, and callbacks that must be verified by a query.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LedgerEntry, StandIn } from '../../../../src/adapters/providers/index.ts';
import { type Currency, currencyOf, minorUnits } from '../../../../src/contract/money.ts';

interface Money {
  readonly amount: string;
  readonly currency: string;
}
export interface TownOrder extends Money {
  readonly id: string;
  readonly reference: string;
  readonly key: string;
  readonly order: string;
  readonly intent: 'AUTHORIZE' | 'PAY';
  readonly returnUrl: string;
  readonly cancelUrl: string;
  status: 'approved' | 'declined' | 'done' | 'open' | 'unfunded';
}
interface Movement extends Money {
  readonly kind: 'CAPTURE' | 'REFUND' | 'UPDATE' | 'VOID';
  readonly order: TownOrder;
  readonly number: string;
  readonly status: 'done' | 'refused';
}
type Said = [code: number, body: object];

const keyOf = (merchantId: string) => `key-of-${merchantId}`;
const units = ({ amount, currency }: Money) => minorUnits(amount, currencyOf(currency) as Currency) as bigint;
const signature = (key: string, at: string, body: string) =>
  createHmac('sha256', key).update(`${at}.${body}`).digest('hex');

export async function startTownPay(): Promise<StandIn> {
  const tokens = new Map<string, string>();
  const orders = new Map<string, TownOrder>();
  const movements = new Map<string, Movement>();

  const created = (reference: string, key: string, given: Omit<TownOrder, 'id' | 'key' | 'reference' | 'status'>) => {
    const known = [...orders.values()].find((one) => one.reference === reference);
    const order = known ?? { ...given, id: randomUUID(), reference, key, status: 'open' };
    orders.set(order.id, order);
    return order;
  };
  const shown = ({ key: _key, ...order }: TownOrder): Said => [200, { ...order, page: `${origin}/pay/${order.id}` }];
  const moved = (order: TownOrder, kind: Movement['kind'], money: Money): boolean => {
    const done = [...movements.values()].filter((one) => one.order === order && one.status === 'done');
    const sum = (what: Movement['kind']) =>
      done.filter((one) => one.kind === what).reduce((all, one) => all + units(one), 0n);
    const taken = order.intent === 'PAY' ? units(order) : sum('CAPTURE');
    if (order.status !== 'done' || sum('VOID') > 0n) {
      return false;
    }
    if (kind === 'REFUND') {
      return sum('REFUND') + units(money) <= taken;
    }
    return kind === 'CAPTURE' ? order.intent === 'AUTHORIZE' && taken + units(money) <= units(order) : true;
  };
  const answer = (method: string, path: string, key: string, given: Record<string, string>): Said => {
    const [, room, id = '', what, reference = '', kind] = path.split('/');
    if (room === 'verifications') {
      return [200, { genuine: given.signature === signature(key, given.at ?? '', given.body ?? '') }];
    }
    if (room === 'references') {
      const known = [...orders.values()].find((one) => one.reference === id);
      if (method === 'PUT') {
        return shown(created(id, key, given as unknown as TownOrder));
      }
      return known === undefined ? [404, { problem: 'unknown' }] : shown(known);
    }
    const order = orders.get(id);
    if (order === undefined || order.key !== key) {
      return [404, { problem: 'unknown' }];
    }
    if (what === 'completion' && order.status === 'approved') {
      order.status = 'done';
    }
    if (what !== 'movements') {
      return shown(order);
    }
    if (!movements.has(reference)) {
      const money = given as unknown as Money;
      const status = moved(order, kind as Movement['kind'], money) ? 'done' : 'refused';
      movements.set(reference, { ...money, kind: kind as Movement['kind'], order, number: randomUUID(), status });
    }
    const { order: _order, ...movement } = movements.get(reference) as Movement;
    return [200, movement];
  };

  const server = createServer(async (request, response) => {
    const given = JSON.parse((await text(request)) || '{}') as Record<string, string>;
    const key = tokens.get(request.headers.authorization ?? '');
    const isLogin = request.url === '/tokens';
    const token = `Bearer ${randomUUID()}`;
    if (isLogin) {
      tokens.set(token, given.key ?? '');
    }
    const [code, body] = isLogin
      ? [200, { token }]
      : key
        ? answer(request.method ?? '', request.url ?? '', key, given)
        : [401, {}];
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    acts: ['AGREE', 'AGREE_WITHOUT_MONEY', 'CANCEL', 'DECLINE'],
    currencies: ['USD', 'JPY'],
    signatureMsMax: 60_000,
    environment: (at) => ({ env: { TOWN_PAY_URL: at } }),
    account: (merchantId) => ({ key: keyOf(merchantId) }),
    async pay(act, { providerReference }) {
      const order = orders.get(providerReference);
      if (order === undefined) {
        return undefined;
      }
      const status = {
        AGREE: 'approved',
        AGREE_WITHOUT_MONEY: 'unfunded',
        DECLINE: 'declined',
        CANCEL: order.status,
      } as const;
      if (order.status === 'open' || order.status === 'unfunded') {
        order.status = status[act];
      }
      const home = new URL(act === 'CANCEL' ? order.cancelUrl : order.returnUrl);
      home.searchParams.set('token', order.id);
      return home.href;
    },
    async callback({ providerReference }, signer) {
      const { key, ...order } = orders.get(providerReference) as TownOrder;
      const at = String(Date.now());
      const body = JSON.stringify(order);
      const signed = signature(signer === 'PROVIDER' ? key : 'another', at, body);
      return { headers: { 'town-time': at, 'town-signature': signed }, body: Buffer.from(body) };
    },
    async ledger(name) {
      const kinds = { AUTHORIZE: 'AUTHORIZATION', PAY: 'PAYMENT' } as const;
      const states = { open: 'OPEN', approved: 'OPEN', unfunded: 'OPEN', declined: 'OVER', done: 'MADE' } as const;
      const entry = (kind: LedgerEntry['kind'], money: Money, state: LedgerEntry['state']) => {
        return { order: name, kind, amount: units(money), currency: money.currency, state };
      };
      const found = [...orders.values()].filter(({ order }) => order === name);
      const done = [...movements.values()].filter(({ order, status }) => order.order === name && status === 'done');
      return [
        ...found.map((one) => entry(kinds[one.intent], one, states[one.status])),
        ...done.map((one) => entry(one.kind, one, 'MADE')),
      ];
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
