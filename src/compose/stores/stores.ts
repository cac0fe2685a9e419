/**
 * The further stores of a process. The process's listener passes each request to its store, by a table in memory. With
 * an empty directory each request goes to the first store at once.
 */
import type { IncomingMessage } from 'node:http';
import type { Store } from '../../adapters/store/index.ts';
import type { ConsoleStores, StorePorts } from '../../console/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import type { HolderOfPayment } from '../../core/browser-payments/index.ts';
import { Directory, FIRST_STORE } from '../../core/directory/index.ts';
import { type Gateway, IntervalWorker } from '../../core/index.ts';
import type { StoreRow } from '../../core/ports/index.ts';
import type { DivertRequest } from '../../http/index.ts';
import { type FurtherStoresSource, OpenStores } from '../../platform/metrics/index.ts';
import { storeOfTransactionId } from '../../platform/store-ids.ts';
import type { Foundation } from '../foundation.ts';
import type { FurtherStores } from '../http.ts';
import type { ComposedParts } from '../parts.ts';
import type { SharedHttp } from '../store-http.ts';
import { furtherStoreSources } from '../store-sources.ts';
import { consoleStores } from './console-stores.ts';
import type { ReceivedRequest } from './held-requests.ts';
import { MovesInProgress } from './moves-in-progress.ts';
import { OpenedAddresses } from './opened-addresses.ts';
import { OpeningsAhead } from './openings-ahead.ts';
import { Routing } from './routing.ts';
import { ServedStore } from './served-store.ts';
import { openStoreGateway, type StoreGateway, type StoreSurroundings } from './store-gateway.ts';
import { STORE_TIMES, type StoreTimes } from './store-times.ts';

/** A change of the directory is known to each process within a second, also on a busy machine. */
const REFRESH_EVERY_MS = 500;
/** The interval of looks for idle stores. */
const SLEEP_EVERY_MS = 1_000;
const UNAVAILABLE = namedError('STORE_UNAVAILABLE');

export interface StoresParts extends Omit<StoreSurroundings, 'directory'> {
  readonly store: Pick<Store, 'directory' | 'moves'>;
  readonly times?: Partial<StoreTimes> | undefined;
}

export async function openStores(foundation: Foundation, parts: StoresParts): Promise<Stores> {
  const directory = new Directory(parts.store.directory);
  await directory.refresh();
  return new Stores(foundation, { ...parts, directory });
}

export class Stores implements FurtherStores {
  readonly #foundation: Foundation;
  readonly #parts: StoresParts & StoreSurroundings;
  readonly #served = new Map<number, ServedStore>();
  /** `woken` of each store when it was last read. */
  readonly #woken = new Map<number, number>();
  readonly #refused = new WeakMap<IncomingMessage, InterfaceError>();
  readonly #follower: IntervalWorker;
  readonly #sleeper: IntervalWorker;
  readonly #moves: MovesInProgress;
  readonly #routing: Routing;
  readonly #forConsole: ConsoleStores<StorePorts>;
  readonly #addresses: OpenedAddresses;
  readonly #openStores = new OpenStores();
  #http: SharedHttp | undefined;
  readonly #followed = Promise.withResolvers<void>();
  readonly #openings = new OpeningsAhead(() => this.#served.values());

  constructor(foundation: Foundation, parts: StoresParts & StoreSurroundings) {
    this.#foundation = foundation;
    this.#parts = parts;
    this.#addresses = new OpenedAddresses(parts.sealer);
    this.#forConsole = consoleStores(parts.directory, (number) => this.#served.get(number));
    this.#moves = new MovesInProgress({
      directory: parts.directory,
      open: () => this.#openMoves(),
      opened: async (number) =>
        number === FIRST_STORE ? parts.store.moves : (await this.#served.get(number)?.opened())?.parts.store.moves,
      onRead: () => this.#routing.release(),
      again: () => this.#follower.wake(),
    });
    this.#routing = new Routing({
      directory: parts.directory,
      moves: this.#moves,
      pass: (number, received) => this.#pass(number, received),
      refuse: (received) => this.#refuse(received),
    });
    this.#follower = new IntervalWorker({
      intervalMs: REFRESH_EVERY_MS,
      run: () => this.#refresh(),
      log: foundation.log,
      failure: 'the directory of stores could not be read; the last one stays in use',
    });
    // Apart from the other, because closing many stores takes longer than a change of the directory may.
    this.#sleeper = new IntervalWorker({
      intervalMs: SLEEP_EVERY_MS,
      run: () => this.#closeIdle(),
      log: foundation.log,
      failure: 'idle stores could not be closed; trying again',
    });
  }

  /** The stores as the console uses them. */
  get forConsole(): ConsoleStores<StorePorts> {
    return this.#forConsole;
  }

  /** Resolves when the process serves the stores of the directory, or closes before. */
  get followed(): Promise<void> {
    return this.#followed.promise;
  }

  /** Starts to serve the stores. @param http the parts of the process's listener */
  listenAt(http: SharedHttp): void {
    this.#http = http;
    this.#follower.start();
    this.#follower.wake();
    this.#sleeper.start();
  }

  readonly divert: DivertRequest = (request, response, own) => {
    if (this.#parts.directory.isEmpty) {
      own(request, response);
      return;
    }
    this.#routing.route({ request, response, own });
  };

  /** The refusal of a request whose store cannot answer. */
  readonly refusalOf = (request: IncomingMessage): InterfaceError | undefined => this.#refused.get(request);

  async gatewayOf(transactionId: string): Promise<Gateway | undefined> {
    const number = storeOfTransactionId(transactionId);
    return number === undefined ? undefined : (await this.#holderOf(number, transactionId))?.gateway;
  }

  readonly holderOf: HolderOfPayment = async (reference) =>
    (await this.#holderOf(FIRST_STORE, reference))?.dependencies;

  /** @returns undefined if the first store has the id, or no store */
  async #holderOf(number: number, id: string): Promise<ComposedParts | undefined> {
    if (this.#parts.directory.isEmpty) {
      return undefined;
    }
    try {
      const now = await this.#moves.settledStoreOf(number, [id]);
      return (await this.#served.get(now)?.opened())?.parts;
    } catch {
      throw UNAVAILABLE;
    }
  }

  readonly metrics: FurtherStoresSource = {
    listed: () => [...this.#served.values()].map(({ name, state }) => ({ name, ...state })),
    open: () => this.#openStores.open(),
    closed: (family) => this.#openStores.closed(family),
  };

  /** Opens all stores, because a process that is gone may have left work in any of them. */
  wakeAll(): void {
    for (const store of this.#served.values()) {
      store.wake();
    }
  }

  async close(): Promise<void> {
    this.#followed.resolve();
    this.#openings.end();
    this.#moves.close();
    this.refuseHeld();
    await Promise.all([this.#follower.close(), this.#sleeper.close()]);
    await this.#openings.settled();
    await Promise.all([...this.#served.values()].map((store) => store.end()));
  }

  refuseHeld(): void {
    this.#routing.refuseHeld();
  }

  #openMoves(): ReadonlyMap<number, Store['moves']> {
    const further = [...this.#served].flatMap(([number, { gateway }]) =>
      gateway === undefined ? [] : [[number, gateway.parts.store.moves] as const],
    );
    return new Map([[FIRST_STORE, this.#parts.store.moves], ...further]);
  }

  #refuse({ request, response, own }: ReceivedRequest): void {
    this.#refused.set(request, UNAVAILABLE);
    own(request, response);
  }

  #pass(number: number, received: ReceivedRequest): void {
    const { request, response, own } = received;
    if (number === FIRST_STORE) {
      own(request, response);
      return;
    }
    const refuse = () => this.#refuse(received);
    const store = this.#served.get(number);
    if (store === undefined) {
      refuse();
    } else {
      store.pass(request, response, refuse);
    }
  }

  async #refresh(): Promise<void> {
    const isChanged = await this.#parts.directory.refresh();
    if (isChanged || this.#served.size !== this.#parts.directory.stores.length) {
      await this.#follow();
    }
    this.#followed.resolve();
    this.#openings.begin();
    if (!this.#parts.directory.isEmpty) {
      this.#moves.refresh(isChanged);
    }
  }

  async #closeIdle(): Promise<void> {
    for (const store of this.#served.values()) {
      await store.sleepIfIdle();
    }
  }

  /** Adds the stores that are new in the directory, and ends those that it does not have any more. */
  async #follow(): Promise<void> {
    const { directory } = this.#parts;
    const { log } = this.#foundation;
    for (const [number, store] of this.#served) {
      if (directory.store(number) === undefined) {
        this.#served.delete(number);
        await store.end();
      } else {
        store.retry();
      }
    }
    for (const row of directory.stores.filter(({ number }) => !this.#served.has(number))) {
      const { number, name } = row;
      this.#served.set(
        number,
        new ServedStore({
          name,
          open: (end) => this.#open(directory.store(number) ?? row, end),
          log: log.child({ store: name }),
          now: () => performance.now(),
          times: { ...STORE_TIMES, ...this.#parts.times },
        }),
      );
    }
    for (const row of directory.stores) {
      const { number, woken, closing } = row;
      this.#served.get(number)?.setClosed(closing !== null);
      if (this.#addresses.hasChanged(row)) {
        void this.#served.get(number)?.reopen();
      }
      if (woken !== (this.#woken.get(number) ?? woken)) {
        this.#served.get(number)?.wake();
      }
      this.#woken.set(number, woken);
    }
  }

  async #open(row: StoreRow, end: () => void): Promise<StoreGateway> {
    this.#addresses.note(row);
    const gateway = await openStoreGateway(this.#foundation, row, this.#parts, this.#http as SharedHttp, end);
    const closed = this.#openStores.add(row.name, furtherStoreSources(this.#foundation, gateway.parts));
    return {
      ...gateway,
      async close() {
        try {
          await gateway.close();
        } finally {
          closed();
        }
      },
    };
  }
}
