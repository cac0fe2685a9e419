/** Saved cards through changes of keys, erasure, and the end of their time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { turnpike } from '../../cli/turnpike.ts';
import { GOOD, hands, RETURN } from '../hands.ts';

const SHOP = { id: 'TESTSHOP', name: 'Shop', savedCards: {} };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 60);
  await rig.merchant(SHOP);
  // A running gateway caches a profile for a second.
  await rig.restart();
});
afterAll(() => rig.close());

const { checkout, form, submit } = hands(() => rig);
const run = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
const count = async (from: string) => Number((await rig.rows(`select count(*) as n from ${from}`))[0]?.n);

async function save(id: string): Promise<string> {
  const made = await checkout({ customer: { id, email: `${id}@post.example` }, interaction: { returnUrl: RETURN } });
  expect((await submit(made.id, { ...GOOD, saveCard: 'on' })).headers.location).toContain('done');
  return made.order;
}

async function offered(id: string): Promise<string[]> {
  const { page } = await form((await checkout({ customer: { id } })).id);
  return [...page.text.matchAll(/name="method" value="(saved-[^"]*)"/g)].map(([, method]) => method!);
}

it('changes of both keys: the card is offered before and after, and the old keys are needed by no row', async () => {
  await save('ada');
  const hashes = () => rig.rows('select customer_hash, sealed_customer from saved_customer');
  const [before] = await hashes();
  for (const kind of ['--data', '--hash']) {
    const rotated = await run('keys', 'rotate', kind);
    expect([rotated.code, rotated.err]).toEqual([0, '']);
    expect(rotated.out).toContain(
      kind === '--data' ? 'payers with saved cards: 1 sealed' : 'payers with saved cards: 1 hashed',
    );
    expect(await offered('ada')).toHaveLength(1);
  }
  const [after] = await hashes();
  expect(after?.customer_hash).not.toEqual(before?.customer_hash);
  expect(after?.sealed_customer).not.toEqual(before?.sealed_customer);
  await save('ada');
  expect(await count('saved_customer')).toBe(1);
});

it('an erasure by order or address removes the payer’s cards and their tokens; a dry run only counts them', async () => {
  const order = await save('eve');
  await save('eve');
  const tokens = await count('token');
  const dry = await run('erase', 'TESTSHOP', order, '--dry-run');
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('\t2 saved cards\twould be erased')]);
  expect(await offered('eve')).toHaveLength(2);
  const erased = await run('erase', 'TESTSHOP', 'eve@post.example');
  expect([erased.code, erased.out]).toEqual([0, expect.stringContaining('\t2 saved cards\terased')]);
  expect([await offered('eve'), await count('token')]).toEqual([[], tokens - 2]);
});

it('a saved card is removed at its end, with its token, and all of them once the profile keeps none', async () => {
  await save('bob');
  const before = await count('saved_card');
  rig.later(30 * DAY_MS);
  await save('cy');
  rig.later(340 * DAY_MS);
  // The cards of a year ago are over; the one that was saved a month later is not.
  await expect.poll(() => count('saved_card'), { timeout: 30_000 }).toBe(1);
  expect(before).toBeGreaterThan(1);
  expect([await offered('bob'), (await offered('cy')).length]).toEqual([[], 1]);
  const report = await run('retention', 'report', 'TESTSHOP');
  expect(report.out).toContain('cards that payers saved, with the encrypted customer id');
  await rig.merchant({ ...SHOP, savedCards: null });
  // A process reads a changed profile within seconds.
  await expect.poll(() => offered('cy'), { timeout: 20_000 }).toEqual([]);
  // A walk that has begun with the old profile is followed by another one six hours later.
  const walked = () => {
    rig.later(DAY_MS / 2);
    return count('saved_customer');
  };
  await expect.poll(walked, { timeout: 30_000, interval: 1_500 }).toBe(0);
  expect([await count('saved_card'), await count("token where kept_for = 'PAYER'")]).toEqual([0, 0]);
});
