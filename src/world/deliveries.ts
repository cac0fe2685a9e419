/**
 * The network between the gateway and the shop: it captures every notification, and delivers, holds, doubles or drops
 * it as a test orders.
 */
import type { HttpSender } from '../adapters/notifications/index.ts';
import type { NotificationRelay } from '../compose/index.ts';

type Request = Parameters<HttpSender['deliver']>[0];
type Result = Awaited<ReturnType<HttpSender['deliver']>>;

/** The address of notifications of orders that name none: they are captured, and sent to no server. */
export const CAPTURED_ONLY = 'https://captured.invalid/';

export interface CapturedNotification {
  /** The same for every attempt of a notification. */
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that are signed. */
  readonly body: string;
  /** The time by the world's clock, ISO 8601. */
  readonly at: string;
  readonly fate: 'CAPTURED' | 'DELIVERED' | 'DROPPED' | 'FAILED' | 'HELD';
  /** The status of each answer of the shop; null where none came. */
  readonly answers: readonly (number | null)[];
}

type Mutable = { -readonly [Name in keyof CapturedNotification]: CapturedNotification[Name] };
type Entry = Omit<Mutable, 'answers'> & { readonly answers: (number | null)[] };

/** How held notifications are released. */
export interface Release {
  readonly order?: 'AS_SENT' | 'REVERSED' | 'SHUFFLED';
  /** How often each is delivered. */
  readonly times?: number;
}

export class Deliveries {
  readonly #now: () => number;
  readonly #entries: Entry[] = [];
  readonly #inFlight = new Set<Promise<unknown>>();
  #http: HttpSender | undefined;
  #held: Entry[] = [];
  #isHolding = false;
  #toDrop = 0;
  #toDouble = 0;

  /** @param now the world's time */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The gateway's sender. */
  readonly relay: NotificationRelay = (http) => {
    this.#http = http;
    return { deliver: (request) => this.#track(this.#deliver(request)) };
  };

  list(): readonly CapturedNotification[] {
    return this.#entries.map((entry) => ({ ...entry, answers: [...entry.answers] }));
  }

  /** From now on the gateway gets a 2xx for each notification, and the shop gets none until `release`. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Ends `hold`, and delivers one after another. Resolves when the shop has answered all. */
  async release({ order = 'AS_SENT', times = 1 }: Release = {}): Promise<readonly CapturedNotification[]> {
    const held = this.#held;
    this.#held = [];
    this.#isHolding = false;
    if (order === 'REVERSED') {
      held.reverse();
    } else if (order === 'SHUFFLED') {
      shuffle(held);
    }
    for (const entry of held) {
      for (let time = 0; time < times; time += 1) {
        await this.#track(this.#send(entry));
      }
    }
    return held.map((entry) => ({ ...entry }));
  }

  /** The next `count` attempts are lost. The gateway repeats them after a minute and later. */
  drop(count: number): void {
    this.#toDrop = count;
  }

  /** The next `count` notifications arrive twice at the same time. */
  double(count: number): void {
    this.#toDouble = count;
  }

  /** Delivers a captured notification once more, byte by byte. @throws Error if there is no such notification */
  async replay(id: string): Promise<CapturedNotification> {
    const entry = this.#entries.findLast((one) => one.id === id);
    if (entry === undefined) {
      throw new Error(`No notification has the id ${JSON.stringify(id)}.`);
    }
    await this.#track(this.#send(entry));
    return { ...entry, answers: [...entry.answers] };
  }

  /** Resolves when no delivery is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.allSettled(this.#inFlight);
    }
  }

  async #deliver(request: Request): Promise<Result> {
    const entry: Entry = {
      id: request.headers['webhook-id'] ?? '',
      attempt: Number(request.headers['X-Notification-Attempt']),
      url: request.url,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: request.body,
      at: new Date(this.#now()).toISOString(),
      fate: 'CAPTURED',
      answers: [],
    };
    this.#entries.push(entry);
    if (request.url === CAPTURED_ONLY) {
      return ACKNOWLEDGED;
    }
    if (this.#toDrop > 0) {
      this.#toDrop -= 1;
      entry.fate = 'DROPPED';
      return DROPPED;
    }
    if (this.#isHolding) {
      entry.fate = 'HELD';
      this.#held.push(entry);
      return ACKNOWLEDGED;
    }
    const times = this.#toDouble > 0 ? 2 : 1;
    this.#toDouble -= times - 1;
    const [result = DROPPED] = await Promise.all(Array.from({ length: times }, () => this.#send(entry)));
    return result;
  }

  async #send(entry: Entry): Promise<Result> {
    const result = await (this.#http as HttpSender).deliver(entry);
    entry.answers.push(result.status);
    entry.fate = result.isDelivered ? 'DELIVERED' : 'FAILED';
    return result;
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#inFlight.add(work);
    const done = () => this.#inFlight.delete(work);
    work.then(done, done);
    return work;
  }
}

const ACKNOWLEDGED: Result = {
  isDelivered: true,
  status: 204,
  failure: null,
  answer: '',
  durationMs: 0,
  isSilent: false,
};
const DROPPED: Result = {
  ...ACKNOWLEDGED,
  isDelivered: false,
  status: null,
  failure: 'It was dropped on the way, as a test ordered.',
};

function shuffle(list: unknown[]): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const at = Math.floor(Math.random() * (last + 1));
    [list[last], list[at]] = [list[at], list[last]];
  }
}
