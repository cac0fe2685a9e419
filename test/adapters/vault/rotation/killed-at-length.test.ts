// @module-tag at-length
/**
 * The command is killed at six points of each rotation, at four on PostgreSQL, beside a gateway; and a concurrent
 * process does not know the keys.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyEncryptionKey } from '../../../../src/adapters/vault/keys.ts';
import { wrap } from '../../../../src/adapters/vault/wrapping.ts';
import { type Rig, startRig } from '../../../api/rest/rig.ts';
import { turnpike } from '../../../cli/turnpike.ts';
import { onPostgres } from '../../../support/database-place.ts';
import { opened } from '../../store/rig.ts';
import { spawnKeys } from './keys-process.ts';
import { type Kept, keep, startLoad } from './shop.ts';

const SHOP = 'KILLED';
const [NEW, OLD] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const ENV = { TURNPIKE_KEYS: `${NEW},${OLD}` };
const ROWS = 30;
/** Two before the first row is changed, one as the key comes into use, the others between the rows. */
const KILLS = onPostgres() ? 4 : 6;
const KEYS = 100;
/** A row every half second, so that a kill hits a running rotation on a slow machine, too. */
const SLOWLY = ['--rate', '2'];
const TEST_MS_MAX = 240_000;

let rig: Rig;
let kept: Kept;
beforeAll(async () => {
  rig = await startRig(ENV, 20, 'warn');
  await rig.merchant({ id: SHOP, name: 'One token a card', tokenManagement: 'UNIQUE_CARD' });
  kept = await keep(rig, ROWS, SHOP);
}, TEST_MS_MAX);
afterAll(() => rig.close());

/** Kills it each time a little later, by its output; then calls it once more, to the end. */
async function killedAndEnded(args: readonly string[], points: readonly RegExp[], env: Record<string, string> = ENV) {
  // Only the first tokens: the others are left to the command.
  const load = startLoad(rig, { ...kept, tokens: kept.tokens.slice(0, 5) }, SHOP);
  const ends: (number | null)[] = [];
  for (const point of points) {
    const child = spawnKeys(rig, [...args, ...SLOWLY], env);
    await child.says(point);
    await child.kill();
    ends.push(await child.ended());
    await load.more(5);
  }
  // Each ended by the signal, before its end.
  expect(ends).toEqual(points.map(() => null));
  const last = spawnKeys(rig, args, env);
  const code = await last.ended();
  const { answers, failed } = await load.end();
  process.stdout.write(
    `turnpike keys ${args.join(' ')}, killed at ${points.length} points\n${last.printed()}${answers} answers beside it, ${failed.length} failed\n`,
  );
  expect([code, failed]).toEqual([0, []]);
  const tokens = await rig.rows('select token from token');
  expect(tokens.map(({ token }) => token).sort()).toEqual(kept.tokens.toSorted());
}

const sealedAnew = (count: number) => Array.from({ length: count }, () => /sealed anew|hashed anew/);

it('keys rotate --data completes after it is killed at each step', { timeout: TEST_MS_MAX }, async () => {
  const beginning = [/announced/, /waits for|in use|was cut off/, /in use|was cut off/];
  await killedAndEnded(['rotate', '--data'], [...beginning, ...sealedAnew(KILLS - beginning.length)]);
  const status = await turnpike(rig.folder, ['keys', 'status'], { DATABASE_URL: rig.databaseUrl, ...ENV });
  expect(status.out).toMatch(/key 1, SEAL, retired, .* 0 rows/);
});

it('keys rotate --hash completes after it is killed at each step', { timeout: TEST_MS_MAX }, async () => {
  const beginning = [/announced/, /waits for|in use|was cut off/, /in use|was cut off/];
  await killedAndEnded(['rotate', '--hash'], [...beginning, ...sealedAnew(KILLS - beginning.length)]);
});

it('keys rotate --cookies completes after it is killed at each step', { timeout: TEST_MS_MAX }, async () => {
  const waits = Array.from({ length: KILLS - 1 }, () => /waits for|in use/);
  await killedAndEnded(['rotate', '--cookies'], [...waits, /in use/]);
});

it('keys rotate --wrapping completes after it is killed at each step', { timeout: TEST_MS_MAX }, async () => {
  // So many that no kill comes too late.
  const store = await opened(rig.databaseUrl, { owner: false });
  const kek = keyEncryptionKey(NEW)!;
  const first = Math.max(...(await store.dataKeys.all()).map(({ id }) => id)) + 1;
  for (let id = first; id < first + KEYS; id += 1) {
    const wrapped = await wrap(kek, randomBytes(32), { id, purpose: 'COOKIE' });
    await store.dataKeys.add({
      id,
      purpose: 'COOKIE',
      kek: kek.id,
      wrapped,
      isBound: true,
      createdAt: 1,
      activeFrom: 1,
    });
  }
  await store.close();
  // The gateway knows both keys; the command takes the first one as the newest.
  const env = { TURNPIKE_KEYS: `${OLD},${NEW}` };
  const points = Array.from({ length: KILLS }, () => /is wrapped under/);
  await killedAndEnded(['rotate', '--wrapping'], points, env);
  const keks = await rig.rows('select distinct kek from data_key');
  expect(keks).toEqual([{ kek: keyEncryptionKey(OLD)!.id }]);
});

it('a concurrent process of an older version keeps a new key from being used, until it ends', async () => {
  await rig.rows('select 1');
  const store = await opened(rig.databaseUrl, { owner: false });
  // It registers and lives, without reporting keys.
  await store.processes.join({ isAlone: false });
  const child = spawnKeys(rig, ['rotate', '--data'], ENV);
  await child.says(new RegExp(`waits for process .*${store.processes.key}`));
  for (let beat = 0; beat < 5; beat += 1) {
    await store.processes.heartbeat();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const announced = await rig.rows('select id from data_key where active_from is null');
  expect(announced).toHaveLength(1);
  await store.processes.leave();
  expect([await child.ended(), child.printed()]).toEqual([0, expect.stringContaining('is in use')]);
});
