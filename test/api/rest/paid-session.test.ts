/**
 * A checkout's order after its first attempt: the changes that its merchant may still make, and those that would make
 * it payable again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardForm, hands, type Opened } from '../../checkout/hands.ts';
import { newOrderId, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, submit, browse } = hands(() => rig);
const get = (id: string, cookie?: string) =>
  browse(`/checkout/pay/${id}`, cookie === undefined ? {} : { Cookie: cookie });
const update = (id: string, order: object) => rig.api('PUT', `/session/${id}`, { order });

async function tried(expiry: string): Promise<Opened> {
  const opened = await checkout();
  await submit(opened.id, cardForm(expiry));
  return opened;
}

const PAID = '01/39';
const PENDING = '11/39';
const DECLINED = '05/39';

describe.each([
  ['paid', PAID],
  ['pending', PENDING],
])('a session whose order is %s', (_state, expiry) => {
  it.each([
    ['order.id', { id: 'another-order' }],
    ['order.amount', { amount: '9.00' }],
    ['order.currency', { currency: 'USD' }],
  ])('refuses another %s', async (field, order) => {
    const { id } = await tried(expiry);
    const before = await rig.api('GET', `/session/${id}`);
    const { status, json } = await update(id, order);
    expect([status, json.error?.field]).toEqual([400, field]);
    expect((await rig.api('GET', `/session/${id}`)).json).toEqual(before.json);
    expect((await get(id)).text).not.toContain('name="number"');
  });

  it('cannot be paid again under another id, with an indicator that its payer knows', async () => {
    const { id } = await tried(expiry);
    const other = newOrderId();
    await update(id, { id: other, amount: '9.00' });
    await submit(id, cardForm(PAID));
    expect(rig.host.ledger({ order: other })).toEqual([]);
  });

  it('cannot become a checkout of another order', async () => {
    const { id } = await tried(expiry);
    const { status, json } = await rig.api('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      session: { id },
      interaction: { operation: 'PURCHASE' },
      order: { id: newOrderId(), amount: '9.00', currency: 'EUR' },
    });
    expect([status, json.error?.field]).toEqual([400, 'order.id']);
  });

  it('accepts the same order again, and other fields', async () => {
    const { id, order } = await tried(expiry);
    expect((await update(id, { id: order, amount: '10', currency: 'EUR', reference: 'new' })).status).toBe(200);
  });
});

describe('a session whose order was declined', () => {
  it('keeps its order’s id', async () => {
    const { id } = await tried(DECLINED);
    const { status, json } = await update(id, { id: newOrderId() });
    expect([status, json.error?.field]).toEqual([400, 'order.id']);
  });

  it('accepts another amount, and is paid by the next attempt', async () => {
    const { id, order } = await tried(DECLINED);
    expect((await update(id, { amount: '9.00' })).status).toBe(200);
    const reply = await submit(id, cardForm(PAID));
    expect(reply.headers.location).toBe(`/checkout/done/${id}`);
    expect(rig.host.ledger({ order }).map(({ state, amount }) => `${state} ${amount}`)).toEqual([
      'DECLINED 10.00',
      'APPROVED 9.00',
    ]);
  });
});

it('a session with an order without attempts accepts another order', async () => {
  const { id } = await checkout();
  expect((await update(id, { id: newOrderId(), amount: '9.00' })).status).toBe(200);
});

it('a session filled without payment accepts the order that is paid with it', async () => {
  const { id } = await checkout({ interaction: { operation: 'NONE' } });
  await submit(id, cardForm(PAID));
  expect((await update(id, { id: newOrderId(), amount: '9.00' })).status).toBe(200);
});
