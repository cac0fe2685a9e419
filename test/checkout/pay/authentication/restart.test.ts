/**
 * The gateway restarts during a challenge. A security code is sealed under the session's id, which the gateway does not
 * store: a request with the id pays with the code, and recovery pays without it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../../src/adapters/store/store.ts';
import { Vault } from '../../../../src/adapters/vault/index.ts';
import { authenticationState } from '../../../../src/core/payer-authentication/state.ts';
import { answerInBankApp } from '../../../../src/sandbox/three-ds/acs/challenge.ts';
import { readSettings } from '../../../../src/settings/settings.ts';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import { cardForm, hands, wordsOf } from '../../hands.ts';
import { openBookshop } from './bookshop.ts';

/** Decoupled authentication: the answer needs no browser. */
const BY_ITSELF = cardForm('12/40');

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await openBookshop(world, { decoupledMinutes: 60 });
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

/** @returns the payer's cookie */
async function atBank(id: string): Promise<string> {
  const { hidden, action, cookie } = await form(id);
  await post(action, { ...hidden, ...BY_ITSELF }, { Cookie: cookie, Origin: world.origin });
  expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }))).toContain('Your bank contacts you');
  return cookie;
}

function bankAgrees(): void {
  const { threeDS } = world.threeDS;
  const row = threeDS.ledger.transactions.all({ state: 'DECOUPLED' }).at(-1);
  if (row === undefined) {
    throw new Error('The app waits for nobody.');
  }
  threeDS.change((work) => answerInBankApp(work, row, true));
}

/** The issuer's security code result. */
async function codeOf(order: string): Promise<unknown> {
  const { json } = await world.rig.api('GET', `/order/${order}/transaction/1`);
  return json.response?.cardSecurityCode?.gatewayCode;
}

const states = (order: string) => world.rig.host.ledger({ order }).map(({ state }) => state);
async function paid(order: string): Promise<void> {
  await expect.poll(() => states(order)).toEqual(['APPROVED']);
  // The gateway has received it too, and stored the issuer's security code result.
  await expect.poll(async () => (await world.rig.api('GET', `/order/${order}`)).json.status).toBe('CAPTURED');
}

/** The address by which the bank's page returns the newest payer. */
async function wayHome(): Promise<string> {
  const { folder, databaseUrl } = world.rig;
  const [row] = await world.rig.rows('select key, server_id from payer_authentication order by key desc limit 1');
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: databaseUrl, SANDBOX_API_PASSWORD: 'x' });
  const store = await openStore(databaseUrl, { owner: false });
  const sealer = await Vault.open(settings.keys, store.dataKeys);
  await store.close();
  const named = { key: Number(row?.key), threeDSServerTransID: String(row?.server_id) };
  return `/checkout/authentication/${authenticationState({ sealer }, named)}/challenge`;
}

it('a process that has received the session’s id pays with the security code, without a further request', async () => {
  const { id, order } = await checkout();
  await atBank(id);
  bankAgrees();
  await paid(order);
  expect(await codeOf(order)).toBe('MATCH');
});

it('a payer who waits on the checkout’s page pays with the security code after a restart', async () => {
  const { id, order } = await checkout();
  const cookie = await atBank(id);
  await world.rig.restart();
  bankAgrees();
  await expect
    .poll(async () => wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie })))
    .toContain("You've already paid.");
  expect(states(order)).toEqual(['APPROVED']);
  expect(await codeOf(order)).toBe('MATCH');
});

it('a process that started later pays once, without the payer and without the security code', async () => {
  const { id, order } = await checkout();
  const cookie = await atBank(id);
  await world.rig.restart();
  bankAgrees();
  await paid(order);
  expect(await codeOf(order)).toBe('NOT_PRESENT');
  expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }))).toContain("You've already paid.");
  await browse(`/checkout/done/${id}`, { Cookie: cookie });
  expect(states(order)).toEqual(['APPROVED']);
  const left = await world.rig.rows('select sealed_sensitive from session where sealed_sensitive is not null');
  expect(left).toEqual([]);
});

it('the bank returns a payer by another id of the session, and the payment is made once', AT_LENGTH, async () => {
  const { id, order } = await checkout();
  await atBank(id);
  await world.rig.restart();
  bankAgrees();
  const home = await browse(await wayHome());
  const address = String(home.headers.location);
  expect(address).toMatch(/^\/checkout\/done\/SESSION[0-9A-Za-z]{24}$/);
  expect(address).not.toContain(id);
  await Promise.all([browse(address), browse(`/checkout/done/${id}`), browse(address)]);
  await paid(order);
  expect(wordsOf(await browse(address.replace('/done/', '/pay/')))).toContain("You've already paid.");
  expect((await world.rig.rows('select id_hash from session_alias')).length).toBeGreaterThan(0);
});

it('a payer whose payment was refused after a restart pays with another card, by the other id', AT_LENGTH, async () => {
  const { id, order } = await checkout();
  await atBank(id);
  await world.rig.restart();
  const { threeDS } = world.threeDS;
  const row = threeDS.ledger.transactions.all({ state: 'DECOUPLED' }).at(-1)!;
  threeDS.change((work) => answerInBankApp(work, row, false));
  const address = String((await browse(await wayHome())).headers.location).replace('/done/', '/pay/');
  await expect.poll(async () => wordsOf(await browse(address))).toContain('You can try 2 more times.');
  const { hidden, action, cookie } = await form(address.slice('/checkout/pay/'.length));
  expect(action).toBe(address);
  const fields = { ...hidden, ...cardForm('01/40') };
  expect((await post(action, fields, { Cookie: cookie, Origin: world.origin })).status).toBe(303);
  await paid(order);
});
