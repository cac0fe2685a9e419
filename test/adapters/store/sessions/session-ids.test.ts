/** Sessions of an older release, which stored their ids in clear: live sessions continue, and the ids are removed. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openUnderId } from '../../../../src/platform/id-seal.ts';
import { type DatabasePlace, newDatabase, onPostgres } from '../../../support/database-place.ts';
import { onEnd, opened } from '../rig.ts';
import { applyMigration } from '../schema/one-migration.ts';

const id = (letter: string) => `SESSION${letter.repeat(24)}`;
const PLAIN = id('p');
const LINK = id('l');
const BEHIND = id('b');
const CHECKOUT = { operation: 'PURCHASE', mode: 'PAYMENT_LINK', successIndicator: 'ab', version: 100, attemptsMax: 3 };
const SHOP_PAGE = { url: `https://shop.example/pay?session=${id('s')}`, hears: ['complete'] };
const END = 9_000_000_000_000;

/** As the release before 0019 left it. */
async function olderDatabase(): Promise<DatabasePlace> {
  const place = await newDatabase();
  onEnd(() => place.remove());
  await place.run('drop table session_alias');
  await place.run('alter table session drop column key_of_id');
  const session = (key: number, own: string, code: Buffer | null, checkout: object | null) =>
    place.run(
      `insert into session (key, merchant_key, id, version, fields, sealed_sensitive, sensitive_until, update_status,
         authentication_limit, authentications, checkout, expires_at, created_at, updated_at)
       values (?, 1, ?, 'aaaaaaaa01', '{}', ?, ?, 'SUCCESS', 25, 0, ?, ${END}, 1, 1)`,
      ...[key, own, code as never, code && END, checkout && JSON.stringify(checkout)],
    );
  await session(11, PLAIN, Buffer.from('sealed'), null);
  await session(12, LINK, null, { ...CHECKOUT, current: BEHIND });
  await session(13, BEHIND, null, { ...CHECKOUT, behind: { link: LINK, attempt: '1' } });
  await session(14, id('s'), null, { ...CHECKOUT, shopPage: SHOP_PAGE });
  const home = (key: number, url: string) =>
    place.run(
      `insert into browser_payment (transaction_key, provider, reference, handle, home, created_at)
       values (?, 'demoWallet', ?, ?, ?, 1)`,
      ...[key, `r${key}`, `h${key}`, url],
    );
  await home(21, `/checkout/done/${PLAIN}`);
  await home(22, `/checkout/done/${id('g')}`);
  await home(23, 'https://shop.example/back');
  return place;
}

async function migrated(place: DatabasePlace): Promise<DatabasePlace> {
  await applyMigration(place, '0019_session_ids');
  await applyMigration(place, '0039_alias_of_id');
  return place;
}

it('older sessions are found by their ids, without a security code that the vault alone had sealed', async () => {
  const store = await opened((await migrated(await olderDatabase())).url);
  expect(await store.sessions.find(PLAIN)).toMatchObject({
    key: 11,
    id: PLAIN,
    sealedSensitive: null,
    sensitiveUntil: null,
    hasKeyOfId: true,
  });
  expect(await store.sessions.find(id('x'))).toBeUndefined();
});

it('a payment link and its session, stored by an older release, still refer to each other', async () => {
  const store = await opened((await migrated(await olderDatabase())).url);
  const link = (await store.sessions.find(LINK))!;
  const behind = (await store.sessions.find(BEHIND))!;
  expect(openUnderId(LINK, link.checkout?.current ?? '', 'current')).toBe(BEHIND);
  expect(openUnderId(BEHIND, behind.checkout?.behind?.link ?? '', 'link')).toBe(LINK);
  expect(behind.checkout?.behind).toMatchObject({ linkKey: 12, attempt: '1' });
});

it('older sessions are named by their keys where payers return from providers', async () => {
  const place = await olderDatabase();
  await migrated(place);
  const homes = await place.rows('select home from browser_payment order by transaction_key');
  expect(homes.map(({ home }) => home)).toEqual(['/checkout/done/11', '/checkout/done/0', 'https://shop.example/back']);
});

it('older sessions of a shop’s page are kept, and their ids removed from its address', async () => {
  const store = await opened((await migrated(await olderDatabase())).url);
  const shopPage = (await store.sessions.find(id('s')))?.checkout?.shopPage;
  expect(shopPage).toEqual({ ...SHOP_PAGE, url: 'https://shop.example/pay?session={session.id}' });
});

/** The bytes of the embedded engine's file, or the rows of the other one's tables. */
async function storedIn(place: DatabasePlace): Promise<Buffer> {
  return onPostgres() ? place.dump() : readFileSync(place.url.replace('sqlite:', ''));
}

it('older sessions leave no id behind', async () => {
  const place = await olderDatabase();
  expect((await storedIn(place)).includes(PLAIN)).toBe(true);
  await migrated(place);
  const bytes = await storedIn(place);
  expect([PLAIN, LINK, BEHIND, id('s')].filter((one) => bytes.includes(one))).toEqual([]);
});
