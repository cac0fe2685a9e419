/** The sandbox's maker of wallet tokens, whose answer is sent to a gateway as it came. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxApp } from '../../src/sandbox/kit/http/http-app.ts';
import { addWallets } from '../../src/sandbox/wallets/add-wallets.ts';
import { sandboxWalletKeys } from '../../src/settings/sandbox/index.ts';
import { newOrderId, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
const app = createSandboxApp();
beforeAll(async () => {
  rig = await startRig();
  addWallets(app, sandboxWalletKeys(rig.folder), 'http://localhost:8080');
});
afterAll(async () => {
  await rig.close();
  await app.close();
});

const made = async (body: object | string) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/wallets/tokens',
    headers: { host: 'localhost' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.statusCode, json: reply.json() };
};
const paid = async (fields: object) =>
  rig.api('PUT', `/order/${newOrderId()}/transaction/1`, { apiOperation: 'PAY', ...fields });

describe('the sandbox’s wallets', () => {
  it.each([
    ['Apple Pay', { wallet: 'APPLE_PAY' }, 'APPROVED'],
    ['Google Pay', { wallet: 'GOOGLE_PAY', amount: '3', currency: 'JPY' }, 'APPROVED'],
    ['a card on file in Google Pay', { wallet: 'GOOGLE_PAY', panOnly: true }, 'APPROVED'],
    ['a device whose card is declined', { wallet: 'APPLE_PAY', expiryMonth: 5 }, 'DECLINED'],
  ])('make a token of %s that pays', async (_what, body, gatewayCode) => {
    const { status, json } = await made(body);
    expect(status).toBe(200);
    expect((await paid(json)).json.response.gatewayCode).toBe(gatewayCode);
  });

  it('make a token for its amount alone', async () => {
    const { json } = await made({ wallet: 'APPLE_PAY' });
    expect((await paid({ ...json, order: { ...json.order, amount: '10.01' } })).status).toBe(400);
  });

  it.each([
    ['{'],
    [{ wallet: 'ACME_PAY' }],
    [{ wallet: 'APPLE_PAY', amount: '1.234' }],
    [{ wallet: 'APPLE_PAY', x: 1 }],
  ])('refuse %j', async (body) => {
    expect((await made(body)).status).toBe(400);
  });
});
