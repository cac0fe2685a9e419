/** The values of a payment, with the content of a wallet's token that request or session gives in place of a card. */

import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import {
  type DeviceTokenSources,
  deviceMoneyProblems,
  deviceTokenUse,
  readDevice,
  TOKEN_USED,
} from '../cards/device-payment.ts';
import { paymentTokenOf } from '../cards/one-card.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { DeviceToken, Orders } from '../ports/index.ts';
import { type MergedValues, mergedValues } from './merged-values.ts';
import type { TransactionCall } from './plan.ts';

export interface PaymentValues extends MergedValues {
  /** The token behind the card's fields. */
  readonly token?: DeviceToken;
}

/**
 * @param isHeld true if the token was verified when a session got it
 * @throws InterfaceError as `mergedValues` does, or if a wallet's token is refused
 */
export async function paymentValues(
  gateway: Gateway,
  call: Pick<TransactionCall, 'merchant' | 'values'>,
  isHeld: boolean,
): Promise<PaymentValues> {
  const read = await mergedValues(gateway, call);
  return paymentTokenOf(read.values) === undefined ? read : withToken(gateway, call, read, isHeld);
}

/** @throws InterfaceError if the token is refused */
export async function withToken(
  gateway: Gateway,
  call: Pick<TransactionCall, 'merchant' | 'values'>,
  read: MergedValues,
  isHeld: boolean = paymentTokenOf(call.values) === undefined,
): Promise<PaymentValues> {
  const device = readDevice(gateway, call.merchant.profile, read.values, isHeld);
  const problems = 'problems' in device ? device.problems : await useProblems(gateway, device.token);
  if ('problems' in device || problems.length > 0) {
    throw invalidFields(problems);
  }
  return { ...read, ...device };
}

/** The parts of the gateway that verify a token. */
export interface TokenChecks extends DeviceTokenSources {
  readonly orders: Pick<Orders, 'isDeviceTokenUsed'>;
}

/**
 * The problems of a wallet's token in a session, as far as its other values are known.
 *
 * @param values of the session after an update
 */
export async function sessionTokenProblems(
  checks: TokenChecks,
  merchant: Merchant,
  values: RequestFields,
): Promise<readonly FieldProblem[]> {
  if (paymentTokenOf(values) === undefined) {
    return [];
  }
  const verified = await verifyToken(checks, merchant, values);
  return 'problems' in verified ? verified.problems : [];
}

/**
 * Verifies a wallet's token that was not used before.
 *
 * @param values with the token; its money is compared with `order.amount` and `order.currency` where they are given
 */
export async function verifyToken(
  checks: TokenChecks,
  { profile }: Merchant,
  values: RequestFields,
): Promise<{ readonly token: DeviceToken } | { readonly problems: readonly FieldProblem[] }> {
  const device = readDevice(checks, profile, values, false);
  if ('problems' in device) {
    return device;
  }
  const currency = currencyOf(values.order?.currency ?? '');
  const amount = values.order?.amount;
  const units = currency === undefined || amount === undefined ? undefined : minorUnits(amount, currency);
  const ofMoney = deviceMoneyProblems(device.token, currency, units);
  const problems = ofMoney.length > 0 ? ofMoney : await useProblems(checks, device.token);
  return problems.length > 0 ? { problems } : { token: device.token };
}

async function useProblems({ orders }: Pick<TokenChecks, 'orders'>, token: DeviceToken): Promise<FieldProblem[]> {
  return (await orders.isDeviceTokenUsed(deviceTokenUse(token).id)) ? [TOKEN_USED] : [];
}
