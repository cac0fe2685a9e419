/** The pay page of an order after its payment has ended here while its provider has the money, or may have it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payPageView } from '../../../src/checkout/pages/checkout-page-views.ts';
import { cancelAndReturn, submitCancelAtProvider } from '../../../src/checkout/pay/cancel.ts';
import { submit } from '../../../src/checkout/pay/submit.ts';
import { ChallengeQueue } from '../../../src/checkout/payer/challenge-queue.ts';
import { SessionService } from '../../../src/checkout/session/session-service.ts';
import type { PayerDependencies } from '../../../src/checkout/status/checkout-status.ts';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import type { Values } from '../../../src/contract/read.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { KeyedMutex } from '../../../src/platform/keyed-mutex.ts';
import { readableNotice } from '../../../src/web/components/order/notice.ts';
import { readableOutcome } from '../../../src/web/components/timeline/readable-outcome.ts';
import { matchLocale, textFor } from '../../../src/web/text/index.ts';
import type { CheckoutPage } from '../../../src/web/views/index.ts';
import { type Ground, openGround, START } from '../../browser-payments/ground.ts';
import { FROM, type InitiatedPayment, newOrderId, World, type WorldOptions } from '../../browser-payments/world.ts';
import { NO_LINKS } from '../../support/no-links.ts';
import { SUCCESS } from '../sessions.ts';

const NINETY_MINUTES = START + 90 * MINUTE_MS;
const PAYER = { csrfSecret: 'secret', until: START * 2 };

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** A checkout whose first attempt is a payment at a provider, started as its page starts one. */
async function begin(options: WorldOptions = {}) {
  const world = new World(ground, options);
  const sessionService = new SessionService({ sessions: ground.store.sessions, sealer: ground.vault, clock: world });
  const dependencies: PayerDependencies = {
    ...world.parts,
    sessionService,
    sessions: ground.store.sessions,
    mutex: new KeyedMutex(),
    challengeQueue: new ChallengeQueue(),
    asksTooOften: () => false,
    asksCardsTooOften: () => false,
    publicOrigin: 'https://pay.example',
    links: NO_LINKS,
    sandbox: false,
    matchLocale,
  };
  const orderId = newOrderId();
  const session = await sessionService.create(1, {
    checkout: { operation: 'PURCHASE', mode: 'WEBSITE', successIndicator: SUCCESS, version: 100, attemptsMax: 3 },
    values: {
      order: { id: orderId, amount: '12.00', currency: 'EUR' },
      interaction: { timeout: '86400', merchant: { name: 'Example Shop', url: 'https://shop.example/' } },
    } as Values,
  });
  const call = await world.initiation({ orderId, home: `/checkout/done/${session.id}` });
  const result = await execute(world.gateway, { ...call, entryPoint: 'HOSTED_PAGE', pageSession: session.key });
  if (result.kind !== 'DONE') {
    throw new Error('The order was locked.');
  }
  const initiated = await world.initiatedPayment(result.transaction, orderId);
  const page = async () => {
    const shown = await payPageView(dependencies, { sessionId: session.id, languages: { accepted: ['en'] } }, PAYER);
    if (!('page' in shown)) {
      throw new Error('The checkout has no page.');
    }
    return shown.page;
  };
  const send = (more: Record<string, string>) =>
    submit(dependencies, {
      sessionId: session.id,
      fields: new URLSearchParams({ sessionVersion: session.version, attempt: '2', ...more }),
      payer: PAYER,
      sameOrigin: true,
      languages: { accepted: ['en'] },
      from: FROM,
    });
  const posted = (more: Record<string, string> = {}) => ({
    sessionId: session.id,
    fields: new URLSearchParams(more),
    payer: PAYER,
    sameOrigin: true,
    from: FROM,
    languages: { accepted: ['en'] },
  });
  const withdraw = (end: 'anotherWay' | 'cancel') =>
    (end === 'cancel' ? cancelAndReturn : submitCancelAtProvider)(dependencies, posted());
  return { world, initiated, page, send, session, withdraw };
}

/** The payment timed out here while the provider was silent. */
async function abandon(options: WorldOptions = {}) {
  const checkout = await begin(options);
  const { world } = checkout;
  await world.goTo(NINETY_MINUTES - 1);
  world.provider.fault = () => ({ status: 'NO_ANSWER' });
  await world.goTo(NINETY_MINUTES + MINUTE_MS);
  return checkout;
}

async function answered(world: World, initiated: InitiatedPayment): Promise<void> {
  world.provider.fault = () => undefined;
  world.provider.stand(initiated.reference, 'APPROVED');
  await world.goTo(world.now() + 10 * MINUTE_MS);
}

const text = textFor('en');

/** The page's sentence on the money, for each kind of page. */
function said(page: CheckoutPage): string {
  if (page.kind === 'status') {
    const { title, text: sentence } = readableOutcome(page, text);
    return `${title}. ${sentence}`;
  }
  return page.kind === 'pay' ? (readableNotice(page, text)?.sentences.join(' ') ?? '') : '';
}

it('money that the provider took late and keeps is shown by the page, which neither offers nor accepts a payment', async () => {
  const { world, initiated, page, send } = await abandon({ profile: { lateBrowserPayments: 'REPORT' } });
  await answered(world, initiated);
  const shown = await page();
  expect(shown).toMatchObject({ kind: 'status', outcome: { kind: 'late', money: 'kept' } });
  expect(said(shown)).toMatch(/took €12\.00 .* Do not pay again/);
  await send({ method: 'card', number: '5123450000000008', expiry: '01/39', securityCode: '100' });
  expect((await world.found(initiated.key)).order.state.movements).toHaveLength(1);
});

it('a refund under way delays a new payment, which is possible once it is complete, and the page shows that', async () => {
  const { world, initiated, page } = await abandon({ profile: { lateBrowserPayments: 'REFUND' } });
  world.provider.fault = (call) => (call === 'move' ? { status: 'NO_ANSWER' } : undefined);
  world.provider.stand(initiated.reference, 'APPROVED');
  await world.goTo(world.now() + 10 * MINUTE_MS);
  const returning = await page();
  expect(returning).toMatchObject({ kind: 'status', outcome: { kind: 'late', money: 'returning' } });
  expect(returning).toHaveProperty('eventsUrl');
  await answered(world, initiated);
  await world.goTo(world.now() + 60 * MINUTE_MS);
  const returned = await page();
  expect(returned.kind).toBe('pay');
  expect(said(returned)).toContain('The money went back to you');
  expect(said(returned)).not.toContain('You have not been charged');
});

it('a success of another amount is not reported as "no money taken"', async () => {
  const { world, initiated, page } = await begin();
  Object.assign(world.provider.payment(initiated.reference).money, { amount: 999n });
  world.provider.stand(initiated.reference, 'APPROVED');
  const results: string[] = [];
  const { setLate } = ground.store.browserPayments;
  // The state as another process sees it in between: the payment has failed, and its late capture is not stored yet.
  ground.store.browserPayments.setLate = async (...change) => {
    results.push(said(await page()));
    return setLate.apply(ground.store.browserPayments, change);
  };
  try {
    await world.callBack(initiated, { money: { amount: 1_200n } });
    await world.goTo(world.now());
  } finally {
    ground.store.browserPayments.setLate = setLate;
  }
  expect(results.length).toBeGreaterThan(0);
  for (const sentence of [...results, said(await page())]) {
    expect(sentence).toContain('Do not pay again');
  }
});

it('until the provider has answered, no page says that no money was taken', async () => {
  const { world, initiated, page } = await abandon();
  const shown = await page();
  expect(shown).toMatchObject({ kind: 'pay', money: { kind: 'unsettled' } });
  expect(said(shown)).toContain('We do not know yet whether');
  expect(said(shown)).not.toContain('You have not been charged');
  world.provider.fault = () => undefined;
  world.provider.stand(initiated.reference, 'DECLINED');
  await world.goTo(world.now() + 30 * MINUTE_MS);
  expect(said(await page())).toContain('You have not been charged');
});

it.each(['anotherWay', 'cancel'] as const)('a provider that refuses to cancel is reported: %s', async (end) => {
  const { world, page, withdraw } = await begin();
  const { provider } = world;
  const cancelThere = provider.cancel.bind(provider);
  provider.cancel = (reference) => provider.state(reference);
  await withdraw(end);
  expect(await page()).toMatchObject({ unreached: 'standing' });
  world.pass(1_000);
  provider.cancel = cancelThere;
  provider.fault = (call) => (call === 'cancel' ? { status: 'NO_ANSWER' } : undefined);
  await withdraw(end);
  expect(await page()).toMatchObject({ unreached: end });
});
