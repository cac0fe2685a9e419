/** A movement of money that the host reads from a message, independent of the message's layout. */

import {
  ACCOUNT,
  type AdditionalData,
  decodeAdditionalData,
  decodeOriginalData,
  type FieldNumber,
  Iso8583Error,
  type IsoFields,
  type IsoMessage,
  MTI,
  PROCESSING,
  unescapeText,
  VOID_REASON,
} from '../../adapters/acquirers/iso8583/message/index.ts';
import { CURRENCIES } from '../../contract/currencies.ts';
import { type Currency, currencyOf } from '../../contract/money.ts';
import { Secret } from '../../contract/secret.ts';

/** A void moves no money itself: it undoes a movement. It is a kind of movement so that its repeats are recognised. */
export type MovementKind = 'AUTHORIZATION' | 'PAYMENT' | 'VERIFICATION' | 'REFUND' | 'CAPTURE' | 'UPDATE' | 'VOID';

export interface MovementCard {
  readonly number: Secret;
  /** MMYY. */
  readonly expiry: string | undefined;
  readonly securityCode: Secret | undefined;
  readonly isGiftCardAccount: boolean;
  readonly giftPin: Secret | undefined;
}

/** The directory server's transaction id, and the authentication value from the card's issuer. */
export interface AuthenticationProof {
  readonly dsTransID: string;
  readonly token: Secret;
  readonly eci: string;
}

export interface RequestedMovement {
  /** Terminal and trace number, 14 characters: the message's permanent id. */
  readonly trace: string;
  readonly kind: MovementKind;
  /**
   * Whether the message is an advice, which reports a movement instead of requesting it, and is repeated until it is
   * answered.
   */
  readonly isAdvice: boolean;
  readonly reference: string;
  readonly merchant: string;
  readonly order: string;
  readonly transaction: string;
  /** Minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly card: MovementCard | undefined;
  /** The trace of the message that this message depends on. */
  readonly original: string | undefined;
  /** A code that the issuer gave elsewhere, for example by telephone. */
  readonly authorizationCode: string | undefined;
  readonly billingStreet: string | undefined;
  /** How the merchant received the card: INTERNET, MOTO, … */
  readonly entrySource: string | undefined;
  readonly hasAuthenticationToken: boolean;
  /** R recurring, I instalment, C any other card on file. Undefined without a card on file. */
  readonly posEnvironment: string | undefined;
  /** The network's id of the earlier payment in which the payer agreed to this payment. */
  readonly originalIdentifier: string | undefined;
  /** The proof of the payer's authentication, if the message contains EMV 3-D Secure data. */
  readonly proof?: AuthenticationProof | undefined;
  /** May contain a forced outcome. */
  readonly transactionReference: string | undefined;
}

const KIND_OF_MESSAGE: Readonly<Record<string, MovementKind>> = {
  [MTI.authorization + PROCESSING.purchase]: 'AUTHORIZATION',
  [MTI.authorization + PROCESSING.verification]: 'VERIFICATION',
  [MTI.financial + PROCESSING.purchase]: 'PAYMENT',
  [MTI.financial + PROCESSING.refund]: 'REFUND',
  [MTI.financialAdvice + PROCESSING.purchase]: 'CAPTURE',
  [MTI.financialAdvice + PROCESSING.adjustment]: 'UPDATE',
  [MTI.financialAdviceRepeat + PROCESSING.purchase]: 'CAPTURE',
  [MTI.financialAdviceRepeat + PROCESSING.adjustment]: 'UPDATE',
};

const ADVICES: ReadonlySet<MovementKind> = new Set(['CAPTURE', 'UPDATE', 'VOID']);

/** The required fields of a message without an original, and of a message that names one. */
const FIELDS_NEEDED: Readonly<Record<MovementKind, readonly [alone: FieldNumber[], linked: FieldNumber[]]>> = {
  AUTHORIZATION: [[2], [2]],
  PAYMENT: [[2], [2]],
  VERIFICATION: [[2], [2]],
  REFUND: [[2], [2]],
  // An authorization from elsewhere is identified only by its code.
  CAPTURE: [[2, 38], []],
  UPDATE: [[90], []],
  VOID: [[90], []],
};

const CURRENCY_OF_NUMERIC = new Map(
  Object.entries(CURRENCIES).map(([code, [numeric]]) => [numeric, currencyOf(code) as Currency]),
);

/** The field's value. @throws {Iso8583Error} when it is missing. */
export function requiredField(fields: IsoFields, field: FieldNumber): string {
  const value = fields[field];
  if (value === undefined) {
    throw new Iso8583Error('MISSING_FIELD', field);
  }
  return value;
}

/** Terminal and trace number of the message itself. @throws {Iso8583Error} when either is missing. */
export function messageTrace(fields: IsoFields): string {
  return requiredField(fields, 41) + requiredField(fields, 11);
}

/** Terminal and trace number of the message that this one names. @throws {Iso8583Error} when it names none. */
export function originalTraceOf(fields: IsoFields): string {
  return originalOf(fields, decodeAdditionalData(fields[48] ?? ''));
}

function originalOf(fields: IsoFields, { originalTerminal }: AdditionalData): string {
  if (originalTerminal === undefined) {
    throw new Iso8583Error('MISSING_FIELD', 48);
  }
  return originalTerminal + decodeOriginalData(requiredField(fields, 90)).stan;
}

/** Whether a reversal advice voids a movement that both ends know, instead of reversing a failed request. */
export function isVoid({ mti, fields }: IsoMessage): boolean {
  return (mti === MTI.reversalAdvice || mti === MTI.reversalAdviceRepeat) && fields[39] === VOID_REASON;
}

/**
 * The movement that the message requests. Undefined if its kind or currency is unknown.
 *
 * @throws {Iso8583Error} when a field is missing or invalid.
 */
export function readMovement(message: IsoMessage): RequestedMovement | undefined {
  const { mti, fields } = message;
  const processingCode = requiredField(fields, 3);
  const kind = isVoid(message) ? 'VOID' : KIND_OF_MESSAGE[mti + processingCode.slice(0, 2)];
  const currency = readCurrency(fields);
  if (kind === undefined || currency === undefined) {
    return undefined;
  }
  const additional = decodeAdditionalData(fields[48] ?? '');
  const original = fields[90] === undefined ? undefined : originalOf(fields, additional);
  for (const field of FIELDS_NEEDED[kind][original === undefined ? 0 : 1]) {
    requiredField(fields, field);
  }
  return {
    trace: messageTrace(fields),
    kind,
    isAdvice: ADVICES.has(kind),
    reference: requiredField(fields, 37),
    merchant: unescapeText(requiredField(fields, 63), 63),
    order: unescapeText(requiredField(fields, 61), 61),
    transaction: unescapeText(requiredField(fields, 62), 62),
    amount: BigInt(requiredField(fields, 4)),
    currency,
    card: cardOf(fields, additional),
    original,
    authorizationCode: fields[38]?.trimEnd() || undefined,
    billingStreet: additional.billingStreet,
    entrySource: additional.entrySource,
    hasAuthenticationToken: additional.authenticationToken !== undefined,
    posEnvironment: additional.posEnvironment,
    originalIdentifier: additional.originalIdentifier,
    proof: proofOf(additional),
    transactionReference: additional.reference,
  };
}

function proofOf({ dsTransactionId, authenticationToken, eci = '' }: AdditionalData): AuthenticationProof | undefined {
  return dsTransactionId === undefined || authenticationToken === undefined
    ? undefined
    : { dsTransID: dsTransactionId, token: new Secret(authenticationToken), eci };
}

/** @returns undefined for a currency that ISO 4217 does not list. @throws {Iso8583Error} when the field is missing. */
export function readCurrency(fields: IsoFields): Currency | undefined {
  return CURRENCY_OF_NUMERIC.get(requiredField(fields, 49));
}

/** @returns undefined without a card number. @throws {Iso8583Error} when a field is missing or invalid. */
export function readCard(fields: IsoFields): MovementCard | undefined {
  return cardOf(fields, decodeAdditionalData(fields[48] ?? ''));
}

function cardOf(fields: IsoFields, additional: AdditionalData): MovementCard | undefined {
  const expiry = fields[14];
  const number = secret(fields[2]);
  return (
    number && {
      number,
      expiry: expiry === undefined ? undefined : expiry.slice(2) + expiry.slice(0, 2),
      securityCode: secret(additional.securityCode),
      isGiftCardAccount: requiredField(fields, 3).slice(2, 4) === ACCOUNT.giftCard,
      giftPin: secret(additional.giftPin),
    }
  );
}

function secret(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value);
}
