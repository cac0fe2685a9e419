/**
 * Deleted secrets are unrecoverable: every credential of a payer or a terminal is entered in every way that stores it,
 * and searched for with each byte that was written and each key of the gateway.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../../src/adapters/store/store.ts';
import { type KeyEncryptionKey, Vault } from '../../../src/adapters/vault/index.ts';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { ENROLLED, initiation, startWorld, type World } from '../../api/rest/payer-authentication/world.ts';
import { newOrderId } from '../../api/rest/rig.ts';
import { cardForm, hands, wordsOf } from '../../checkout/hands.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { type Before, before, evidence, type Place } from '../../support/judge/evidence.ts';
import { gatewayKeys } from '../../support/judge/gateway-keys.ts';
import { judge, summary, type Typed, type Verdict } from '../../support/judge/judge.ts';
import type { Key } from '../../support/judge/sweep.ts';

const NUMBER = '5123450000000008';
const CHALLENGED = { month: '7', year: '40' };

/** Card codes have few digits: they are searched for as the JSON strings that were sealed. */
const code = (digits: string) => `"${digits}"`;
const TYPED: Typed = {
  'the code of a session that paid': code('7391'),
  'the code of a session that never paid': code('8264'),
  'the code of a payment that its bank is asked about': code('915'),
  'the code of one that its bank has confirmed': code('648'),
  'the code of one that was given up': code('572'),
  'the PIN of a gift card that paid': '83920175',
  'the PIN of a gift card that did not': '71640382',
  'track 2': ';5123450000000008=40071011483920571?',
  'track 1': '%B5123450000000008^LEE/ANN^40071015830294?',
  'the payload of a P2PE terminal': 'C25C1D1197D31CAA87285D59A892047426D9182EC11353C0',
  'a cryptogram of a wallet': 'MTgzOTIwNzQ2NTgzOTIwMTc0NjU4',
};

let world: World;
let place: Place;
let since: Before;
let keys: readonly Key[];
const ids: string[] = [];
let live: Verdict;

const { checkout, browse, form, post } = hands(() => world.rig);

beforeAll(async () => {
  world = await startWorld();
  place = world.rig;
  await world.rig.merchant({ id: 'TESTSHOP', name: 'Harbour Lane Books', payerAuthentication: ENROLLED });
  const { id } = await checkout();
  const seen = async () => expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Pay Harbour Lane Books');
  await vi.waitFor(seen, { timeout: 10_000 });
  since = await before(place);
  const settings = readSettings({ DATA_DIR: place.folder, DATABASE_URL: place.databaseUrl, SANDBOX_API_PASSWORD: 'x' });
  keys = await gatewayKeys(
    settings.keys.filter((key): key is KeyEncryptionKey => 'bytes' in key),
    await withStore((store) => store.dataKeys.all()),
  );
  await typeAll();
  live = await judgement();
});
afterAll(() => world.close());

async function withStore<T>(use: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const store = await openStore(place.databaseUrl, { owner: false });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function judgement(foundIds: readonly string[] = []): Promise<Verdict> {
  return judge(await evidence(place, since), keys, TYPED, foundIds);
}

async function session(sourceOfFunds: object): Promise<string> {
  const { json } = await world.rig.api('POST', '/session', {});
  const { id } = json.session;
  expect((await world.rig.api('PUT', `/session/${id}`, { sourceOfFunds })).status).toBe(200);
  ids.push(id);
  return id;
}

const card = (more: object) => ({ type: 'CARD', provided: { card: { number: NUMBER, expiry: CHALLENGED, ...more } } });
const gift = (pin: string) => ({ type: 'GIFT_CARD', provided: { giftCard: { number: '6006009876543212', pin } } });

async function pay(id: string): Promise<void> {
  const paid = await world.rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '1.00', currency: 'EUR' },
    session: { id },
  });
  expect(paid.status).toBe(201);
}

/** Pays up to the bank's challenge. @param expiry decides whether the sandbox's bank demands one */
async function pressed(securityCode: string, expiry = '07/40'): Promise<{ id: string; cookie: string; csrf: string }> {
  const { id } = await checkout();
  const { hidden, action, cookie } = await form(id);
  const fields = { ...hidden, ...cardForm(expiry, { securityCode }) };
  await post(action, fields, { Cookie: cookie, Origin: world.origin });
  const page = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
  expect(wordsOf(page)).toContain(expiry === '07/40' ? 'Your bank asks you to confirm' : 'Paid');
  ids.push(id);
  return { id, cookie, csrf: /name="csrf"[^>]*value="([^"]*)"/.exec(page.text)?.[1] ?? '' };
}

/** Other places that name a session: a payment link, a shop's page, an authentication, a token. */
async function visitElsewhere(): Promise<void> {
  const expiryDateTime = '2040-01-01T00:00:00.000Z';
  const link = await checkout({ checkoutMode: 'PAYMENT_LINK', paymentLink: { expiryDateTime } });
  await browse(`/checkout/pay/${link.id}`);
  const { id } = await checkout();
  const page = new URLSearchParams({ shopPage: `https://shop.example/pay?of=${id}`, shopPageHears: 'complete.cancel' });
  await browse(`/checkout/pay/${id}?${page}`);
  await browse(`/checkout/cancel/${id}`);
  const named = { session: { id: await session(card({})) } };
  const initiated = await world.put(newOrderId(), 'a', { ...initiation({}), ...named }, { merchant: 'TESTSHOP' });
  expect(initiated.status).toBe(201);
  expect((await world.rig.api('POST', '/token', { ...named, sourceOfFunds: { type: 'CARD' } })).status).toBe(201);
}

async function typeAll(): Promise<void> {
  await pay(await session(card({ securityCode: '7391' })));
  await session(card({ securityCode: '8264' }));
  await pressed('915');
  await pressed('648', '01/40');
  const { id, cookie, csrf } = await pressed('572');
  await post(`/checkout/withdraw/${id}`, { csrf }, { Cookie: cookie, Origin: world.origin });
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).not.toContain('Your bank asks you to confirm');
  await visitElsewhere();
  await pay(await session(gift(TYPED['the PIN of a gift card that paid'] ?? '')));
  await session(gift(TYPED['the PIN of a gift card that did not'] ?? ''));
  await session(card({ track2: TYPED['track 2'] }));
  await session(card({ track1: TYPED['track 1'] }));
  const payload = TYPED['the payload of a P2PE terminal'];
  await session({ type: 'CARD', provided: { card: { p2pe: { keySerialNumber: 'FFFF9876543210E00001', payload } } } });
  const onlinePaymentCryptogram = TYPED['a cryptogram of a wallet'];
  const mobileWallet = { cryptogramFormat: '3DSECURE', '3DSecure': { onlinePaymentCryptogram } };
  await session(card({ mobileWallet }));
}

describe('a credential', () => {
  it('is opened by no key while it waits, though the search opens the rest', () => {
    process.stderr.write(`${summary('while it waits', TYPED, live)}\n`);
    expect(live.opened.some(({ text }) => text.includes(NUMBER))).toBe(true);
    expect(live.recovered).toEqual([]);
  });

  it('is stored without a session id beside it', () => {
    expect(live.ids).toEqual([]);
    expect(world.rig.logged.join('').match(/SESSION[0-9A-Za-z]{24}/g)).toBeNull();
  });

  it('is found while stored by a search that has the session ids', async () => {
    const verdict = await judgement(ids);
    const opened = new Set(verdict.recovered.map(({ typed }) => typed));
    expect([...opened].sort()).toEqual(Object.keys(TYPED).sort());
  });

  it('is opened by no key after its time', async () => {
    world.rig.later(16 * MINUTE_MS);
    const waiting = 'select count(*) as n from session where sealed_sensitive is not null';
    await expect.poll(async () => Number((await world.rig.rows(waiting))[0]?.n)).toBe(0);
    const after = await judgement();
    process.stderr.write(`${summary('after its time', TYPED, after)}\n`);
    expect(after.recovered).toEqual([]);
    expect(after.ids).toEqual([]);
  });
});

describe('the search', () => {
  it('finds a code that was sealed as in an older release, though its row has lost it', AT_LENGTH, async () => {
    const sealed = await withStore(async (store) => {
      const settings = readSettings({
        DATA_DIR: place.folder,
        DATABASE_URL: place.databaseUrl,
        SANDBOX_API_PASSWORD: 'x',
      });
      const vault = await Vault.open(settings.keys, store.dataKeys);
      const [found] = await world.rig.rows('select key from session order by key limit 1');
      const old = vault.seal('{"sourceOfFunds.provided.card.securityCode":"4096"}', `session ${found?.key} sensitive`);
      const row = (await store.sessions.findByKey(Number(found?.key)))!;
      await store.sessions.replace({ ...row, version: 'ffffffff01', sealedSensitive: old, sensitiveUntil: 1 }, row);
      await store.sessions.erase(2);
      return old;
    });
    expect(sealed.length).toBeGreaterThan(60);
    const typed = { 'the code of an older release': code('4096') };
    const verdict = judge(await evidence(place, since), keys, typed);
    process.stderr.write(`${summary('an older release', typed, verdict)}\n`);
    expect(new Set(verdict.recovered.map(({ typed: where }) => where)).size).toBe(1);
  });
});
