/** Pix payments in the gateway that are not simply paid in time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codePage } from '../../../src/checkout/return/code-page.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import { cancelAtProvider } from '../../../src/core/browser-payments/index.ts';
import type { StartedPix } from '../../../src/sandbox/pix/start-pix.ts';
import { type Ground, openGround } from '../ground.ts';
import { FROM, type InitiatedPayment } from '../world.ts';
import { accountMembers, adapterFor, INITIATION, openPsp, PixWorld } from './pix-world.ts';

const members = accountMembers();

let ground: Ground;
let simulator: StartedPix;
beforeAll(async () => {
  [ground, simulator] = await Promise.all([openGround(), openPsp()]);
});
afterAll(async () => {
  await simulator.close();
  await ground.close();
});

const openWorld = () => new PixWorld(ground, simulator, adapterFor(simulator), members);

const codeOf = async (world: PixWorld, { key }: InitiatedPayment) =>
  (await world.found(key)).transaction.outcome?.gatewayCode;

const cancel = async (world: PixWorld, { key }: InitiatedPayment) =>
  cancelAtProvider(world.parts, await world.found(key), FROM);

it('the gateway stores the code with the payment, so that its page needs no PSP', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  const { code, pageUrl, providerReference } = (await world.found(initiated.key)).payment;
  const charge = world.charge(initiated);
  expect({ code, pageUrl, providerReference }).toEqual({
    code: { text: simulator.psp.resources.codeOf(charge), payableUntil: charge.created_at + 30 * MINUTE_MS },
    pageUrl: expect.stringContaining(`/checkout/choice/${initiated.state}`),
    providerReference: charge.id,
  });
});

it('the page shows the code until it expires, and then that it is expired, for any answer of the PSP', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  const found = await world.found(initiated.key);
  const shown = async (payableUntil: number) => {
    const arrival = { found, state: initiated.state, base: {} as never };
    const answer = await codePage(world.parts as never, arrival, { text: 'code', payableUntil });
    return 'page' in answer ? answer.page : answer;
  };
  simulator.psp.setFault({ mode: 'UNAVAILABLE' });
  expect(await shown(world.now() + 1)).toMatchObject({ kind: 'code', code: 'code', minutesLeft: 1 });
  expect(await shown(world.now() + MINUTE_MS + 1)).toMatchObject({ kind: 'code', minutesLeft: 2 });
  expect(await shown(world.now())).toMatchObject({ kind: 'codeOver' });
  simulator.psp.setFault({ mode: 'NONE' });
});

it('the gateway refunds money that came after the payer had cancelled, once, for any number of reports', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  await cancel(world, initiated);
  expect(await codeOf(world, initiated)).toBe('CANCELLED');
  world.pays(initiated);
  await world.callBack(initiated);
  await world.callBack(initiated);
  await world.goTo(world.now() + DAY_MS);
  expect((await world.found(initiated.key)).payment.late).toBe('REFUNDED');
  expect(await codeOf(world, initiated)).toBe('CANCELLED');
  expect(world.ledger(initiated)).toEqual(['PAYMENT 12.00 CONCLUIDA', 'REFUND 12.00 DEVOLVIDO']);
});

it('late money is found without any callback, within a day', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  await cancel(world, initiated);
  world.pays(initiated);
  await world.goTo(world.now() + 2 * DAY_MS);
  expect((await world.found(initiated.key)).payment.late).toBe('REFUNDED');
});

it('the gateway removes the charge at the end of the payer’s time, and queries until the PSP confirms it', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  await world.goTo(world.now() + 2 * 60 * MINUTE_MS);
  expect(await codeOf(world, initiated)).toBe('ABORTED');
  expect(world.ledger(initiated)).toEqual(['PAYMENT 12.00 REMOVIDA_PELO_USUARIO_RECEBEDOR']);
});

it('counts no other amount as paid, and reports it', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  world.pays(initiated, '100');
  await world.callBack(initiated);
  await world.goTo(world.now() + MINUTE_MS);
  const { payment, order } = await world.found(initiated.key);
  expect([await codeOf(world, initiated), payment.late, order.state.totalCaptured]).toEqual([
    'UNSPECIFIED_FAILURE',
    'REPORTED',
    0n,
  ]);
});

it('the gateway queries each payment that one message names', async () => {
  const world = openWorld();
  const [one, other, open] = [
    await world.initiate(INITIATION),
    await world.initiate(INITIATION),
    await world.initiate(INITIATION),
  ];
  world.pays(one);
  world.pays(other);
  await world.callBackAbout([one, { ...open, reference: 'nobodyKnowsThis1' }, other]);
  expect([await codeOf(world, one), await codeOf(world, other), await codeOf(world, open)]).toEqual([
    'APPROVED',
    'APPROVED',
    'PENDING',
  ]);
});

it('the gateway refuses a callback at another address, and ignores unknown payments', async () => {
  const world = openWorld();
  const initiated = await world.initiate(INITIATION);
  world.pays(initiated);
  for (const path of ['', 'pix', 'another-secret-of-nobody-at-all/pix']) {
    await expect(world.callBack(initiated, undefined, path)).rejects.toMatchObject({ status: 403 });
  }
  await expect(world.callBackAbout([{ ...initiated, reference: 'nobodyKnowsThis2' }])).rejects.toMatchObject({
    status: 400,
  });
  expect(await codeOf(world, initiated)).toBe('PENDING');
});
