/** Cards, payers and references of the sandbox, by the recorded outcome that each selects. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { PayerCard, PayerConduct } from '../../world/payer.ts';
import type { BundleAuthentication, BundleTransaction } from '../record/bundle.ts';

/** The expiry by which the sandbox's bank decides, as `MM/YY`. */
const EXPIRY_OF_CODE: Partial<Record<GatewayCode, string>> = {
  ABORTED: '08/38',
  ACQUIRER_SYSTEM_ERROR: '01/37',
  APPROVED: '01/39',
  APPROVED_PENDING_SETTLEMENT: '10/39',
  AUTHENTICATION_FAILED: '05/38',
  BLOCKED: '10/38',
  CANCELLED: '09/38',
  DECLINED: '05/39',
  DECLINED_AVS: '07/39',
  DECLINED_AVS_CSC: '08/39',
  DECLINED_CSC: '06/39',
  DECLINED_DO_NOT_CONTACT: '04/39',
  DECLINED_PAYMENT_PLAN: '02/38',
  DEFERRED_TRANSACTION_RECEIVED: '12/39',
  DUPLICATE_BATCH: '01/38',
  EXCEEDED_RETRY_LIMIT: '07/38',
  EXPIRED_CARD: '04/27',
  INSUFFICIENT_FUNDS: '02/39',
  INVALID_CSC: '09/39',
  NOT_ENROLLED_3D_SECURE: '06/38',
  NOT_SUPPORTED: '03/38',
  PENDING: '11/39',
  REFERRED: '03/39',
  SYSTEM_ERROR: '04/38',
  TIMED_OUT: '08/28',
  UNKNOWN: '05/37',
  UNSPECIFIED_FAILURE: '02/37',
};
const APPROVED_AFTER_PENDING = '11/39';

const FRICTIONLESS = '5123456789012346';
const CHALLENGED = '5123450000000008';
/** Its bank takes no part in payer authentication. */
const NOT_ENROLLED = '5205550000000006';
const SECURITY_CODE = '100';

export interface Played {
  readonly card: PayerCard;
  readonly conduct: PayerConduct;
}

/** A recorded outcome that the sandbox cannot be made to have, in words. */
export class NotReplayable extends Error {}

/** The card whose payment has the recorded outcome. @throws NotReplayable */
export function cardFor({ answer }: BundleTransaction, wasPending: boolean): PayerCard {
  const code = answer?.gatewayCode;
  const expiry = code === undefined ? undefined : EXPIRY_OF_CODE[code];
  if (expiry === undefined) {
    throw new NotReplayable(`no card of the sandbox has the result ${code}`);
  }
  if (!wasPending || code === 'PENDING' || code === 'DEFERRED_TRANSACTION_RECEIVED') {
    return { number: FRICTIONLESS, expiry, securityCode: SECURITY_CODE };
  }
  if (code === 'APPROVED') {
    return { number: FRICTIONLESS, expiry: APPROVED_AFTER_PENDING, securityCode: SECURITY_CODE };
  }
  throw new NotReplayable(`no card of the sandbox is open first and has the result ${code} then`);
}

/**
 * The balance of the gift card of a payment, in major units. A declined card has less than the payment: the amount that
 * is held of it then, or nothing.
 *
 * @throws NotReplayable
 */
export function giftBalance({
  transaction: { amount, answer },
  hold,
}: {
  readonly transaction: BundleTransaction;
  readonly hold: BundleTransaction | undefined;
}): string {
  if (answer?.result === 'SUCCESS') {
    return amount;
  }
  if (answer?.gatewayCode === 'INSUFFICIENT_FUNDS') {
    return hold?.amount ?? '0';
  }
  throw new NotReplayable(`no gift card of the sandbox has the result ${answer?.gatewayCode}`);
}

/** An authentication without a challenge that the expiry selects; the bank approves the payment after it. */
const EXPIRY_OF_STATUS: Readonly<Record<string, string>> = {
  AUTHENTICATION_ATTEMPTED: '02/40',
  AUTHENTICATION_EXEMPT: '06/40',
  AUTHENTICATION_FAILED: '03/40',
  AUTHENTICATION_REJECTED: '05/40',
  AUTHENTICATION_UNAVAILABLE: '04/40',
};
const CANCELLED_BY_PAYER = '01';

/**
 * The card and the payer of a payment on the hosted page.
 *
 * @param authentication the recorded one of the payment
 * @throws NotReplayable
 */
export function payerFor(
  transaction: BundleTransaction,
  authentication: BundleAuthentication | undefined,
  wasPending: boolean,
): Played {
  const { status, isChallenged, challengeCancel } = authentication ?? {};
  const isUnpaid = status === 'AUTHENTICATION_FAILED' || status === 'AUTHENTICATION_REJECTED';
  const challenge: PayerConduct['challenge'] =
    !isUnpaid || isChallenged !== true ? undefined : challengeCancel === CANCELLED_BY_PAYER ? 'CANCEL' : 'WRONG';
  if (challenge !== undefined) {
    return { card: { ...APPROVED, number: CHALLENGED }, conduct: { challenge } };
  }
  if (status === 'AUTHENTICATION_SUCCESSFUL' || status === undefined || status === 'AUTHENTICATION_NOT_SUPPORTED') {
    const number = isChallenged ? CHALLENGED : status === 'AUTHENTICATION_SUCCESSFUL' ? FRICTIONLESS : NOT_ENROLLED;
    return { card: { ...cardFor(transaction, wasPending), number }, conduct: {} };
  }
  const expiry = EXPIRY_OF_STATUS[status];
  const isPlain = isUnpaid || transaction.answer?.gatewayCode === 'APPROVED';
  if (expiry === undefined || !isPlain || isChallenged === true) {
    throw new NotReplayable(`no card of the sandbox has ${status} and the result ${transaction.answer?.gatewayCode}`);
  }
  return { card: { ...APPROVED, expiry }, conduct: {} };
}

const APPROVED: PayerCard = { number: FRICTIONLESS, expiry: '01/39', securityCode: SECURITY_CODE };

export interface AtProvider {
  readonly choice: NonNullable<PayerConduct['atProvider']>;
  /** `order.reference`, by which the provider decides without the payer. Absent: the payer's choice decides. */
  readonly reference: string | undefined;
}

const CHOICES: Partial<Record<GatewayCode, AtProvider['choice']>> = {
  APPROVED: 'APPROVE',
  CANCELLED: 'CANCEL',
  DECLINED: 'DECLINE',
};
const PROVIDERS: ReadonlySet<string> = new Set(['demoWallet', 'demoBank']);

/**
 * The payer's choice at a provider, or the reference that decides.
 *
 * @param isLate the provider took the money after the payment had failed
 * @throws NotReplayable
 */
export function atProvider(
  { instrument, answer }: BundleTransaction,
  wasPending: boolean,
  isLate: boolean,
): AtProvider {
  const provider = instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : '';
  if (!PROVIDERS.has(provider)) {
    throw new NotReplayable(`the provider ${provider} is not played, only demoWallet and demoBank`);
  }
  const decided = (reference: string): AtProvider => ({ choice: 'APPROVE', reference });
  const code = answer?.gatewayCode;
  if (isLate) {
    return decided('TEST-FAIL-THEN-SUCCESS');
  }
  if (answer?.result === 'PENDING' || code === 'TIMED_OUT') {
    return decided('TEST-PENDING');
  }
  if (wasPending && (code === 'APPROVED' || code === 'DECLINED')) {
    return decided(code === 'APPROVED' ? 'TEST-SUCCESS-INIT' : 'TEST-FAIL-INIT');
  }
  const choice = code === undefined ? undefined : CHOICES[code];
  return choice === undefined ? decided(`.FAIL_${code}`) : { choice, reference: undefined };
}
