/** A standalone refund, without a payment at this gateway: it credits the card of the request. */

import { namedError } from '../../contract/errors/catalogue.ts';
import { storedInstrument } from '../cards/stored-card.ts';
import type { Gateway } from '../gateway.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import type { Instrument, StoredOrder, StoredTransaction } from '../ports/index.ts';
import { acquirerName } from '../processing/acquirers.ts';
import { aboutTerminal, type MessageFields } from './acquirer-request.ts';
import { DECLINED, PENDING, type Plan, type Planned, type TransactionCall } from './plan.ts';
import { requireOwnCard, standalone } from './standalone.ts';

/** The message of a refund that is sent to the acquirer as a request, not as an advice. */
export type RefundRequest = MessageFields & { readonly kind: 'REFUND' };

export async function planRefundAlone(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<RefundRequest>> {
  const { permissions } = call.merchant.profile;
  requireOwnCard(call, order);
  if (!permissions.standaloneRefund) {
    throw namedError('REFUND_ALONE_FORBIDDEN');
  }
  const { plan: common, values, instrument } = await standalone(gateway, call, order);
  const plan: Plan = { ...common, type: 'REFUND' };
  if (instrument === undefined) {
    return { plan, decision: DECLINED, message: undefined };
  }
  if (permissions.refundApproval) {
    return { plan: { ...plan, type: 'REFUND_REQUEST' }, decision: PENDING, message: undefined };
  }
  return {
    plan,
    decision: undefined,
    message: { kind: 'REFUND', instrument: withoutCode(instrument), ...aboutTerminal(values) },
  };
}

/** A refund does not charge the card, so it needs no security code or PIN. */
function withoutCode(instrument: Instrument): Instrument {
  const { kind, number } = instrument;
  if (kind === 'GIFT_CARD') {
    return { kind, number };
  }
  return { kind, number, expiry: instrument.expiry };
}

/**
 * Plans a standalone refund request that the operator has approved, with its stored card. The card data that a terminal
 * read has been erased, as required.
 */
export async function planApprovedAlone(
  gateway: Gateway,
  approved: StoredTransaction,
): Promise<Planned<RefundRequest>> {
  const { amount, currency, details, instrument: shown } = approved.request;
  const instrument = await storedInstrument(gateway, approved);
  const plan: Plan = {
    type: 'REFUND',
    currency: storedCurrency(currency),
    amount,
    instrument: shown,
    details,
    acquirer: acquirerName(approved.request),
    number: instrument.number,
  };
  return { plan, decision: undefined, message: { kind: 'REFUND', instrument } };
}
