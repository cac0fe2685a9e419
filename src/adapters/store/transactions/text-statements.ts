/** Statements that replace the stored texts of a transaction outside the operation that wrote them. */
import { type Placeholder, statement } from '../engine/statement.ts';

/**
 * Guard: the order must be unlocked and unchanged. Increments the fence, so that a process that has read the order must
 * read it again.
 */
export const fenceOff = statement((db, p: Placeholder<{ key: number; fence: number; fenceBefore: number }>) =>
  db
    .updateTable('payment_order')
    .set({ fence: p('fence') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

export const setRequest = statement((db, p: Placeholder<{ key: number; request: string }>) =>
  db
    .updateTable('payment_transaction')
    .set({ request: p('request') })
    .where('key', '=', p('key')),
);

export const setOutcome = statement((db, p: Placeholder<{ key: number; outcome: string }>) =>
  db
    .updateTable('transaction_outcome')
    .set({ outcome: p('outcome') })
    .where('transaction_key', '=', p('key')),
);

interface LearnedTransaction {
  readonly key: number;
  readonly request: string;
  readonly fingerprint: Uint8Array;
  readonly sealedCard: Uint8Array | null;
  readonly before: Uint8Array;
}

/** Stores the request of an adopted transaction. Only the first of several repeats touches the row. */
export const learnRequest = statement((db, p: Placeholder<LearnedTransaction>) =>
  db
    .updateTable('payment_transaction')
    .set({ request: p('request'), meaning: p('fingerprint'), sealed_card: p('sealedCard') })
    .where('key', '=', p('key'))
    .where('meaning', '=', p('before')),
);
