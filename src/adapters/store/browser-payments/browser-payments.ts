/** Stored browser payments: implements the gateway's `BrowserPayments` port. */
import type {
  BrowserEvent,
  BrowserPayment,
  BrowserPayments,
  FollowUp,
  FoundPayment,
  LateCapture,
  PaymentTimeline,
  ProviderDispute,
  ShownCode,
  StatusQuery,
  StoredEvent,
} from '../../../core/ports/index.ts';
import { disputeWrites } from '../disputes/writes.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { Repository } from '../engine/repository.ts';
import { orderNoteOfTransaction } from '../transactions/change-statements.ts';
import { claimFollowUps, withOrders } from '../transactions/follow-ups.ts';
import * as statements from './statements.ts';
import { eventWrite } from './writes.ts';

const BY = { handle: statements.foundByHandle, reference: statements.foundByReference };

export class StoredBrowserPayments extends Repository implements BrowserPayments {
  readonly #process: { readonly key: number };

  /** @param process the owner of due rows that are claimed through this object */
  constructor(engine: Engine, keys: IdAllocator, process: { readonly key: number }) {
    super(engine, keys);
    this.#process = process;
  }

  async timeline(transactionKey: number): Promise<PaymentTimeline | undefined> {
    const [row] = await this.engine.read(statements.findBrowserPayment, { transactionKey });
    return row && { payment: paymentFrom(row), events: await this.#events(transactionKey) };
  }

  async find(transactionKey: number): Promise<FoundPayment | undefined> {
    const [found] = await this.#found(await this.engine.read(statements.foundByKey, { value: transactionKey }));
    return found;
  }

  async findBy(name: 'handle' | 'reference', value: string): Promise<FoundPayment | undefined> {
    const [found] = await this.#found(await this.engine.read(BY[name], { value }));
    return found;
  }

  async note(transactionKey: number, events: readonly BrowserEvent[], askAt?: number): Promise<void> {
    await this.engine.commit({
      writes: [...events.map((event) => eventWrite(transactionKey, event)), ...queryWrites(transactionKey, askAt)],
    });
  }

  async recordDispute({ payment, order }: FoundPayment, dispute: ProviderDispute, now: number): Promise<void> {
    const { key: orderKey, merchantKey } = order;
    const place = { key: this.newKey(), merchantKey, orderKey, source: payment.provider, byProvider: true };
    await this.engine.commit({ writes: disputeWrites(place, dispute, now) });
  }

  noteFirst(transactionKey: number, event: BrowserEvent, askAt?: number): Promise<boolean> {
    return this.engine.commit({
      guard: write(statements.insertFirstEvent, { transactionKey, ...event, one: 1 }),
      writes: queryWrites(transactionKey, askAt),
    });
  }

  setStarted(
    transactionKey: number,
    { providerReference, pageUrl }: { readonly providerReference: string; readonly pageUrl?: string },
    events: readonly BrowserEvent[],
    askAt: number,
  ): Promise<boolean> {
    const guard =
      pageUrl === undefined
        ? write(statements.setStarted, { transactionKey, providerReference })
        : write(statements.setStartedAtPage, { transactionKey, providerReference, pageUrl });
    return this.engine.commit({
      guard,
      writes: [
        ...events.map((event) => eventWrite(transactionKey, event)),
        ...queryWrites(transactionKey, askAt),
        orderNoteOfTransaction(transactionKey),
      ],
    });
  }

  setLate(
    transactionKey: number,
    { before, after }: { readonly before: LateCapture | null; readonly after: LateCapture },
    events: readonly BrowserEvent[],
    askAt: number | null,
  ): Promise<boolean> {
    const guard =
      before === null
        ? write(statements.setFirstLate, { transactionKey, after })
        : write(statements.setLate, { transactionKey, before, after });
    return this.engine.commit({
      guard,
      writes: [
        ...events.map((event) => eventWrite(transactionKey, event)),
        write(statements.askAt, { transactionKey, at: askAt, none: 0 }),
      ],
    });
  }

  due(provider: string, now: number, limit: number): Promise<FollowUp[]> {
    return claimFollowUps(this.engine, { owner: this.#process.key, processor: provider, now, limit });
  }

  async recordQuery(
    key: number,
    query: StatusQuery,
    dueAt: number | null,
    events: readonly BrowserEvent[] = [],
  ): Promise<void> {
    const notes = events.map((event) => eventWrite(key, event));
    const { earlierQueries, at: queriedAt } = query;
    await this.engine.commit({
      writes: [write(statements.setNextQuery, { key, queries: earlierQueries + 1, dueAt, queriedAt }), ...notes],
    });
  }

  async reportedPayments(limit: number): Promise<FoundPayment[]> {
    const late: LateCapture = 'REPORTED';
    return this.#found(await this.engine.read(statements.reportedPayments, { late, limit }));
  }

  async #found(rows: readonly FoundRow[]): Promise<FoundPayment[]> {
    const found = await Promise.all(
      rows.map(async (row) => {
        const [entry] = await withOrders(this.engine, [row]);
        const payment = paymentFrom({ ...row, transaction_key: row.key });
        return entry && { ...entry, payment, events: await this.#events(payment.transactionKey) };
      }),
    );
    return found.filter((entry) => entry !== undefined);
  }

  async #events(transactionKey: number): Promise<StoredEvent[]> {
    return (await this.engine.read(statements.eventsOf, { transactionKey })).map(eventFrom);
  }
}

function queryWrites(transactionKey: number, at: number | undefined): Write[] {
  return at === undefined ? [] : [write(statements.askAt, { transactionKey, at, none: 0 })];
}

type FoundRow = NonNullable<(typeof statements.foundByKey)['row']>;
type PaymentRow = NonNullable<(typeof statements.findBrowserPayment)['row']>;
type EventRow = NonNullable<(typeof statements.eventsOf)['row']>;

function paymentFrom(row: PaymentRow): BrowserPayment {
  return {
    transactionKey: Number(row.transaction_key),
    provider: row.provider,
    reference: row.reference,
    handle: row.handle,
    returnUrl: row.home,
    shopName: row.shop_name,
    pageUrl: row.page_url,
    providerReference: row.provider_reference,
    code: codeFrom(row),
    late: row.late,
    createdAt: Number(row.created_at),
  };
}

function codeFrom({ shown_code: text, shown_until: until }: PaymentRow): ShownCode | null {
  return text === null || until === null ? null : { text, payableUntil: Number(until) };
}

function eventFrom(row: EventRow): StoredEvent {
  return {
    kind: row.kind,
    actor: row.actor,
    outcome: row.outcome,
    source: row.source,
    at: Number(row.first_at),
    lastAt: Number(row.last_at),
    times: Number(row.times),
  };
}
