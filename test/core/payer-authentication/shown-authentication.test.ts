/** Every reader of an authentication gets its stored state, which does not change afterwards. */
import { expect, it, onTestFinished } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { authenticationsOf } from '../../../src/core/payer-authentication/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { challenged, ORIGIN, OUTCOMES, type Process, type Rig, rig, threeDSServerOf } from './rig.ts';

/** Another process on the same store, with its clock an hour ahead. */
async function ahead(made: Rig): Promise<Process> {
  const now = () => Date.now() + HOUR_MS;
  const authenticator = await threeDSServerOf(made.sandbox, { resultsAt: ORIGIN, log: memoryLog(), now });
  onTestFinished(() => authenticator.close());
  return made.beside({ payerAuthentication: { ...made.gateway.payerAuthentication, authenticator } });
}

/** The authentication as a retrieval of the order shows it. */
async function viewAt(made: Rig, { gateway }: Process) {
  const order = await made.store.orders.find(made.merchant.key, made.orderId);
  const [shown] = order === undefined ? [] : await authenticationsOf(gateway, { order, merchantId: made.merchant.id });
  return shown?.view;
}

it('an end by timeout is stored before it is reported, so that no process accepts a later result', async () => {
  const made = await rig();
  const answer = await made.both('auth', OUTCOMES.CHALLENGED);
  const end = await viewAt(made, await ahead(made));
  expect(end?.result).toMatchObject({ status: 'AUTHENTICATION_UNAVAILABLE', unknownBecause: 'NO_RREQ' });
  await challenged(answer);
  expect(made.results.posted).toHaveLength(1);
  expect((await viewAt(made, made))?.result).toEqual(end?.result);
  expect((await made.stored()).wakeAt).toBeNull();
});

it('an authentication within its time is reported and left unchanged', async () => {
  const made = await rig();
  await made.both('auth', OUTCOMES.CHALLENGED);
  const before = await made.stored();
  expect((await viewAt(made, made))?.stage).toBe('CHALLENGE');
  expect(await made.stored()).toEqual(before);
});
