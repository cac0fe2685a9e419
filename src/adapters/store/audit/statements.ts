/** Statements over the audit trail and the record of unmasked card numbers. */
import type { AuditEntry, StoredUnmasking } from '../../../back-office/audit/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const ENTRY_COLUMNS = ['sequence', 'key', 'at', 'actor', 'action', 'subject', 'details', 'previous', 'hash'] as const;

/** Guard: inserts only if the sequence number is free. */
export const insertAuditEntry = statement((db, p: Placeholder<AuditEntry>) =>
  db
    .insertInto('audit_entry')
    .values({
      sequence: p('sequence'),
      key: p('key'),
      at: p('at'),
      actor: p('actor'),
      action: p('action'),
      subject: p('subject'),
      details: p('details'),
      previous: p('previous'),
      hash: p('hash'),
    })
    .onConflict((c) => c.column('sequence').doNothing()),
);

export const findHead = statement((db, p: Placeholder<{ limit: number }>) =>
  db.selectFrom('audit_entry').select(['sequence', 'hash']).orderBy('sequence', 'desc').limit(p('limit')),
);

export const entriesAfter = statement((db, p: Placeholder<{ sequence: number; limit: number }>) =>
  db
    .selectFrom('audit_entry')
    .select(ENTRY_COLUMNS)
    .where('sequence', '>', p('sequence'))
    .orderBy('sequence')
    .limit(p('limit')),
);

export const newestEntries = statement((db, p: Placeholder<{ limit: number }>) =>
  db.selectFrom('audit_entry').select(ENTRY_COLUMNS).orderBy('sequence', 'desc').limit(p('limit')),
);

interface OfOrder {
  readonly orderKey: number;
}

export const insertOrderEntry = statement((db, p: Placeholder<OfOrder & { sequence: number }>) =>
  db.insertInto('audit_entry_of_order').values({ order_key: p('orderKey'), sequence: p('sequence') }),
);

export const entriesOfOrder = statement((db, p: Placeholder<OfOrder & { limit: number }>) =>
  db
    .selectFrom('audit_entry_of_order as o')
    .innerJoin('audit_entry as e', 'e.sequence', 'o.sequence')
    .select(ENTRY_COLUMNS.map((name) => `e.${name}` as const))
    .where('o.order_key', '=', p('orderKey'))
    .orderBy('o.sequence', 'desc')
    .limit(p('limit')),
);

export const findFollower = statement((db, p: Placeholder<{ hash: string; limit: number }>) =>
  db
    .selectFrom('audit_entry')
    .select(['sequence', 'hash'])
    .where('previous', '=', p('hash'))
    .orderBy('sequence')
    .limit(p('limit')),
);

export const insertUnmasking = statement((db, p: Placeholder<StoredUnmasking & { key: number }>) =>
  db.insertInto('unmasking').values({
    key: p('key'),
    merchant_key: p('merchantKey'),
    certificate: p('certificate'),
    user_id: p('userId'),
    operation: p('operation'),
    order_id: p('orderId'),
    transaction_id: p('transactionId'),
    token: p('token'),
    at: p('at'),
  }),
);

export const findUnmasking = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('unmasking')
    .select(['merchant_key', 'certificate', 'user_id', 'operation', 'order_id', 'transaction_id', 'token', 'at'])
    .where('key', '=', p('key')),
);

/** Reads both tables in the order of their keys. Only for `turnpike audit verify`. */
export const unchainedUnmaskings = statement((db, p: Placeholder<{ action: string; limit: number }>) =>
  db
    .selectFrom('unmasking')
    .select(['unmasking.key', 'unmasking.at'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_entry')
            .select('audit_entry.sequence')
            .whereRef('audit_entry.key', '=', 'unmasking.key')
            .where('audit_entry.action', '=', p('action')),
        ),
      ),
    )
    .orderBy('unmasking.key')
    .limit(p('limit')),
);
