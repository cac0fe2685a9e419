/** The attempts that risk rules count: their subjects, and the rows to store for the current attempt. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import { networkOf } from '../../platform/limits/index.ts';
import type { NewRiskAttempt, Orders, Sealer, StoredTransaction } from '../ports/index.ts';
import { type ReadyPolicy, type RiskAttempt, type RuleOwner, type SubjectKind, VELOCITY_MAX } from '../risk/index.ts';

/** The data of an attempt from which its subjects are derived. */
interface Attempting {
  readonly merchantKey: number;
  readonly number: Secret | undefined;
  readonly values: RequestFields;
  readonly ipAddress: string | undefined;
}

const TEXT_OF: Readonly<Record<SubjectKind, (attempting: Attempting) => string | undefined>> = {
  CARD: ({ number }) => number?.reveal(),
  CUSTOMER: ({ values }) => values.order?.customerReference || undefined,
  EMAIL: ({ values }) => values.customer?.email?.toLowerCase(),
  // An IPv6 host can use any address of its /64, so addresses are counted by network.
  IP_ADDRESS: ({ ipAddress }) => (ipAddress === undefined ? undefined : networkOf(ipAddress)),
  SHIPPING_ADDRESS: ({ values }) => {
    const { street, postcodeZip, country } = values.shipping?.address ?? {};
    return street === undefined ? undefined : JSON.stringify([street, postcodeZip, country]).toLowerCase();
  },
};

/**
 * @returns keyed hashes under all loaded keys, because an attempt may have been counted before a key change; first the
 *   hash under the key in use. Undefined if the payment has no such subject. The operator's rules count across
 *   merchants
 */
function attemptSubjects(
  sealer: Sealer,
  attempting: Attempting,
  kind: SubjectKind,
  owner: RuleOwner,
): readonly Uint8Array[] | undefined {
  const text = TEXT_OF[kind](attempting);
  const scope = owner === 'MSO_RULE' ? 'all' : attempting.merchantKey;
  return text === undefined ? undefined : sealer.hashes('risk attempt', `${scope} ${kind} ${text}`);
}

export interface EarlierAttempts {
  readonly of: (kind: SubjectKind, owner: RuleOwner) => readonly RiskAttempt[] | undefined;
  /** The subjects under which the current attempt is counted. */
  readonly subjects: readonly Uint8Array[];
}

const NO_ATTEMPTS: EarlierAttempts = { of: () => undefined, subjects: [] };

/** Looks up the attempts that the policies' rules count; empty if no rule counts attempts. */
export async function earlierAttempts(
  { orders, sealer }: { readonly orders: Pick<Orders, 'riskAttempts'>; readonly sealer: Sealer },
  policies: readonly ReadyPolicy[],
  attempting: Attempting,
  now: number,
): Promise<EarlierAttempts> {
  const counted = policies.flatMap(({ owner, windows }) =>
    [...windows].flatMap(([kind, windowMs]) => {
      const subjects = attemptSubjects(sealer, attempting, kind, owner);
      return subjects === undefined ? [] : [{ name: `${owner} ${kind}`, subjects, windowMs }];
    }),
  );
  if (counted.length === 0) {
    return NO_ATTEMPTS;
  }
  const found = await Promise.all(
    counted.map(async ({ name, subjects, windowMs }) => {
      const attempts = subjects.map((subject) => orders.riskAttempts(subject, now - windowMs, VELOCITY_MAX));
      return [name, (await Promise.all(attempts)).flat()] as const;
    }),
  );
  const byName = new Map(found);
  return {
    of: (kind, owner) => byName.get(`${owner} ${kind}`),
    subjects: counted.flatMap(({ subjects }) => subjects.slice(0, 1)),
  };
}

/** The current attempt, one row per subject. */
export function newAttempts(
  { orders }: { readonly orders: Pick<Orders, 'newKey'> },
  subjects: readonly Uint8Array[],
  { request, createdAt }: StoredTransaction,
): NewRiskAttempt[] {
  const { amount, currency } = request;
  return subjects.map((subject) => ({ key: orders.newKey(), subject, amount, currency, at: createdAt }));
}
