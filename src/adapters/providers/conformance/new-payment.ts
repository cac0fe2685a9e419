/** Makes payments in the form of the gateway's own, for a merchant that only the simulator knows. */
import { randomBytes } from 'node:crypto';
import { type Currency, currencyOf, minorUnits } from '../../../contract/money.ts';
import type { ChosenPayment, NewProviderPayment, ProviderAccount, ProviderPayment } from '../../../core/ports/index.ts';
import type { StandInChoice } from '../stand-in.ts';
import { CONFORMANCE_MERCHANT, offers, type Subject } from './subject.ts';

/** The number of random bytes in a reference. Their 24 hex digits are within a reference's limit of 32 characters. */
const REFERENCE_BYTES = 12;
const SECRET_BYTES = 24;

export function newTrialReference(): string {
  return `KIT-${randomBytes(REFERENCE_BYTES).toString('hex')}`;
}

export function accountOf({ standIn }: Subject, merchantId: string): ProviderAccount {
  return { merchantId, members: standIn.account?.(merchantId) ?? {} };
}

/** A payment of 12.00 in the first currency of the simulator, for a new order. */
export function newPayment(subject: Subject): NewProviderPayment {
  const { facts, standIn, id } = subject;
  const reference = newTrialReference();
  const state = randomBytes(SECRET_BYTES).toString('base64url');
  const currency = currencyOf(standIn.currencies[0] ?? 'EUR') as Currency;
  return {
    reference,
    account: accountOf(subject, CONFORMANCE_MERCHANT),
    merchantName: 'Conformance Shop',
    orderId: `order-${reference.slice(4)}`,
    operation: offers(subject, 'PAY') ? 'PAY' : 'AUTHORIZE',
    confirmation: facts.confirmations.includes('CONFIRM_AT_PROVIDER') ? 'CONFIRM_AT_PROVIDER' : 'CONFIRM_AT_MERCHANT',
    amount: minorUnits('12', currency) as bigint,
    currency,
    returnUrl: `https://gateway.example/return/${state}`,
    cancelUrl: `https://gateway.example/return/${state}?cancelled=true`,
    choiceUrl: `https://gateway.example/choice/${state}`,
    callbackUrl: standIn.callbackUrl ?? `https://gateway.example/callback/${id}`,
    shipping: { displayed: true, changeable: true },
  };
}

/**
 * The payment in the form of the adapter's later calls.
 *
 * @param providerReference absent if the provider does not know the payment
 */
export function askedAbout(
  { reference, operation, account, amount, currency, orderId }: NewProviderPayment,
  providerReference?: string,
): ProviderPayment {
  return {
    reference,
    providerReference,
    operation,
    account,
    attempt: 1,
    asked: { amount, currency: currency.code, orderId },
  };
}

/** The payer's browser: an IP address reserved for documentation (RFC 5737), and typical headers. */
const PAYER = { ipAddress: '192.0.2.10', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', acceptLanguage: 'en' };

/** The payment after the payer's choice. @param providerReference present once the payment is started */
export function chosenPayment(
  payment: NewProviderPayment,
  { option, typed }: Pick<StandInChoice, 'option' | 'typed'>,
  providerReference?: string,
): ChosenPayment {
  const { merchantName, description, orderReference, returnUrl, cancelUrl } = payment;
  return {
    ...askedAbout(payment, providerReference),
    option,
    typed,
    payer: PAYER,
    merchantName,
    description,
    orderReference,
    returnUrl,
    cancelUrl,
  };
}
