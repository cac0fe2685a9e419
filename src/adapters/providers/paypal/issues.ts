/** PayPal's reasons for refusals, and their meaning for the gateway. */
import type { GatewayCode } from '../../../contract/gateway-codes.ts';
import type { ProviderReply } from '../../../core/ports/index.ts';
import type { ExactJson } from '../../http-json.ts';
import { problem } from './paypal-messages.ts';

/** The limit of `response.acquirerCode` and `response.acquirerMessage`. */
const REPLY_CHARACTERS_MAX = 100;

/** Issues that the payer can resolve on PayPal's pages, with another card or a missing confirmation. */
const CHOOSE_AGAIN: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);

/**
 * Issues that do not show the result of an earlier request of the gateway: that request is still in progress, or had
 * the same id and other content.
 */
const IN_PROGRESS: ReadonlySet<string> = new Set([
  'DUPLICATE_REQUEST_ID',
  'ORDER_COMPLETION_IN_PROGRESS',
  'PREVIOUS_REQUEST_IN_PROGRESS',
]);

/** Issues about an order in an unexpected state. The result is in the order itself. */
const ABOUT_ORDER: ReadonlySet<string> = new Set([
  'ACTION_DOES_NOT_MATCH_INTENT',
  'MAX_AUTHORIZATION_COUNT_EXCEEDED',
  'ORDER_ALREADY_AUTHORIZED',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ORDER_NOT_APPROVED',
]);

/** The issues by gateway code. For unlisted issues the HTTP status decides. */
const ISSUES: Partial<Record<GatewayCode, readonly string[]>> = {
  ABORTED: ['ORDER_EXPIRED'],
  // Problems with the merchant's own PayPal account.
  ACQUIRER_SYSTEM_ERROR: [
    ...['CONSENT_NEEDED', 'INVALID_ACCOUNT_STATUS', 'NOT_AUTHORIZED', 'PAYEE_ACCOUNT_INVALID'],
    ...['PAYEE_ACCOUNT_LOCKED_OR_CLOSED', 'PAYEE_ACCOUNT_NOT_VERIFIED', 'PAYEE_ACCOUNT_RESTRICTED'],
    ...['PERMISSION_DENIED'],
  ],
  BLOCKED: ['COMPLIANCE_VIOLATION', 'PAYEE_BLOCKED_TRANSACTION', 'TRANSACTION_BLOCKED_BY_PAYEE'],
  DECLINED: [
    ...['AUTHORIZATION_DENIED', 'AUTHORIZATION_EXPIRED', 'BILLING_AGREEMENT_NOT_FOUND', 'DECLINED_DUE_TO_RELATED_TXN'],
    ...['DOMESTIC_TRANSACTION_REQUIRED', 'DUPLICATE_INVOICE_ID', 'INSTRUMENT_DECLINED', 'MAX_CAPTURE_AMOUNT_EXCEEDED'],
    ...['MAX_VALUE_EXCEEDED', 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'PAYER_ACCOUNT_RESTRICTED', 'PAYER_ACTION_REQUIRED'],
    ...['PAYER_CANNOT_PAY', 'PAYMENT_SOURCE_CANNOT_BE_USED', 'PAYMENT_SOURCE_DECLINED_BY_PROCESSOR'],
    ...['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'REFUND_AMOUNT_EXCEEDED', 'REFUND_AMOUNT_TOO_LOW'],
    ...['REFUND_IS_RESTRICTED', 'REFUND_NOT_ALLOWED', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'],
    ...['REFUND_TIME_LIMIT_EXCEEDED', 'SHIPPING_ADDRESS_INVALID', 'TRANSACTION_DISPUTED', 'TRANSACTION_LIMIT_EXCEEDED'],
    ...['TRANSACTION_RECEIVING_LIMIT_EXCEEDED', 'TRANSACTION_REFUSED'],
  ],
  EXCEEDED_RETRY_LIMIT: ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'],
  INSUFFICIENT_FUNDS: ['REFUND_FAILED_INSUFFICIENT_FUNDS'],
  NOT_SUPPORTED: [
    ...['AUTH_CAPTURE_NOT_ENABLED', 'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY', 'DECIMALS_NOT_SUPPORTED'],
    ...['INVALID_CURRENCY_CODE', 'PARTIAL_REFUND_NOT_ALLOWED', 'PAYMENT_TYPE_NOT_SUPPORTED_FOR_INTENT'],
    ...['REAUTHORIZATION_NOT_SUPPORTED', 'REAUTHORIZATION_TOO_SOON', 'UNSUPPORTED_INTENT'],
    ...['UNSUPPORTED_INTENT_FOR_PAYMENT_SOURCE'],
  ],
};

const CODE_OF: ReadonlyMap<string, GatewayCode> = new Map(
  Object.entries(ISSUES).flatMap(([code, issues]) => issues.map((issue) => [issue, code as GatewayCode] as const)),
);

/**
 * The gateway codes for unlisted issues. 400 is a fault of the gateway's request, 401 and 403 are problems of the
 * account, and other statuses are problems of the payment.
 */
const CODE_OF_STATUS: Readonly<Record<number, GatewayCode>> = {
  400: 'SYSTEM_ERROR',
  401: 'ACQUIRER_SYSTEM_ERROR',
  403: 'ACQUIRER_SYSTEM_ERROR',
};

export interface Refusal {
  /** PayPal's name for the reason, for example INSTRUMENT_DECLINED. */
  readonly issue: string;
  readonly mayChooseAgain: boolean;
  readonly isInProgress: boolean;
  readonly isAboutOrder: boolean;
  readonly reply: ProviderReply;
}

/** @returns undefined if the answer is not an error message of PayPal */
export function refusalOf({ code, body }: { readonly code: number; readonly body: ExactJson }): Refusal | undefined {
  const { data } = problem.safeParse(body);
  if (code < 400 || data === undefined) {
    return undefined;
  }
  const { details = [], name, message } = data;
  const named = details.flatMap(({ issue, description }) => (issue ? [{ issue, description }] : []));
  const { issue, description } = named.find((one) => isKnown(one.issue)) ??
    named[0] ?? { issue: name, description: message };
  return {
    issue,
    mayChooseAgain: CHOOSE_AGAIN.has(issue),
    isInProgress: IN_PROGRESS.has(issue) || code === 409,
    isAboutOrder: ABOUT_ORDER.has(issue),
    reply: {
      gatewayCode: CODE_OF.get(issue) ?? CODE_OF_STATUS[code] ?? 'UNSPECIFIED_FAILURE',
      code: issue.slice(0, REPLY_CHARACTERS_MAX),
      message: (description ?? issue).slice(0, REPLY_CHARACTERS_MAX),
    },
  };
}

function isKnown(issue: string): boolean {
  return [CODE_OF, CHOOSE_AGAIN, IN_PROGRESS, ABOUT_ORDER].some((known) => known.has(issue));
}

/** A refusal by this adapter, for a request that PayPal would refuse. */
export function refusedHere(code: string, message: string): ProviderReply {
  return { gatewayCode: 'NOT_SUPPORTED', code, message };
}
