/**
 * The stores in which merchants live. People, their sessions and their roles are in the first one; all else about a
 * merchant is in the merchant's own.
 */

/** A store beside the first one. */
export interface FurtherStore {
  /** Its number in the directory. */
  readonly number: number;
  readonly name: string;
  /** The number of its merchants. */
  readonly merchants: number;
}

/** An open store, which stays open until `end` is called. */
export interface StoreInUse<Ports> {
  readonly ports: Ports;
  end(): void;
}

export interface ConsoleStores<Ports> {
  /** By their numbers. There are none in most installations. */
  further(): readonly FurtherStore[];
  /** @returns undefined for a merchant of the first store, and for one that the directory does not have */
  storeOf(merchantId: string): FurtherStore | undefined;
  /**
   * Opens the store if it sleeps, which takes some seconds at most.
   *
   * @throws Error with the code STORE_UNAVAILABLE if it cannot be opened at present
   */
  open(store: FurtherStore): Promise<StoreInUse<Ports>>;
}

/** Calls the action with the ports of a further store, which is open meanwhile. @throws as `open` and the action */
export async function inStore<Ports, Result>(
  stores: ConsoleStores<Ports>,
  store: FurtherStore,
  action: (ports: Ports) => Promise<Result>,
): Promise<Result> {
  const { ports, end } = await stores.open(store);
  try {
    return await action(ports);
  } finally {
    end();
  }
}

/**
 * Calls the action with the ports of the store in which a merchant lives.
 *
 * @param merchantId undefined for one that is surely in the first store
 * @throws as `open` and the action
 */
export function inStoreOf<Ports, Result>(
  stores: ConsoleStores<Ports>,
  first: Ports,
  merchantId: string | undefined,
  action: (ports: Ports) => Promise<Result>,
): Promise<Result> {
  const store = merchantId === undefined ? undefined : stores.storeOf(merchantId);
  return store === undefined ? action(first) : inStore(stores, store, action);
}

/** A page asks this many further stores at most, since each that sleeps is opened for it. */
export const STORES_ASKED_MAX = 8;
/** A page does not wait longer for a store. */
const ANSWER_MS_MAX = 3_000;

export interface StoresAnswers<Result> {
  readonly answers: readonly { readonly store: FurtherStore; readonly result: Result }[];
  /** Those that did not answer in time. */
  readonly away: readonly FurtherStore[];
}

/** Asks several further stores at the same time. */
export async function askStores<Ports, Result>(
  stores: ConsoleStores<Ports>,
  asked: readonly FurtherStore[],
  action: (ports: Ports, store: FurtherStore) => Promise<Result>,
): Promise<StoresAnswers<Result>> {
  const settled = await Promise.allSettled(
    asked.map((store) => inTime(inStore(stores, store, (ports) => action(ports, store)))),
  );
  return {
    answers: settled.flatMap((one, at) =>
      one.status === 'fulfilled' ? [{ store: asked[at] as FurtherStore, result: one.value }] : [],
    ),
    away: asked.filter((_, at) => settled[at]?.status === 'rejected'),
  };
}

async function inTime<Result>(result: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The store did not answer in time.')), ANSWER_MS_MAX);
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
