import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoredOrderIndex } from '../../../src/adapters/store/order-index/order-index.ts';
import { exportOrders } from '../../../src/api/rest/order-export.ts';
import { csvText } from '../../../src/contract/csv-text.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Merchant } from '../../../src/core/index.ts';
import { breaches } from './operations/answers.ts';
import { amount, cardPayment, restOrder } from './operations/order.ts';
import { type Rig, startRig } from './rig.ts';

const PATIENTLY = { timeout: 30_000, interval: 100 };
const PATH = '/api/rest/version/100/merchant/TESTSHOP/orderExport';
const ORDERS = 3;
const FORMULA = '=HYPERLINK("http://evil.example","a,b")';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  for (let at = 0; at < ORDERS; at += 1) {
    const order = restOrder(rig);
    await order.done(
      'PAY',
      '1',
      cardPayment({ order: { amount: '12.00', currency: 'EUR', reference: FORMULA.slice(0, 40) } }),
    );
    await order.done('REFUND', '2', amount('2.50'));
  }
  await vi.waitFor(async () => {
    const { order } = (await rig.api('GET', '/order?status=PARTIALLY_REFUNDED')).json;
    expect(order.length).toBe(ORDERS);
  }, PATIENTLY);
});
afterAll(() => rig.close());

describe('an export of orders', () => {
  it('is CSV with amounts that add up, times with an offset, and no formula', async () => {
    const reply = await rig.call('GET', `${PATH}?format=CSV&sort=OLDEST`);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    const [head, ...lines] = reply.text.trimEnd().split('\r\n');
    expect(head?.split(',').slice(0, 10)).toEqual([
      ...['id', 'creationTime', 'lastUpdatedTime', 'status', 'currency'],
      ...['amount', 'capturedAmount', 'refundedAmount', 'chargedBackAmount', 'netAmount'],
    ]);
    expect(lines.length).toBe(ORDERS);
    for (const line of lines) {
      const cells = line.split(',');
      expect(cells.slice(3, 10)).toEqual(['PARTIALLY_REFUNDED', 'EUR', '12.00', '12.00', '-2.50', '0.00', '9.50']);
      expect(cells[1]).toMatch(/Z$/);
      expect(line).toContain(`"'${FORMULA.slice(0, 40).replaceAll('"', '""')}"`);
    }
  });

  it('is JSON of the same orders', async () => {
    const reply = await rig.api('GET', '/orderExport?format=JSON&status=PARTIALLY_REFUNDED');
    expect(breaches(OPERATIONS.EXPORT_ORDERS.answer, reply.json, 100)).toEqual([]);
    expect(reply.json.order.length).toBe(ORDERS);
    expect(reply.json.order[0]).toMatchObject({ refundedAmount: -2.5, netAmount: 9.5 });
    expect((await rig.api('GET', '/orderExport?format=JSON&status=FAILED')).json.order).toEqual([]);
  });

  it('breaks off where the store fails, and says so in the log', async () => {
    const search = vi.spyOn(StoredOrderIndex.prototype, 'search');
    search.mockResolvedValueOnce({ orders: [], next: { at: 1, key: 1 } });
    search.mockRejectedValueOnce(new Error('the store is gone'));
    const before = rig.logged.length;
    const reply = rig.call('GET', PATH);
    await expect(reply).rejects.toThrow();
    await vi.waitFor(() => {
      const lines = rig.logged.slice(before).map((line) => JSON.parse(line) as { msg: string; err: object });
      expect(lines.filter(({ msg }) => msg === 'an answer broke off')).toMatchObject([
        { level: 50, err: { message: 'the store is gone' } },
      ]);
    }, PATIENTLY);
  });

  it.each([
    ['format=XML', 'format'],
    ['format=CSV&limit=1', 'limit'],
    ['format=CSV&updatedFrom=2026-01-01', 'updatedFrom'],
  ])('refuses %j, and names %s', async (query, field) => {
    const { status, json } = await rig.api('GET', `/orderExport?${query}`);
    expect([status, json.error.field]).toEqual([400, field]);
  });
});

it.each(['=1', '+1', '-1', '@a', '\tb', '\rc', '\n=1', '＝1', '＋1', '－1', '＠a'])(
  'a text that begins like a formula is a text: %j',
  (text) => {
    expect(csvText(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

describe('exports at the same time', () => {
  /** Starts an export whose first part comes when the gate opens. */
  function started(key: number, gate: Promise<void>) {
    const orderIndex = {
      search: async () => {
        await gate;
        return { orders: [], next: { at: 1, key: 1 } };
      },
    };
    const request = { operation: 'EXPORT_ORDERS', version: 100, query: '' };
    const merchant = { key, id: `SHOP-${key}` } as Merchant;
    const merchants = { find: async () => merchant };
    return exportOrders(
      { gateway: { sealer: {} }, orderIndex, merchants } as unknown as Parameters<typeof exportOrders>[0],
      merchant,
      request as Parameters<typeof exportOrders>[2],
    );
  }

  it('are two of a merchant and four in all, however soon they follow each other', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = [1, 1, 1, 2, 3, 4].map((key) => started(key, gate.promise));
    gate.resolve();
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
    ]);
    for (const end of ends) {
      if (end.status === 'rejected') {
        expect(end.reason).toMatchObject({ status: 503 });
      } else {
        // A caller who leaves before the second part.
        await Readable.from(end.value.stream!.parts)
          .destroy()
          .toArray()
          .catch(() => undefined);
      }
    }
    await expect.poll(() => started(1, gate.promise)).toBeDefined();
  });
});
