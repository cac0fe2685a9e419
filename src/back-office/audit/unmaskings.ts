/** Records responses that contained a full card number: an entry for each, with its row of the table `unmasking`. */
import type { Unmasking, Unmaskings } from '../../core/ports/index.ts';
import type { AuditFinding } from './audit-finding.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { AuditEntry } from './entry.ts';
import type { AuditEntries, StoredUnmasking } from './ports.ts';

export const UNMASK = 'unmask';

type MerchantByKey = (key: number) => Promise<{ readonly id: string } | undefined>;

/** Implements the gateway's port. Resolves when row and entry are durable. */
export class AuditedUnmaskings implements Unmaskings {
  readonly #trail: AuditTrail;
  readonly #merchantByKey: MerchantByKey;

  constructor(trail: AuditTrail, merchantByKey: MerchantByKey) {
    this.#trail = trail;
    this.#merchantByKey = merchantByKey;
  }

  async add(unmasking: Unmasking): Promise<void> {
    const merchant = await this.#merchantByKey(unmasking.merchantKey);
    const id = merchant?.id ?? null;
    await this.#trail.append({
      action: UNMASK,
      actor: id === null ? 'merchant' : `merchant.${id}`,
      subject: id,
      details: unmaskingDetails({ userId: null, orderId: null, transactionId: null, token: null, ...unmasking }),
      unmasking,
    });
  }
}

/** Fixes the order of members, so that an entry and its row can be compared as text. */
function unmaskingDetails(row: StoredUnmasking) {
  const { merchantKey, certificate, userId, operation, orderId, transactionId, token, at } = row;
  return { merchantKey, certificate, userId, operation, orderId, transactionId, token, at };
}

/** Finds rows that differ from their entries. */
export async function unmaskingProblems(page: readonly AuditEntry[], entries: AuditEntries): Promise<AuditFinding[]> {
  const unmasked = page.filter(({ action }) => action === UNMASK);
  const problems = unmasked.map(async ({ sequence, key, details }): Promise<AuditFinding[]> => {
    const row = await entries.unmasking(key);
    if (row === undefined) {
      const says = `row ${key} of unmasking is missing: entry ${sequence} was stored with it`;
      return [{ kind: 'UNMASKING_REMOVED', sequence, says }];
    }
    const isSame = JSON.stringify(unmaskingDetails(row)).toWellFormed() === details;
    const says = `row ${key} of unmasking is not what entry ${sequence} says`;
    return isSame ? [] : [{ kind: 'UNMASKING_CHANGED', sequence, says }];
  });
  return (await Promise.all(problems)).flat();
}
