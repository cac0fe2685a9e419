/** Makes replies from the banks' codes. */
import type { GatewayCode } from '../../../contract/gateway-codes.ts';
import type { ProviderReply } from '../../../core/ports/index.ts';
import type { PaymentAtBank } from './payment-number.ts';

/** The gateway codes of errors in the standard that are more specific than a refusal. */
const GATEWAY_CODES: Readonly<Record<string, GatewayCode>> = {
  CANC: 'CANCELLED',
  RJCT: 'DECLINED',
  SCA_FAILED: 'DECLINED',
  NOT_BEGUN: 'CANCELLED',
  PRODUCT_INVALID: 'NOT_SUPPORTED',
  PRODUCT_UNKNOWN: 'NOT_SUPPORTED',
  PARAMETER_NOT_SUPPORTED: 'NOT_SUPPORTED',
  SERVICE_BLOCKED: 'NOT_SUPPORTED',
  SERVICE_INVALID: 'NOT_SUPPORTED',
  APPROACH_NOT_SUPPORTED: 'NOT_SUPPORTED',
  CURRENCY_NOT_SUPPORTED: 'NOT_SUPPORTED',
};

const SUCCESSES: ReadonlySet<string> = new Set(['ACCC', 'ACSC', 'ACSP', 'TRANSFERRED']);

const MESSAGES: Readonly<Record<string, string>> = {
  ACCC: 'Settled on the creditor’s account',
  ACSC: 'Settled',
  ACSP: 'Accepted, settlement in process',
  CANC: 'Cancelled',
  RJCT: 'Rejected by the bank',
  SCA_FAILED: 'The payer could not be authenticated',
  NOT_BEGUN: 'No bank was asked',
  TRANSFERRED: 'Transferred by the merchant',
  APPROACH_NOT_SUPPORTED: 'The bank has payers agree in a way that is not supported',
  CURRENCY_NOT_SUPPORTED: 'Paid in euros alone',
  ACCOUNT_MISSING: 'The merchant has no account for it',
};

export function bankReplyOf(code: string, at?: PaymentAtBank): ProviderReply {
  const gatewayCode = SUCCESSES.has(code) ? 'APPROVED' : (GATEWAY_CODES[code] ?? 'DECLINED');
  return {
    gatewayCode,
    code,
    message: MESSAGES[code] ?? 'Refused by the bank',
    ...(at && { providerReference: at.paymentId.slice(0, 100), account: { bankName: at.bank.name, bic: at.bank.bic } }),
  };
}
