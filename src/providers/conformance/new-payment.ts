/** Payments as the gateway begins them, of a merchant whom only the stand-in knows. */
import { randomBytes } from 'node:crypto';
import { type Currency, currencyOf, minorUnits } from '../../contract/money.ts';
import type { ChosenPayment, NewProviderPayment, ProviderAccount, ProviderPayment } from '../../gateway/ports/index.ts';
import type { StandInChoice } from '../stand-in.ts';
import { MERCHANT, offers, type Subject } from './subject.ts';

/** As hex digits, of what a reference may have: 32 characters. */
const REFERENCE_BYTES = 12;
const SECRET_BYTES = 24;

export function newReference(): string {
  return `KIT-${randomBytes(REFERENCE_BYTES).toString('hex')}`;
}

export function accountOf({ standIn }: Subject, merchantId: string): ProviderAccount {
  return { merchantId, members: standIn.account?.(merchantId) ?? {} };
}

/** Of 12.00 in the stand-in's first currency, and of an order of its own. */
export function newPayment(subject: Subject): NewProviderPayment {
  const { facts, standIn, id } = subject;
  const reference = newReference();
  const state = randomBytes(SECRET_BYTES).toString('base64url');
  const currency = currencyOf(standIn.currencies[0] ?? 'EUR') as Currency;
  return {
    reference,
    account: accountOf(subject, MERCHANT),
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
 * The payment as its adapter is asked about it. @param providerReference absent where the provider never heard of it
 */
export function askedAbout(
  { reference, operation, account, amount, currency, orderId }: NewProviderPayment,
  providerReference?: string,
): ProviderPayment {
  return {
    reference,
    ...(providerReference !== undefined && { providerReference }),
    operation,
    account,
    attempt: 1,
    asked: { amount, currency: currency.code, orderId },
  };
}

/** From a network for documentation (RFC 5737), by a browser that says what browsers say. */
const PAYER = { ipAddress: '192.0.2.10', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', acceptLanguage: 'en' };

/** The payment once its payer has chosen with whom to pay. @param providerReference once it is begun there */
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
    ...(description !== undefined && { description }),
    ...(orderReference !== undefined && { orderReference }),
    returnUrl,
    cancelUrl,
  };
}
