/** A person's act at a merchant is a call of the interface, recorded in the audit trail before and after. */
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

export interface RecordedCall {
  readonly call: InterfaceCall;
  /** The action of both entries in the audit trail, such as `console refund`. */
  readonly action: string;
  /** Details of both entries. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Further details of the entry before the call. */
  readonly asked?: Readonly<Record<string, unknown>>;
  /** Returns further details of the entry after the call. */
  readonly result?: (answer: AnswerFields) => Readonly<Record<string, unknown>>;
}

/** From this HTTP status on the server has failed. */
const SERVER_ERRORS = 500;

/** @throws AuditError if the act cannot be recorded; it is not carried out then */
export async function carryOutRecorded(
  { audit, callInterface }: ActDependencies,
  { email: actor }: Person,
  { call, action, subject, asked = {}, result = () => ({}) }: RecordedCall,
): Promise<CallResult> {
  const record = (details: Readonly<Record<string, unknown>>) =>
    audit.append({ action, actor, subject: call.merchant.id, details: { ...details, ...subject } });
  await record({ state: 'BEGUN', ...asked });
  try {
    const answer = await callInterface(call);
    await record({ state: 'DONE', ...result(answer) });
    return { kind: 'DONE', answer };
  } catch (error) {
    if (error instanceof InterfaceError && error.status < SERVER_ERRORS) {
      await record({ state: 'REFUSED' });
      return { kind: 'REFUSED', error };
    }
    await record({ state: 'UNKNOWN' }).catch(() => undefined);
    return { kind: 'UNKNOWN' };
  }
}
