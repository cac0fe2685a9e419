/**
 * Intents with an in-doubt commit: the database connection was lost before the confirmation. The caller received an
 * error, and no message was sent. But if the intent is durable, it locks its order, and other processes unlock it only
 * after this process has died. Each intent is therefore looked up until it is found, or certainly was not stored.
 */
import { type IncompleteTransaction, isInDoubt, type Orders } from '../ports/index.ts';

/**
 * The maximum number of checks. At two checks a second, they take longer than a database needs to end the commit of a
 * lost client.
 */
const CHECKS_MAX = 60;

export class InDoubtCommits {
  readonly #orders: Orders;
  readonly #open = new Map<number, { readonly left: IncompleteTransaction; checks: number }>();

  constructor(orders: Orders) {
    this.#orders = orders;
  }

  /** @param error the error of the failed commit */
  add(left: IncompleteTransaction, error: unknown): void {
    if (isInDoubt(error)) {
      this.#open.set(left.transaction.key, { left, checks: 0 });
    }
  }

  /** True if there are intents to look up. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  has(transactionKey: number): boolean {
    return this.#open.has(transactionKey);
  }

  /** Returns the intents that are durable and have no outcome yet. */
  async findDurable(): Promise<IncompleteTransaction[]> {
    const found: IncompleteTransaction[] = [];
    for (const [key, commit] of this.#open) {
      const { order, transaction } = commit.left;
      const stored = await this.#orders.transaction(order.key, transaction.transactionId);
      commit.checks += 1;
      if (stored?.key === key && stored.outcome === undefined) {
        found.push(commit.left);
      } else if (stored?.key === key || commit.checks >= CHECKS_MAX) {
        this.#open.delete(key);
      }
    }
    return found;
  }
}
