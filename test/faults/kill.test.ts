/**
 * F1. Gateway processes are killed at random moments and restarted, while fifty shops send mixed operations and repeat
 * unanswered ones: answers stay the same to the byte, and the acquirer's ledger agrees with the gateway's on every
 * order. A few more shops authenticate their payers first, and the directory servers' and the ACS's ledgers agree as
 * well. Then the same with three stores, each with a third of the shops. Three kills by default; `TURNPIKE_FAULT_KILLS`
 * sets the number, `TURNPIKE_FAULT_STORES` selects the number of stores, `TURNPIKE_FAULT_SEED` repeats an earlier run.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { onPostgres } from '../support/database-place.ts';
import type { Merchant } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { onVillageBank } from '../support/which-acquirer.ts';
import { NO_AUTHENTICATION_FLAWS, startAuthenticatingShops } from './authenticating-shops.ts';
import { startLoad } from './load.ts';
import { counting, report, rounds } from './report.ts';
import { integrityOf } from './store-file.ts';
import { loadedStores } from './stores.ts';
import { type Judgement, judge, NO_FLAWS } from './verdict.ts';

const KILLS = rounds('KILLS', 3);
const ONLY_STORES = rounds('STORES', 0);
const STORES = ONLY_STORES === 0 ? [1, 3] : [ONLY_STORES];
/** The clients of a killed process switch to another one, if there is one. */
const PROCESSES = onPostgres() ? 2 : 1;
/** The guide's acquirer comes without directory servers. */
const HAS_DIRECTORY_SERVERS = !onVillageBank();
const CLIENTS = 50;
/**
 * The kill comes after at most this many answers, plus a short delay: counted in answers, so that it is independent of
 * the machine's speed.
 */
const ANSWERS_BEFORE_MAX = 200;
const KILL_DELAY_MS_MAX = 40;
/**
 * An authentication takes longer than a payment: if the kill waited for payments alone, nearly every authentication
 * would be cut off, and each payer would wait for the end of the kills.
 */
const AUTHENTICATION_ANSWERS_MAX = 4;
/**
 * Payments spend most of their time at a real acquirer; with this delay kills hit them there as well as in the store.
 */
const ACQUIRER_DELAY_MS_MAX = 60;
/** Start and load of one kill, on a loaded machine. */
const KILL_MS_MAX = 40_000;
/** Two processes consider each other dead after 16 s, and the ledgers are compared at the end. */
const END_MS_MAX = 300_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let stack: Stack | undefined;
afterEach(async () => {
  await stack?.close();
});

it.each(STORES)(
  'processes with %i stores that are killed among fifty shops lose no answer, change none, and leave the acquirer agreeing with every order',
  async (count) => {
    stack = await startStack({ processes: PROCESSES, hasDirectoryServers: HAS_DIRECTORY_SERVERS });
    const { acquirer, gateways } = stack;
    const stores = await loadedStores(stack, count);
    await Promise.all(stores.flatMap(({ merchants }) => merchants.map((merchant) => merchant.introduce())));
    const clients = Math.ceil(CLIENTS / count);
    const loads = stores.map(({ merchants }) => ({ load: startLoad(merchants, { clients, random }), merchants }));
    const merchants = gateways.map(({ merchant }) => merchant);
    const authenticating = HAS_DIRECTORY_SERVERS
      ? startAuthenticatingShops({ ...stack, merchants, random })
      : undefined;
    const integrity: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await acquirer.misbehave({ mode: 'DELAY', delayMs: random.between(0, ACQUIRER_DELAY_MS_MAX) });
      const answers = random.between(1, Math.ceil(ANSWERS_BEFORE_MAX / count));
      await Promise.all([
        ...loads.map(({ load }) => load.more(answers)),
        authenticating?.more(random.between(0, AUTHENTICATION_ANSWERS_MAX)),
      ]);
      await pause(random.between(0, KILL_DELAY_MS_MAX));
      const { service } = gateways[random.between(0, PROCESSES)] as GatewayProcess;
      await service.kill();
      if (!onPostgres()) {
        integrity.push(...stores.map(({ file }) => integrityOf(file)));
      }
      await service.start();
    }
    await Promise.all([...loads.map(({ load }) => load.end()), authenticating?.end()]);
    const judged: Judgement[] = [];
    for (const { load, merchants: asked } of loads) {
      judged.push(await judge(load.attempts, { ...stack, merchant: asked[0] as Merchant }));
    }
    const authenticated = await authenticating?.judge();
    const sound = integrity.filter((word) => word === 'ok').length;
    report('F1 kill -9', [
      counting(KILLS, 'kill'),
      `seed ${random.seed}`,
      `${clients * count} clients`,
      ...judged.flatMap(({ facts }, at) => (count === 1 ? facts : [`store ${at + 1}: ${facts.join(', ')}`])),
      ...(authenticated?.facts ?? []),
      ...(onPostgres() ? [`${PROCESSES} processes`] : [`integrity ok ${sound}/${integrity.length}`]),
    ]);
    expect(judged.map(({ flaws }) => flaws)).toEqual(judged.map(() => NO_FLAWS));
    expect(authenticated?.flaws ?? NO_AUTHENTICATION_FLAWS).toEqual(NO_AUTHENTICATION_FLAWS);
    expect(integrity.filter((word) => word !== 'ok')).toEqual([]);
    expect(loads.flatMap(({ load }) => load.attempts).filter(({ tries }) => tries > 1).length).toBeGreaterThan(0);
  },
  KILLS * KILL_MS_MAX + END_MS_MAX,
);
