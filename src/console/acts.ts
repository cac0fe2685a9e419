/** A person's act at a merchant is a call of the interface, recorded in the audit trail before and after. */
import { withoutCardNumbers } from '../contract/card-data-mask.ts';
import { InterfaceError } from '../contract/interface-error.ts';
import type { ContractOperation } from '../contract/operations.ts';
import type { AnswerFields } from '../contract/write.ts';
import type { Merchant } from '../core/index.ts';
import type { ConsoleAudit } from './audit.ts';
import type { Person } from './ports.ts';

/** A request that the merchant's server could send. */
export interface InterfaceCall {
  readonly operation: ContractOperation;
  readonly merchant: Merchant;
  /** The ids in the address. A new link is made with the id that is named here. */
  readonly ids: {
    readonly link?: string;
    readonly notification?: string;
    readonly order?: string;
    readonly transaction?: string;
  };
  readonly body: Readonly<Record<string, unknown>>;
  /** The IP address of the person. */
  readonly address: string;
}

export interface ActDependencies {
  /**
   * Sends an operation, as a merchant's server does. A repeat with the same ids and body changes nothing.
   *
   * @throws InterfaceError
   */
  readonly callInterface: (call: InterfaceCall) => Promise<AnswerFields>;
  readonly audit: ConsoleAudit;
}

/** UNKNOWN: the gateway failed; a repeat with the same ids is safe. */
export type FailedCall = { readonly kind: 'UNKNOWN' } | { readonly kind: 'REFUSED'; readonly error: InterfaceError };

export type CallResult = FailedCall | { readonly kind: 'DONE'; readonly answer: AnswerFields };

type Details = Readonly<Record<string, unknown>>;

/** An act, as both of its entries in the audit trail name it. */
export interface ActEntry {
  /** Such as `console refund`. */
  readonly action: string;
  readonly merchantId: string;
  /** The order whose timeline has the act. */
  readonly orderKey?: number | undefined;
  readonly subject: Details;
}

/** @returns a function that appends an entry with further details, and rejects with AuditError if it cannot */
export function recorderOf(
  { audit }: Pick<ActDependencies, 'audit'>,
  { email: actor }: Person,
  { action, merchantId, orderKey, subject }: ActEntry,
): (details: Details) => Promise<void> {
  return (details) =>
    audit.append({ action, actor, subject: merchantId, orderKey, details: { ...details, ...subject } });
}

/** The end of an act that was not carried out has the reason, for people. */
export type ActEnd = { readonly state: 'DONE' } | { readonly state: 'REFUSED'; readonly why: string };

/**
 * Records an act that is no call of the interface, carries it out, and records its end.
 *
 * @returns FAILED if the gateway failed: the result is not known
 * @throws AuditError if the act cannot be recorded; it is not carried out then
 */
export async function recordedAct<Result>(
  record: (details: Details) => Promise<void>,
  act: () => Promise<Result>,
  endOf: (result: Result) => ActEnd,
): Promise<Result | 'FAILED'> {
  await record({ state: 'BEGUN' });
  try {
    const result = await act();
    await record({ ...endOf(result) });
    return result;
  } catch {
    await record({ state: 'UNKNOWN' }).catch(() => undefined);
    return 'FAILED';
  }
}

export interface RecordedCall extends Omit<ActEntry, 'merchantId'> {
  readonly call: InterfaceCall;
  /** Further details of the entry before the call. */
  readonly asked?: Details;
  /** Returns further details of the entry after the call. */
  readonly result?: (answer: AnswerFields) => Details;
}

/** From this HTTP status on the server has failed. */
const SERVER_ERRORS = 500;

/** @throws AuditError if the act cannot be recorded; it is not carried out then */
export async function carryOutRecorded(
  dependencies: ActDependencies,
  person: Person,
  { call, asked = {}, result = () => ({}), ...entry }: RecordedCall,
): Promise<CallResult> {
  const record = recorderOf(dependencies, person, { ...entry, merchantId: call.merchant.id });
  await record({ state: 'BEGUN', ...asked });
  try {
    const answer = await dependencies.callInterface(call);
    await record({ state: 'DONE', ...result(answer) });
    return { kind: 'DONE', answer };
  } catch (error) {
    if (error instanceof InterfaceError && error.status < SERVER_ERRORS) {
      await record({ state: 'REFUSED', why: withoutCardNumbers(reasonOf(error)) });
      return { kind: 'REFUSED', error };
    }
    await record({ state: 'UNKNOWN' }).catch(() => undefined);
    return { kind: 'UNKNOWN' };
  }
}

/** Without the names of fields, which people do not know. @example 'Up to 10.00 EUR are left to refund.' */
function reasonOf({ message, problems }: InterfaceError): string {
  const reasons = problems.map(({ explanation }) => explanation.charAt(0).toUpperCase() + explanation.slice(1));
  return reasons.length === 0 ? message : `${reasons.join('. ')}.`;
}
