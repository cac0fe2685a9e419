import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { AcquirerOutcome, AcquirerReply, CreateOutcome, MovementOutcome } from '../ports/index.ts';
import type { RiskResult } from '../risk/index.ts';

/**
 * The answer that completes a transaction: the reply of the acquirer or a provider, a timeout, or a decision that needs
 * no message.
 */
export type FinalAnswer =
  | Exclude<AcquirerOutcome, { status: 'ANSWERED' }>
  | {
      readonly status: 'ANSWERED';
      readonly reply: AcquirerReply;
      /**
       * The code with which the merchant's rules decline a payment that the acquirer approved. The payment is reversed
       * then.
       */
      readonly rejected?: GatewayCode;
      /** The result of the risk rules, if there are any. */
      readonly risk?: RiskResult;
    }
  | Extract<CreateOutcome, { status: 'CREATED' }>
  | Extract<MovementOutcome, { status: 'REPLIED' }>
  | { readonly status: 'DECIDED'; readonly gatewayCode: GatewayCode };
