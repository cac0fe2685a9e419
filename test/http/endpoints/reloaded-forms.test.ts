/** A browser that reloads the URL of a form whose POST got no answer, as the away page of a proxy does. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it.each([
  ['/checkout/withdraw/SESSION0000000000000000000000', '/checkout/pay/SESSION0000000000000000000000'],
  ['/checkout/status/HANDLE/cancel', '/checkout/status/HANDLE'],
  ['/checkout/authentication/STATE/cancel', '/checkout/authentication/STATE/bank'],
])('GET %s leads to the page of the form, %s', async (form, page) => {
  const { status, headers } = await rig.call('GET', form, undefined, { authorization: null });
  expect([status, headers.location]).toEqual([303, page]);
});
