/** A standalone refund, without a payment at this gateway: it credits the card of the request. */

import { namedError } from '../../contract/errors/catalogue.ts';
import { storedInstrument } from '../cards/stored-card.ts';
import type { Gateway } from '../gateway.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import type { Instrument, StoredOrder, StoredTransaction } from '../ports/index.ts';
import { acquirerName, acquirerOf } from '../processing/acquirers.ts';
import { aboutTerminal, acquirerRequest } from './acquirer-request.ts';
import { declinedResult, type Plan, pendingResult, type TransactionCall } from './plan.ts';
import { requireOwnCard, standalone } from './standalone.ts';

export async function planRefundAlone(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Plan> {
  const { permissions } = call.merchant.profile;
  requireOwnCard(call, order);
  if (!permissions.standaloneRefund) {
    throw namedError('REFUND_ALONE_FORBIDDEN');
  }
  const { plan, values, instrument } = await standalone(gateway, call, order);
  if (instrument === undefined) {
    return { ...plan, type: 'REFUND', send: declinedResult };
  }
  if (permissions.refundApproval) {
    return { ...plan, type: 'REFUND_REQUEST', send: pendingResult };
  }
  const fields = { kind: 'REFUND', instrument: withoutCode(instrument), ...aboutTerminal(values) } as const;
  return {
    ...plan,
    type: 'REFUND',
    send: (transaction) => acquirerOf(gateway, transaction).request(acquirerRequest(call, transaction, fields)),
  };
}

/** A refund does not charge the card, so it needs no security code or PIN. */
function withoutCode(instrument: Instrument): Instrument {
  const { kind, number } = instrument;
  if (kind === 'GIFT_CARD') {
    return { kind, number };
  }
  return { kind, number, ...(instrument.expiry && { expiry: instrument.expiry }) };
}

/**
 * Plans a standalone refund request that the operator has approved, with its stored card. The card data that a terminal
 * read has been erased, as required.
 */
export async function planApprovedAlone(
  gateway: Gateway,
  call: TransactionCall,
  approved: StoredTransaction,
): Promise<Plan> {
  const { amount, currency, details, instrument: shown } = approved.request;
  const instrument = await storedInstrument(gateway, approved);
  const fields = { kind: 'REFUND', instrument } as const;
  return {
    type: 'REFUND',
    currency: storedCurrency(currency),
    amount,
    instrument: shown,
    details,
    acquirer: acquirerName(approved.request),
    number: instrument.number,
    send: (transaction) => acquirerOf(gateway, transaction).request(acquirerRequest(call, transaction, fields)),
  };
}
