/** Reasons to refuse a payment whose fields are valid one by one. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { invalidFields } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { deviceMoneyProblems } from '../cards/device-payment.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { OrderState } from '../order/order.ts';
import { withoutHeld } from '../order/parts.ts';
import { refusal } from '../order/transitions.ts';
import type { DeviceToken, InitialOperation } from '../ports/index.ts';
import type { PaymentDetails } from '../request/payment-details.ts';
import { subMerchantProblems } from '../request/sub-merchant-problems.ts';
import { idsOf, refuseOwnNumber } from './own-number.ts';
import type { TransactionCall } from './plan.ts';

/** @throws InterfaceError if the order can no longer be paid by this operation */
export function refuseOrder({ part, operation }: TransactionCall, state: OrderState | undefined): void {
  const rest = part?.kind === 'REST' ? state && withoutHeld(state) : state;
  const why = refusal(rest, operation as InitialOperation);
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation, why });
  }
}

/** @throws InterfaceError if the payer agreed to another payment in the wallet */
export function refuseOtherMoney(
  operation: InitialOperation,
  token: DeviceToken | undefined,
  { currency }: PaymentDetails,
  amount: bigint,
): void {
  const problems = token && deviceMoneyProblems(token, currency, operation === 'VERIFY' ? undefined : amount);
  if (problems !== undefined && problems.length > 0) {
    throw invalidFields(problems);
  }
}

/** @throws InterfaceError naming the missing permission, or the sub-merchant fields that the card brand requires */
export function refuseDetails(call: TransactionCall, { kept, instrument }: PaymentDetails, brand: string) {
  const { profile } = call.merchant;
  if (isPayerRequired(kept, profile)) {
    throw namedError('PAYER_REQUIRED');
  }
  const problems = subMerchantProblems(kept, brand, profile.name);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  refuseOwnNumber(idsOf(call), instrument?.number);
}

/** True if the request is merchant-initiated and the profile does not permit that. */
export function isPayerRequired({ transaction }: RequestFields, { permissions }: MerchantProfile): boolean {
  return transaction?.source === 'MERCHANT' && !permissions.merchantInitiated;
}
