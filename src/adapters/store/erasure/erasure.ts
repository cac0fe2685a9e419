/** Erases a customer's data: implements the `ErasureStore` port over any engine. */
import type {
  ErasureStore,
  LinkTexts,
  OrderErasure,
  OrderRecords,
  SessionText,
} from '../../../back-office/retention/index.ts';
import type { StoredArchive } from '../archive/archive.ts';
import { changeCopiesOfOrder } from '../archive/statements.ts';
import type { StoredAuthentications } from '../authentications/authentications.ts';
import { dropWithSession } from '../checkout-events/statements.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import { termErasure } from '../order-index/erased-terms.ts';
import type { StoredOrders } from '../orders/orders.ts';
import { RECEIPTS, RESERVATIONS } from '../receipts/mail-statements.ts';
import { eraseAnswers, eraseBody, erasePage } from '../retention/statements.ts';
import { orderNote } from '../transactions/change-statements.ts';
import { serialiseOutcome, serialisePurpose, serialiseRequest } from '../transactions/serialisation.ts';
import { fenceOff, setOutcome, setRequest } from '../transactions/text-statements.ts';
import * as statements from './statements.ts';

/** The number of rows in a page, whose texts are about a megabyte. */
const ROWS_PER_PAGE = 200;
const WAITING = 'WAITING';

interface Dependencies {
  readonly orders: StoredOrders;
  readonly authentications: StoredAuthentications;
  readonly archive: Pick<StoredArchive, 'rewrite'>;
}

export class StoredErasure implements ErasureStore {
  readonly #engine: Engine;
  readonly #dependencies: Dependencies;

  constructor(engine: Engine, dependencies: Dependencies) {
    this.#engine = engine;
    this.#dependencies = dependencies;
  }

  async records(merchantKey: number, orderId: string): Promise<OrderRecords | undefined> {
    const { orders, authentications } = this.#dependencies;
    const order = await orders.find(merchantKey, orderId);
    if (order === undefined) {
      return undefined;
    }
    const rows = await this.#engine.read(statements.notificationsOfOrder, {
      orderKey: order.key,
      orderId,
      merchantKey,
    });
    const links = await this.#engine.read(statements.linksOfOrder, {
      merchantKey,
      orderId,
      one: 1,
      open: 'OPEN',
    });
    return {
      order,
      links: links.map(linkFrom),
      transactions: await orders.transactions(order.key),
      authentications: await authentications.ofOrder(order.key),
      notifications: rows.map(({ key, state, body }) => ({
        key: Number(key),
        isWaiting: state === WAITING,
        hasBody: body !== null,
      })),
    };
  }

  async *ordersWith(merchantKey: number, fits: (text: string | null) => boolean): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const page = await this.#engine.read(statements.orderIds, { merchantKey, after, limit: ROWS_PER_PAGE });
      const found = await Promise.all(
        page.map(async ({ key, order_id: orderId }) => ((await this.#isFit(Number(key), fits)) ? [orderId] : [])),
      );
      yield* found.flat();
      const last = page.at(-1);
      if (last === undefined) {
        return;
      }
      after = last.order_id;
    }
  }

  async #isFit(orderKey: number, fits: (text: string | null) => boolean): Promise<boolean> {
    const [transactions, authentications] = await Promise.all([
      this.#engine.read(statements.transactionTexts, { orderKey }),
      this.#engine.read(statements.authenticationTexts, { orderKey }),
    ]);
    return (
      transactions.some(({ request, outcome }) => fits(request) || fits(outcome)) ||
      authentications.some(({ purpose }) => fits(purpose))
    );
  }

  async *sessionsOf(merchantKey: number): AsyncGenerator<SessionText> {
    for (let after = 0; ; ) {
      const page = await this.#engine.read(statements.sessionTexts, { after, limit: ROWS_PER_PAGE });
      for (const { key, merchant_key, fields, form } of page) {
        if (Number(merchant_key) === merchantKey) {
          const { order } = JSON.parse(fields) as { readonly order?: { readonly id?: string } };
          yield { key: Number(key), texts: [fields, form], orderId: order?.id };
        }
      }
      const last = page.at(-1);
      if (last === undefined) {
        return;
      }
      after = Number(last.key);
    }
  }

  /**
   * Erases the data, and then rewrites the archived copies. If the rewriting is interrupted, the retention walk of a
   * gateway finishes it.
   */
  async erase(
    { order, transactions, authentications, links, notifications, sessions }: OrderErasure,
    now: number,
  ): Promise<boolean> {
    const { key, fence } = order;
    const terms = await termErasure(this.#engine, order);
    const isErased = await this.#engine.commit({
      guard: write(fenceOff, { key, fence: fence + 1, fenceBefore: fence }),
      furtherGuards: terms.furtherGuards,
      writes: [
        ...transactions.flatMap((transaction) => [
          write(setRequest, { key: transaction.key, request: serialiseRequest(transaction.request) }),
          ...(transaction.outcome === undefined
            ? []
            : [write(setOutcome, { key: transaction.key, outcome: serialiseOutcome(transaction.outcome) })]),
          write(statements.eraseSources, { key: transaction.key, empty: '', payer: 'PAYER', merchant: 'MERCHANT' }),
          write(statements.eraseReviewTexts, { key: transaction.key, none: null }),
          write(erasePage, { key: transaction.key, none: null }),
          write(RECEIPTS.remove, { key: transaction.key }),
          write(RESERVATIONS.remove, { key: transaction.key }),
        ]),
        ...authentications.map((authentication) =>
          write(statements.setPurpose, {
            key: authentication.key,
            purpose: serialisePurpose(authentication.purpose),
            one: 1,
          }),
        ),
        ...notifications.flatMap((one) => [
          write(eraseBody, { key: one, none: null, waiting: WAITING }),
          write(eraseAnswers, { key: one, empty: '' }),
        ]),
        ...links.map(termsWrite),
        ...sessions.flatMap(sessionDeletion),
        write(statements.markCustomerErased, { key, now }),
        write(changeCopiesOfOrder, { orderKey: key, before: 'ARCHIVED', after: 'STALE' }),
        ...terms.writes,
        orderNote(key),
      ],
    });
    if (isErased) {
      await this.#dependencies.archive.rewrite(key);
    }
    return isErased;
  }

  async *linksOf(merchantKey: number): AsyncGenerator<LinkTexts> {
    for (let after = 0; ; ) {
      const page = await this.#engine.read(statements.linkTexts, { merchantKey, after, limit: ROWS_PER_PAGE });
      yield* page.map(linkFrom);
      const last = page.at(-1);
      if (last === undefined) {
        return;
      }
      after = Number(last.key);
    }
  }

  async setLinkTexts(links: readonly LinkTexts[]): Promise<void> {
    await this.#engine.commit({ writes: links.map(termsWrite) });
  }

  async removeSessions(keys: readonly number[]): Promise<void> {
    await this.#engine.commit({ writes: keys.flatMap(sessionDeletion) });
  }
}

function linkFrom({ key, terms }: { readonly key: number; readonly terms: string }): LinkTexts {
  return { key: Number(key), terms: JSON.parse(terms) };
}

function termsWrite({ key, terms }: LinkTexts): Write {
  return write(statements.setTerms, { key, terms: JSON.stringify(terms) });
}

/** An erased checkout has no event any more. */
function sessionDeletion(key: number): Write[] {
  return [write(statements.deleteSession, { key }), write(dropWithSession, { sessionKey: key })];
}
