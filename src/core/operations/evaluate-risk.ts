/**
 * Evaluates the risk rules of the merchant and the operator for a card payment, before and after the acquirer's reply.
 */
import type { Currency } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import { cardTypes } from '../cards/bins.ts';
import { maskedNumber } from '../cards/instrument.ts';
import { payerAuthentication } from '../cards/payer-authentication.ts';
import type { Gateway } from '../gateway.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { AcquirerReply, PayerAuthentication } from '../ports/index.ts';
import { payerAddress } from '../request/payer-address.ts';
import {
  type Assessment,
  assessAfter,
  assessBefore,
  policiesFor,
  type RiskAuthentication,
  type RiskFacts,
} from '../risk/index.ts';
import type { TransactionCall } from './plan.ts';
import { earlierAttempts } from './risk-attempts.ts';

/** A payment with the data that risk rules evaluate. */
export interface EvaluatedPayment {
  readonly number: Secret;
  readonly isCard: boolean;
  readonly values: RequestFields;
  readonly currency: Currency;
  /** The amount of the whole order, in minor units. */
  readonly amount: bigint;
  /** The authentication by this gateway. */
  readonly made: PayerAuthentication | undefined;
}

export interface RiskEvaluation {
  readonly before: Assessment;
  /** The subjects under which the payment is counted; empty if no rule counts attempts. */
  readonly countedAs: readonly Uint8Array[];
  /** Evaluates the rules on the issuer's AVS and CSC results. */
  readonly after: (reply: AcquirerReply) => ReturnType<typeof assessAfter>;
}

/** The subjects to count a payment under; undefined if there are none. */
export function countedSubjects(risk: RiskEvaluation | undefined): readonly Uint8Array[] | undefined {
  return risk === undefined || risk.countedAs.length === 0 ? undefined : risk.countedAs;
}

/** The data sources of an evaluation. */
export interface RiskSources extends Pick<Gateway, 'cardFacts' | 'clock' | 'operatorRisk' | 'sealer'> {
  readonly orders: Pick<Gateway['orders'], 'riskAttempts'>;
}

/** @returns undefined if there are no rules */
export async function evaluateRisk(
  gateway: RiskSources,
  { merchant, ...caller }: Pick<TransactionCall, 'entryPoint' | 'from' | 'merchant'>,
  payment: EvaluatedPayment,
): Promise<RiskEvaluation | undefined> {
  const { values } = payment;
  const isBypassed = values.action?.bypassMerchantRiskRules !== undefined;
  const policies = policiesFor(merchant.profile.risk, gateway.operatorRisk, isBypassed);
  if (policies.length === 0) {
    return undefined;
  }
  const ipAddress = payerAddress(values, caller);
  const at = gateway.clock.now();
  const attempting = { merchantKey: merchant.key, number: payment.number, values, ipAddress };
  const { of, subjects } = await earlierAttempts(gateway, policies, attempting, at);
  const facts: RiskFacts = {
    ...factsOf(gateway, payment, merchant.profile.cardMasking),
    ipAddress,
    at,
    attempts: of,
  };
  const before = assessBefore(policies, facts);
  return {
    before,
    countedAs: subjects,
    after: ({ avs, securityCode }) =>
      assessAfter(
        policies,
        {
          ...facts,
          avs: avs?.gatewayCode,
          csc: securityCode?.gatewayCode,
        },
        before,
      ),
  };
}

/** The masking of card numbers in rules. */
const LISTED_MASKING = '6.4';

function factsOf(
  { sealer, cardFacts }: Pick<Gateway, 'cardFacts' | 'sealer'>,
  { number, isCard, values, currency, amount, made }: EvaluatedPayment,
  masking: MerchantProfile['cardMasking'],
): Omit<RiskFacts, 'at' | 'attempts'> {
  const digits = number.reveal();
  const card = isCard ? cardFacts(digits) : undefined;
  const billingCountry = values.billing?.address?.country;
  const shippingCountry = values.shipping?.address?.country;
  const email = values.customer?.email;
  const eci = payerAuthentication(values, made)?.eci;
  return {
    number,
    maskedNumber: maskedNumber(number, LISTED_MASKING),
    shownNumber: maskedNumber(number, masking),
    cardHashes: () => sealer.hashes(CARD_PURPOSE, number.reveal()).map((hash) => Buffer.from(hash).toString('hex')),
    cardBrand: card?.brand,
    cardTypes: card && cardTypes(card),
    cardCountry: card?.country,
    billingCountry,
    shippingCountry,
    email,
    amount,
    currency: currency.code,
    authentication: authenticationOf(values, made),
    eci: eci?.padStart(2, '0'),
  };
}

const CARD_PURPOSE = 'risk card';

/** The hash by which a rule's list names a card without storing its number. */
export function riskCardHash(sealer: Gateway['sealer'], number: Secret): Uint8Array {
  return sealer.hash(CARD_PURPOSE, number.reveal());
}

const STATUSES: Readonly<Record<string, RiskAuthentication>> = {
  A: 'AUTHENTICATION_ATTEMPTED',
  I: 'AUTHENTICATION_EXEMPT',
  N: 'AUTHENTICATION_FAILED',
  R: 'AUTHENTICATION_REJECTED',
  U: 'AUTHENTICATION_UNAVAILABLE',
  Y: 'AUTHENTICATION_SUCCESSFUL',
};

const OLDER_STATUSES: Readonly<Record<string, RiskAuthentication>> = {
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATION_ATTEMPTED',
  AUTHENTICATION_NOT_AVAILABLE: 'AUTHENTICATION_UNAVAILABLE',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATION_SUCCESSFUL',
};

function authenticationOf(values: RequestFields, made: PayerAuthentication | undefined): RiskAuthentication {
  const transStatus = made?.transStatus ?? values.authentication?.['3ds2']?.transactionStatus;
  return (
    STATUSES[transStatus ?? ''] ??
    OLDER_STATUSES[values['3DSecure']?.authenticationStatus ?? ''] ??
    'AUTHENTICATION_NOT_IN_EFFECT'
  );
}
