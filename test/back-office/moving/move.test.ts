/** The steps of a move, cut off at each of its writes; two moves at once; and the state in which payments wait. */
import { expect, it } from 'vitest';
import { MERCHANT_TABLES, type Store, StoreError } from '../../../src/adapters/store/index.ts';
import { cancelMove, type MoveParts, moveMerchant } from '../../../src/back-office/moving/index.ts';
import { ROW_KINDS, renumberedHash } from '../../../src/cli/keys/row-kinds.ts';
import { onEnd } from '../../adapters/store/rig.ts';
import { Death, type Dying, dying } from './dying.ts';
import { KEKS, type OpenedStore, openedStore, storeEveryKind } from './two-stores.ts';

const SHOP = 'MOVING';

interface Ground {
  readonly from: OpenedStore;
  readonly to: OpenedStore;
  /** The store's number in the directory. */
  merchantIn(): Promise<number>;
  parts(options?: { readonly death?: Dying; readonly runner?: string }): MoveParts;
}

/** A merchant in the first store, with rows of every kind, and a second store. */
async function ground(): Promise<Ground & { readonly merchantKey: number }> {
  const from = await openedStore('RUN');
  const to = await openedStore('SQLITE', 1);
  const merchantKey = await storeEveryKind(from, SHOP);
  // No transaction is under way.
  await from.place.run('update payment_order set locked_by = null');
  await from.store.directory.begin('directory');
  const merchantIn = async () => (await from.store.directory.storeOf(SHOP)) ?? 0;
  let runners = 0;
  return {
    from,
    to,
    merchantKey,
    merchantIn,
    parts({ death, runner } = {}) {
      runners += 1;
      const mortal = <Port extends object>(port: Port) => (death === undefined ? port : death.mortal(port));
      const storeOf = ({ store }: OpenedStore): Store => ({
        ...store,
        moves: mortal(store.moves),
        dataKeys: mortal(store.dataKeys),
      });
      let now = 0;
      return {
        from: { number: 0, name: 'first', store: storeOf(from), vault: from.vault },
        to: { number: 1, name: 'second', store: storeOf(to), vault: to.vault },
        directory: mortal({
          storeOf: merchantIn,
          move: (...args) => from.store.directory.move(...args),
          wake: (number) => from.store.directory.wake(number),
        }),
        keks: KEKS,
        kinds: ROW_KINDS,
        renumberedHash,
        runner: runner ?? `command ${runners}`,
        build: 'this build',
        waitMsMax: 5_000,
        progress: () => undefined,
        async pause(ms) {
          now += ms;
        },
        now: () => 1_000 + now,
        monotonic: () => now,
      };
    },
  };
}

/** The numbers of rows in each table of a merchant. */
async function rowsIn({ place }: OpenedStore): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table } of MERCHANT_TABLES) {
    const [row] = await place.rows(`select count(*) as n from ${table}`);
    counts[table] = Number(row?.n);
  }
  return counts;
}

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

async function expectMoved({ from, to, merchantKey, merchantIn }: Awaited<ReturnType<typeof ground>>, rows: object) {
  expect(await merchantIn()).toBe(1);
  expect(await rowsIn(to)).toEqual(rows);
  expect(total(await rowsIn(from))).toBe(0);
  expect((await to.store.merchants.find(SHOP))?.key).toBe(merchantKey);
  expect(await to.store.moves.all()).toEqual([]);
  expect(await from.store.moves.all()).toEqual([expect.objectContaining({ merchantId: SHOP, step: 'GONE' })]);
}

it('a move takes each row to the other store, and leaves none', { timeout: 120_000 }, async () => {
  const at = await ground();
  const rows = await rowsIn(at.from);
  const { closedMs, unreadable } = await moveMerchant(at.parts(), SHOP);
  expect([closedMs, unreadable]).toEqual([2_600, []]);
  await expectMoved(at, rows);
  // The index has work for each order, and retention begins below the rows.
  expect(await at.to.place.rows('select order_key from order_change')).toHaveLength(rows.payment_order!);
  // The hash of the password names the key of the first store by its id here.
  const [adopted] = (await at.to.store.dataKeys.all()).filter(({ id, purpose }) => id < 0 && purpose === 'HASH');
  expect((await at.to.store.merchants.find(SHOP))?.passwordHash).toMatch(new RegExp(`\\$${adopted?.id}$`));
});

/**
 * Writes in the order of the steps: `add` is that of a key, `change` of rows, `advance` of a step, `move` of the
 * directory.
 */
const CUTS: readonly (readonly [write: string, before?: number])[] = [
  ['begin'],
  ['begin'],
  ['add'],
  ['change'],
  ['change', 10],
  // The merchant's requests are held, and it is closed. The next call opens it again.
  ['advance'],
  ['advance', 1],
  ['advance', 2],
  ['advance', 3],
  ['move'],
  ['serve'],
  ['indexAll'],
  ['advance'],
  ['change', 10],
  ['removeFromIndex'],
  ['end'],
];

it('a move that is cut off at each of its writes goes on when it is called again', { timeout: 300_000 }, async () => {
  const at = await ground();
  const rows = await rowsIn(at.from);
  for (const cut of CUTS) {
    for (const when of ['BEFORE', 'AFTER'] as const) {
      await expect(moveMerchant(at.parts({ death: dying(cut, when) }), SHOP)).rejects.toThrow(Death);
      // The merchant is served where the directory has it, or waits: never in two stores.
      const serving = await Promise.all([at.from, at.to].map(({ store }) => store.merchants.ids()));
      expect(serving.flat().length).toBeLessThanOrEqual(1);
    }
  }
  await expectMoved(at, rows);
});

it('a move that was cut off before the change of the directory is cancelled', { timeout: 120_000 }, async () => {
  const at = await ground();
  const [here, there] = [await rowsIn(at.from), await rowsIn(at.to)];
  await expect(moveMerchant(at.parts({ death: dying(['change', 3], 'AFTER') }), SHOP)).rejects.toThrow(Death);
  expect(total(await rowsIn(at.to))).toBeGreaterThan(0);
  await cancelMove(at.parts(), SHOP);
  expect([await rowsIn(at.from), await rowsIn(at.to)]).toEqual([here, there]);
  expect([...(await at.from.store.moves.all()), ...(await at.to.store.moves.all())]).toEqual([]);
  expect((await at.from.store.merchants.find(SHOP))?.key).toBe(at.merchantKey);
});

it('a merchant moves back at once', { timeout: 120_000 }, async () => {
  const at = await ground();
  const rows = await rowsIn(at.from);
  await moveMerchant(at.parts(), SHOP);
  const { from, to, ...parts } = at.parts();
  await moveMerchant({ ...parts, from: to, to: from }, SHOP);
  expect([await at.merchantIn(), await rowsIn(at.from), total(await rowsIn(at.to))]).toEqual([0, rows, 0]);
  expect((await at.from.store.merchants.find(SHOP))?.key).toBe(at.merchantKey);
  expect(await at.from.store.moves.all()).toEqual([]);
});

it('a merchant pays on if the other store goes away while it is closed', { timeout: 120_000 }, async () => {
  const at = await ground();
  const rows = await rowsIn(at.from);
  const parts = at.parts();
  let isAway = false;
  const away = new Proxy(at.to.store.moves, {
    get(target, name) {
      const member = Reflect.get(target, name);
      return (...args: unknown[]) => {
        if (isAway && name !== 'rowsOf') {
          return Promise.reject(new StoreError('The store is away.'));
        }
        return isAway ? fails() : member.apply(target, args);
      };
    },
  });
  const pause = async (ms: number) => {
    isAway ||= (await at.from.store.moves.find(SHOP))?.step === 'CLOSED';
    await parts.pause(ms);
  };
  const to = { ...parts.to, store: { ...parts.to.store, moves: away } };
  await expect(moveMerchant({ ...parts, to, pause }, SHOP)).rejects.toThrow('The store is away.');
  expect((await at.from.store.merchants.find(SHOP))?.key).toBe(at.merchantKey);
  await moveMerchant(at.parts(), SHOP);
  await expectMoved(at, rows);
});

function fails(): never {
  throw new StoreError('The store is away.');
}

it('rows that changed after the last comparison are named, and kept until the next call', {
  timeout: 120_000,
}, async () => {
  const at = await ground();
  const rows = await rowsIn(at.from);
  const parts = at.parts();
  const pause = async (ms: number) => {
    if ((await at.merchantIn()) === 1) {
      await at.from.place.run("update payment_order set state = 'late'");
    }
    await parts.pause(ms);
  };
  await expect(moveMerchant({ ...parts, pause }, SHOP)).rejects.toThrow(
    /in the store second, but rows in the store first changed after they were compared: payment_order \d+, payment_order \d+\./,
  );
  expect(await rowsIn(at.from)).toEqual(rows);
  await moveMerchant(at.parts(), SHOP);
  await expectMoved(at, rows);
});

it('a second command is refused while the first goes on', { timeout: 120_000 }, async () => {
  const at = await ground();
  await expect(moveMerchant(at.parts({ death: dying(['change', 3], 'AFTER') }), SHOP)).rejects.toThrow(Death);
  const first = (await at.from.store.moves.find(SHOP))!;
  const parts = at.parts();
  const second = moveMerchant({ ...parts, pause: () => at.from.store.moves.renew(first) }, SHOP);
  await expect(second).rejects.toThrow('Another command moves MOVING at present: command 1.');
  await expect(moveMerchant({ ...parts, to: { ...parts.to, number: 2 } }, SHOP)).rejects.toThrow(/another store/);
});

it('a merchant with a transaction under way pays on, and is not moved', { timeout: 120_000 }, async () => {
  const at = await ground();
  await at.from.place.run('update payment_order set locked_by = 1');
  await expect(moveMerchant(at.parts(), SHOP)).rejects.toThrow(/^The order .* is under way\. Nothing was moved/);
  expect((await at.from.store.merchants.find(SHOP))?.key).toBe(at.merchantKey);
});

it('a gateway of another build keeps a merchant from being moved', { timeout: 120_000 }, async () => {
  const at = await ground();
  await at.from.store.processes.join({ isAlone: false, build: 'an older one' });
  onEnd(() => at.from.store.processes.leave());
  await expect(moveMerchant(at.parts(), SHOP)).rejects.toThrow('A gateway of the store first runs an older one');
});
