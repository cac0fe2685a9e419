/**
 * Statements over payments that set up an agreement for later payments. A row is committed with the outcome and is not
 * changed later.
 */
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

export const insertAgreement = insertion(
  'agreement',
  {
    transaction_key: ['transactionKey', 'bigint'],
    merchant_key: ['merchantKey', 'bigint'],
    agreement_id: ['agreementId', 'text'],
    terms: ['terms', 'text'],
    transaction_identifier: ['transactionIdentifier', 'text'],
    created_at: ['createdAt', 'bigint'],
  },
  { identity: 'transaction_key' },
);

export const newestAgreement = statement(
  (db, p: Placeholder<{ merchantKey: number; agreementId: string; limit: number }>) =>
    db
      .selectFrom('agreement')
      .select(['agreement_id', 'terms', 'transaction_identifier'])
      .where('merchant_key', '=', p('merchantKey'))
      .where('agreement_id', '=', p('agreementId'))
      .orderBy('created_at', 'desc')
      .limit(p('limit')),
);
