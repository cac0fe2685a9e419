import type { AgreementPayment, StoredOrder } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { insertAgreement } from './statements.ts';

export function agreementInsert(
  transactionKey: number,
  { agreementId, terms, transactionIdentifier }: AgreementPayment,
  { merchantKey, updatedAt }: Pick<StoredOrder, 'merchantKey' | 'updatedAt'>,
): Write {
  return write(insertAgreement, {
    transactionKey,
    merchantKey,
    agreementId,
    terms: JSON.stringify(terms),
    transactionIdentifier,
    createdAt: updatedAt,
  });
}
