/** A merchant's payments at a glance: the figures are those of the orders. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import { newOrderId, paying, type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { type Enrolled, enrolled, later } from './person.ts';

const OVERVIEW = '/console/merchants/TESTSHOP/overview';
const VIEWER = ['--role', 'viewer', '--merchant', 'TESTSHOP'];
const PATIENTLY = { timeout: 30_000, interval: 100 };

let rig: Rig;
let viewer: Enrolled;
beforeAll(async () => {
  rig = await startRig();
  viewer = await enrolled(rig, VIEWER);
});
afterAll(() => rig.close());

const put = (order: string, transaction: string, body: object) =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body);

/** The text of the page, without elements. */
const words = async () => (await viewer.client.get(OVERVIEW)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('at a glance', () => {
  it('has no figures of payments before the first one', async () => {
    const text = await words();
    expect(text).toContain('Approved payments 0 Declined payments 0 Approval none yet');
    expect(text).not.toContain('By way to pay');
  });

  it('has today’s payments, and those of each day, as charts and tables', async () => {
    const [order, authorized] = [newOrderId(), newOrderId()];
    await put(order, '1', paying('PAY'));
    await put(order, '2', { apiOperation: 'REFUND', transaction: { amount: '5.00', currency: 'EUR' } });
    await put(authorized, '1', paying('AUTHORIZE'));
    await put(newOrderId(), '1', paying('PAY', withCard({ expiry: { month: '2', year: '39' } })));
    await vi.waitFor(
      async () =>
        expect(await words()).toContain(
          'Approved payments 2 Declined payments 1 Approval 66.7% Taken, EUR €12.00 Given back, EUR €5.00',
        ),
      PATIENTLY,
    );
    const { text } = await viewer.client.get(OVERVIEW);
    expect(text).toMatch(/<svg[^>]*role="img"[^>]*aria-labelledby="payments-title payments-sentence"/);
    expect(text).toContain('2 approved, 1 declined in 90 days; 3 on the day of most.');
    const plain = await words();
    expect(plain).toContain('Card 2 1 66.7%');
    expect(plain).toContain('Mastercard 2 1 66.7%');
    expect(plain).toContain('There is not enough money in the account.');
    expect(plain).toMatch(/Day Approved Declined Approval \d{4}-\d\d-\d\d 2 1 66\.7%/);
  });

  it('has yesterday’s payments among the last days, not as today’s', async () => {
    later(rig, DAY_MS);
    viewer = await enrolled(rig, VIEWER);
    const plain = await words();
    expect(plain).toContain('Approved payments 0 Declined payments 0 Approval none yet');
    expect(plain).toContain('2 approved, 1 declined in 90 days');
  });
});
