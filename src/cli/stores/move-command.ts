/** `store move`: moves a merchant to another store, goes on with a move that was cut off, or cancels it. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStore, type Store } from '../../adapters/store/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import { cancelMove, type MoveParts, moveMerchant, type StoreOfMove } from '../../back-office/moving/index.ts';
import { FIRST_STORE, FIRST_STORE_NAME } from '../../core/directory/index.ts';
import { readBuild } from '../../platform/build.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { ROW_KINDS, renumberedHash } from '../keys/row-kinds.ts';
import { settingsOf } from './store-settings.ts';

/** The longest time for which a merchant's requests wait, unless the operator allows more. */
const WAIT_SECONDS = 5;
/** The number of compared rows is reported at most once in this time. */
const PROGRESS_MS = 1_000;

interface MoveRequest {
  readonly merchant: string;
  /** The name of the store. */
  readonly to: string;
  readonly waitMsMax: number;
  readonly isCancelled: boolean;
}

export async function moveCommand(call: CommandCall): Promise<CommandResult> {
  const wanted = requestOf(call);
  const opened: Store[] = [];
  try {
    const [from, to] = await storesOf(call, wanted, opened);
    const parts = partsOf(call, wanted, from, to);
    if (wanted.isCancelled) {
      await cancelMove(parts, wanted.merchant);
      const text = `${wanted.merchant} stays in the store ${from.name}. Its rows in ${to.name} were removed.`;
      return { text, exitCode: 0 };
    }
    const { rows, closedMs, unreadable } = await moveMerchant(parts, wanted.merchant);
    const lines = [
      ...unreadable.map((row) => `${row} does not open under the keys of ${from.name}: it was copied as it is.`),
      `${wanted.merchant} is in the store ${to.name}, with ${rows} rows. ` +
        `Its new requests waited for ${(closedMs / 1_000).toFixed(1)} s.`,
    ];
    return { text: lines.join('\n'), exitCode: 0 };
  } finally {
    await Promise.all(opened.map((store) => store.close()));
  }
}

function requestOf({ args, usage }: CommandCall): MoveRequest {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, wait: { type: 'string' }, cancel: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [merchant, ...more] = positionals;
    const { to, wait = `${WAIT_SECONDS}`, cancel = false } = values;
    if (merchant !== undefined && more.length === 0 && to !== undefined && /^[1-9]\d{0,3}$/.test(wait)) {
      return { merchant, to, waitMsMax: Number(wait) * 1_000, isCancelled: cancel };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

function partsOf(
  { store: first, settings, progress }: CommandCall,
  { waitMsMax }: MoveRequest,
  from: StoreOfMove,
  to: StoreOfMove,
): MoveParts {
  return {
    from,
    to,
    directory: {
      storeOf: async (merchantId) => (await first.directory.storeOf(merchantId)) ?? FIRST_STORE,
      move: (merchantId, before, after) => first.directory.move(merchantId, before, after),
      wake: (number) => first.directory.wake(number),
    },
    keks: settings.keys,
    kinds: ROW_KINDS,
    renumberedHash,
    runner: `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`,
    build: readBuild().id,
    waitMsMax,
    progress: throttled(progress),
    pause,
    now: Date.now,
    monotonic: () => performance.now(),
  };
}

/** @param opened gets each store that was opened */
async function storesOf(
  call: CommandCall,
  { merchant, to: name }: MoveRequest,
  opened: Store[],
): Promise<readonly [from: StoreOfMove, to: StoreOfMove]> {
  const { store: first } = call;
  const stores = (await first.directory.contents())?.stores ?? [];
  const to = name === FIRST_STORE_NAME ? FIRST_STORE : stores.find((row) => row.name === name)?.number;
  if (to === undefined) {
    throw new UsageError(`There is no store ${name}. See: turnpike store list`);
  }
  const there = await openNumber(call, to, opened);
  const current = (await first.directory.storeOf(merchant)) ?? FIRST_STORE;
  if (current !== to) {
    return [await openNumber(call, current, opened), there];
  }
  // A move that was cut off after the change of the directory has work left.
  const left = await there.store.moves.find(merchant);
  if (left === undefined || left.step === 'GONE') {
    const isKnown = (await there.store.merchants.find(merchant)) !== undefined;
    throw new UsageError(
      isKnown ? `${merchant} is in the store ${name} already.` : `There is no merchant ${merchant}.`,
    );
  }
  return [await openNumber(call, left.otherStore, opened), there];
}

async function openNumber(
  { store: first, settings }: CommandCall,
  number: number,
  opened: Store[],
): Promise<StoreOfMove> {
  if (number === FIRST_STORE) {
    return { number, name: FIRST_STORE_NAME, store: first, vault: await Vault.open(settings.keys, first.dataKeys) };
  }
  const row = (await first.directory.contents())?.stores.find((one) => one.number === number);
  if (row === undefined) {
    throw new Error(`The directory does not have the store ${number}.`);
  }
  if (row.closing !== null) {
    throw new Error(`The store ${row.name} is closed. See: turnpike store open ${row.name}`);
  }
  const ofStore = await settingsOf(first, settings, row);
  const store = await openStore(ofStore, { owner: false, schema: 'REQUIRE' });
  opened.push(store);
  return { number, name: row.name, store, vault: await Vault.open(ofStore.keys, store.dataKeys) };
}

/** Passes on each sentence about a step, and the counts of rows once a second. */
function throttled(progress: CommandCall['progress']): (sentence: string) => void {
  let at = Number.NEGATIVE_INFINITY;
  return (sentence) => {
    const isCount = /^rows compared: /.test(sentence);
    if (!isCount || performance.now() - at >= PROGRESS_MS) {
      progress(sentence);
      at = isCount ? performance.now() : at;
    }
  };
}
