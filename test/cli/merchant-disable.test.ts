/** A merchant that is disabled for a time, or removed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, newOrderId, PASSWORD, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { createAuthority } from '../support/certificates.ts';
import { turnpike } from './turnpike.ts';

const certificate = createAuthority('Example Client Authority').issue({ name: 'shop', use: 'client' });

let rig: Rig;
const folder = mkdtempSync(join(tmpdir(), 'turnpike-disable-'));
beforeAll(async () => {
  rig = await startRig({ CLIENT_CERT_PROXIES: '127.0.0.1' });
  await rig.merchant({ id: 'SHOP', name: 'Shop', certificates: [certificate.fingerprint] });
  await rig.merchant({ id: 'EMPTY', name: 'Empty' });
});
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => turnpike(rig.folder, ['merchant', ...args]);
/** A change is visible within a second. Polled at long intervals, since refused requests meanwhile count as guesses. */
const SECONDS = { timeout: 30_000, interval: 400 };
const as = (merchant: string) => ({ merchant, authorization: basic(merchant, PASSWORD) });
const asked = async (merchant = 'SHOP') =>
  (await rig.api('GET', '/paymentOptionsInquiry', undefined, as(merchant))).status;
const page = async (id: string) =>
  (await rig.call('GET', `/checkout/pay/${id}`, undefined, { authorization: null })).status;

describe('a disabled merchant', () => {
  it('gets 401 with every kind of credential, its pages accept no payment, and it works again once enabled', async () => {
    const order = newOrderId();
    expect((await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), as('SHOP'))).status).toBe(201);
    const { json } = await rig.api(
      'POST',
      '/session',
      {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE' },
        order: { id: newOrderId(), amount: '10.00', currency: 'EUR' },
      },
      as('SHOP'),
    );
    const { id } = json.session;
    expect(await page(id)).toBe(200);

    expect(await run('disable', 'SHOP')).toMatchObject({ code: 0, out: 'SHOP is disabled.\n' });
    await expect.poll(() => asked(), SECONDS).toBe(401);
    const header = `:${certificate.der.toString('base64')}:`;
    const byCertificate = await rig.api('GET', '/paymentOptionsInquiry', undefined, {
      merchant: 'SHOP',
      authorization: null,
      headers: { 'Client-Cert': header },
    });
    expect(byCertificate.status).toBe(401);
    const bySession = await rig.api(
      'PUT',
      `/session/${id}`,
      {},
      { merchant: 'SHOP', authorization: basic('SHOP', id) },
    );
    expect(bySession.status).toBe(401);
    const closed = await rig.call('GET', `/checkout/pay/${id}`, undefined, { authorization: null });
    expect(closed.text).toContain('Shop is not taking payments at the moment');
    expect(closed.text).not.toContain('name="number"');
    const posted = await rig.call('POST', `/checkout/pay/${id}`, 'method=card', {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:8080' },
    });
    expect([posted.status, posted.headers.location]).toEqual([303, `/checkout/pay/${id}`]);
    expect(await asked('TESTSHOP')).toBe(200);
    expect((await run('list')).out).toMatch(/^SHOP\tShop\tpassword set\tdisabled$/m);

    writeFileSync(join(folder, 'shop.json'), JSON.stringify({ id: 'SHOP', name: 'Shop, renamed' }));
    await run('put', join(folder, 'shop.json'));
    expect(await asked()).toBe(401);

    expect(await run('enable', 'SHOP')).toMatchObject({ code: 0, out: 'SHOP is enabled.\n' });
    await expect.poll(() => asked(), SECONDS).toBe(200);
    expect(await page(id)).toBe(200);
  });

  it('that has orders is not removed', async () => {
    const { code, err } = await run('remove', 'SHOP');
    expect([code, err]).toEqual([2, 'SHOP has orders, which stay: turnpike merchant disable SHOP shuts it out.\n']);
    expect(await asked()).toBe(200);
  });

  it('without orders is removed with all its records', async () => {
    await rig.api('POST', '/session', undefined, as('EMPTY'));
    expect(await asked('EMPTY')).toBe(200);
    expect(await run('remove', 'EMPTY')).toMatchObject({ code: 0, out: 'EMPTY is removed.\n' });
    await expect.poll(() => asked('EMPTY'), SECONDS).toBe(401);
    expect((await run('list')).out).not.toContain('EMPTY');
    const left = 'select count(*) as n from session where merchant_key not in (select key from merchant)';
    expect(Number((await rig.rows(left))[0]!.n)).toBe(0);
  });

  it.each(['disable', 'enable', 'remove'])('%s reports an unknown merchant', async (command) => {
    expect(await run(command, 'NOBODY')).toMatchObject({ code: 2, err: 'There is no merchant NOBODY.\n' });
    expect((await run(command)).code).toBe(2);
  });
});
