/**
 * Builds the calls that a merchant's server would make for an attempt: the two authentication operations, and the
 * payment.
 */
import { majorText, minorUnits } from '../../../contract/money.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import { makesAgreement, pageExemption, restOf, storedCurrency, type TransactionCall } from '../../../core/index.ts';
import type { AuthenticationCall } from '../../../core/payer-authentication/index.ts';
import { placeOf } from '../../links/link-payments.ts';
import { CARD_OPERATIONS } from '../../session/card-operations.ts';
import type { PendingAuthentication } from '../../session/pending-authentication.ts';
import { attemptsKey, type CheckoutSession, merchantVersion } from '../../session/session.ts';
import type { Authenticating, CheckoutStatus } from '../../status/checkout-status.ts';
import { savingOf } from '../saved-cards.ts';
import { isMandatory } from './card.ts';

/**
 * The reason why an attempt ends regardless of the bank's answer; undefined where it goes on. `changed`: the merchant
 * has changed or ended the checkout since the bank was asked. A session behind a payment link has a copy of the link's
 * fields and its own version, so only `merchantVersion` shows the change. `released`: the gift card that pays the other
 * part was released, and the bank was asked for less than is due.
 */
export function overtakenBy({ found: { owner, held }, pending }: Authenticating): 'changed' | 'released' | undefined {
  if (pending.merchantVersion !== undefined && pending.merchantVersion !== merchantVersion(owner)) {
    return 'changed';
  }
  return pending.isRest && held === undefined ? 'released' : undefined;
}

/** Maps the profile's names of exemptions to the request's. */
const EXEMPTIONS = {
  LOW_RISK: 'LOW_RISK',
  LOW_VALUE: 'LOW_VALUE_PAYMENT',
  RECURRING: 'RECURRING_PAYMENT',
  TRUSTED: 'WHITELISTED_MERCHANT',
} as const;

export function authenticationCall(
  { found, pending }: Authenticating,
  operation: AuthenticationCall['operation'],
): AuthenticationCall {
  return {
    ...commonOf(found, pending),
    operation,
    transactionId: pending.transactionId,
    values: {
      ...sessionOf(found.session, pending),
      authentication: authenticationOf(found, pending),
      device: pending.device,
      order: orderToConfirm({ found, pending }),
    },
  };
}

export function paymentCall({ found, pending }: Authenticating): TransactionCall {
  const { session } = found;
  const operation = CARD_OPERATIONS[session.checkout.operation as keyof typeof CARD_OPERATIONS];
  return {
    ...commonOf(found, pending),
    operation,
    transactionId: pending.attempt,
    pageSession: attemptsKey(session),
    page: pending.page,
    values: { ...sessionOf(session, pending), authentication: { transactionId: pending.transactionId } },
    part: pending.isRest ? { kind: 'REST' } : undefined,
    savesCard: pending.savesCard === true ? 'FOR_MERCHANT' : pending.savesCard,
    deviceToken: pending.deviceToken,
    place: placeOf(session, pending.attempt),
    mustAuthenticate: isMandatory(session) || pending.mustAuthenticate ? true : undefined,
  };
}

/**
 * The payment's network address is that of the browser that sent the form, also if another process or visit continues
 * it.
 */
function commonOf({ merchant, session }: CheckoutStatus, { device: { ipAddress } }: PendingAuthentication) {
  return {
    merchant,
    orderId: session.fields.order?.id as string,
    version: session.checkout.version,
    entryPoint: 'HOSTED_PAGE' as const,
    from: ipAddress,
  };
}

function sessionOf({ id }: CheckoutSession, { version }: PendingAuthentication): Pick<RequestFields, 'session'> {
  return { session: { id, version } };
}

/**
 * The order fields for the payer to confirm: for a part, the amount that the gift card leaves; 0 where the card is only
 * verified.
 */
export function orderToConfirm({ found: { session, order }, pending: { isRest } }: Authenticating) {
  const { amount = '0', currency = '' } = session.fields.order ?? {};
  if (session.checkout.operation === 'VERIFY') {
    return { amount: '0', currency };
  }
  const rest = isRest && order ? majorText(restOf(order.state), storedCurrency(currency)) : undefined;
  return { amount: rest ?? amount, currency };
}

function authenticationOf(found: CheckoutStatus, pending: PendingAuthentication): RequestFields['authentication'] {
  const isPayment = found.session.checkout.operation !== 'VERIFY';
  const channel = 'PAYER_BROWSER';
  const purpose = isPayment ? 'PAYMENT_TRANSACTION' : 'ADD_CARD';
  const isAlways = found.merchant.profile.payerAuthentication?.when === 'ALWAYS';
  // A payer who agrees to later merchant-initiated payments is challenged once.
  const isKept = makesAgreement(found.session.fields) || (pending.savesCard && savingOf(found) === 'SAID');
  if (pending.isMandated || isAlways || isKept) {
    return { channel, purpose, challengePreference: 'CHALLENGE_MANDATED' };
  }
  const isMust = isMandatory(found.session) || pending.mustAuthenticate === true;
  const exemption = isPayment && !isMust ? exemptionOf(found, pending) : undefined;
  return { channel, purpose, psd2: exemption && { exemption: EXEMPTIONS[exemption] } };
}

/** The merchant's first exemption that fits this payment. */
function exemptionOf(found: CheckoutStatus, pending: PendingAuthentication) {
  const { payerAuthentication } = found.merchant.profile;
  const { amount, currency } = orderToConfirm({ found, pending });
  const minor = minorUnits(amount, storedCurrency(currency));
  const isRecurring = found.session.fields.agreement?.type === 'RECURRING';
  return payerAuthentication === null || minor === undefined
    ? undefined
    : pageExemption(payerAuthentication, { amount: minor, currency, isRecurring });
}
