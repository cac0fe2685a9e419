/** Data that an authentication needs is stored until its payment, or until its payer can no longer continue. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseOrder, RetentionWorker } from '../../../src/back-office/retention/index.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { answerInBankApp } from '../../../src/sandbox/three-ds/acs/challenge.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import {
  CHALLENGED,
  initiation,
  MONEY,
  request,
  startWorld,
  type World,
} from '../../api/rest/payer-authentication/world.ts';
import { newOrderId } from '../../api/rest/rig.ts';
import { turnpike } from '../../cli/turnpike.ts';
import { card, OUTCOMES, PROFILE, type Rig, rig } from '../../core/payer-authentication/rig.ts';

const A_WEEK = { payerAuthentication: { ...PROFILE.payerAuthentication, decoupledMinutes: 7 * 24 * 60 } };
const SHORT = { ...A_WEEK, retention: { cardDays: 1 } };

const payment = (expiry: { month: string; year: string }) => ({
  ...card(expiry),
  order: { amount: '12.00', currency: 'EUR' },
  authentication: { transactionId: 'auth' },
});

/** A whole walk over everything due by now, by a newly started process. */
async function walk({ store, gateway }: Rig): Promise<void> {
  const { retention, merchants } = store;
  const worker = new RetentionWorker({ store: retention, merchants, clock: gateway.clock, log: memoryLog() });
  for (let steps = 0; steps < 3; steps += 1) {
    await worker.step();
  }
}

const hasHash = async (made: Rig) => (await made.stored()).cardHash.length > 0;

async function confirmedInApp({ sandbox: { threeDS } }: Rig): Promise<void> {
  const [row] = threeDS.ledger.transactions.all({ state: 'DECOUPLED' });
  threeDS.change((work) => answerInBankApp(work, row!, true));
  await threeDS.results.waitForResults(row!.id, AbortSignal.timeout(5_000));
}

describe('the keyed hash of the card', () => {
  it('stays during a challenge, so that the payment succeeds, and is deleted afterwards', async () => {
    const made = await rig(SHORT);
    await made.both('auth', OUTCOMES.DECOUPLED);
    made.pass(3 * DAY_MS);
    await walk(made);
    expect(await hasHash(made)).toBe(true);
    await confirmedInApp(made);
    const { outcome } = await made.pay('1', payment(OUTCOMES.DECOUPLED));
    expect(outcome?.gatewayCode).toBe('APPROVED');
    made.pass(2 * DAY_MS);
    await walk(made);
    expect(await hasHash(made)).toBe(false);
  });

  it('of an ended authentication stays for the payment, and for at most as long as a bank may take', async () => {
    const made = await rig(SHORT);
    await made.both('auth');
    expect((await made.stored()).wakeAt).toBeNull();
    made.pass(6 * DAY_MS);
    await walk(made);
    expect(await hasHash(made)).toBe(true);
    made.pass(2 * DAY_MS);
    await walk(made);
    expect(await hasHash(made)).toBe(false);
  });
});

describe('an order whose payer is being authenticated', () => {
  const LEFT = 'authentication auth of it is under way, or to be paid with';
  const erase = ({ store, merchant, orderId, gateway }: Rig) =>
    eraseOrder(store.erasure, orderId, {
      merchantKey: merchant.key,
      now: gateway.clock.now(),
      isDryRun: false,
      removeSavedCards: async () => 0,
    });

  it('is skipped by an erasure, and erased once it is paid', async () => {
    const made = await rig(A_WEEK);
    await made.both('auth', OUTCOMES.DECOUPLED);
    made.pass(3 * DAY_MS);
    expect((await erase(made))?.leftBecause).toBe(LEFT);
    await confirmedInApp(made);
    expect((await erase(made))?.leftBecause).toBe(LEFT);
    await made.pay('1', payment(OUTCOMES.DECOUPLED));
    expect(await erase(made)).toEqual(expect.not.objectContaining({ leftBecause: expect.anything() }));
  });

  it('is erased a week after a payer who did not return', async () => {
    const made = await rig(A_WEEK);
    await made.both('auth');
    made.pass(8 * DAY_MS);
    expect(await erase(made)).toMatchObject({ authentications: 1 });
    expect((await erase(made))?.leftBecause).toBeUndefined();
  });

  describe('by a session without an order', () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld();
    });
    afterAll(() => world.close());

    it('keeps that session too when the customer’s address is erased', async () => {
      const customer = { email: 'ann.payer@post.example' };
      const { id } = await world.session({ ...CHALLENGED, customer, order: MONEY });
      const order = newOrderId();
      await world.put(order, 'a', initiation({ session: { id } }));
      const asked = await world.put(order, 'a', request({ session: { id } }));
      expect(asked.json.order.authenticationStatus).toBe('AUTHENTICATION_PENDING');
      const { rig: shop, merchant } = world;
      const erased = await turnpike(shop.folder, ['erase', merchant, customer.email], {
        DATABASE_URL: shop.databaseUrl,
      });
      expect([erased.code, erased.out]).toEqual([
        1,
        expect.stringContaining('left: authentication a of it is under way'),
      ]);
      expect(erased.out).toContain('0 orders and 0 sessions beside them erased, 1 orders left.');
      expect((await world.get(`/session/${id}`)).json.customer).toEqual(customer);
    });
  });
});
