/** A movement of money as the host reads it from a message, whatever the message's layout. */

import { type AdditionalData, decodeAdditionalData } from '../../acquirer/iso8583/additional-data.ts';
import { Iso8583Error } from '../../acquirer/iso8583/error.ts';
import type { FieldNumber, IsoFields, IsoMessage } from '../../acquirer/iso8583/fields.ts';
import { ACCOUNT, MTI, PROCESSING } from '../../acquirer/iso8583/message-types.ts';
import { unescapeText } from '../../acquirer/iso8583/text.ts';
import { CURRENCIES } from '../../contract/currencies.ts';
import { type Currency, currencyOf } from '../../contract/money.ts';
import { Secret } from '../../contract/secret.ts';

export type MovementKind = 'AUTHORIZATION' | 'PAYMENT' | 'VERIFICATION';

export interface Movement {
  /** Terminal and trace number, 14 characters: the message's name for ever. */
  readonly trace: string;
  readonly kind: MovementKind;
  readonly reference: string;
  readonly merchant: string;
  readonly order: string;
  readonly transaction: string;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: Currency;
  readonly number: Secret;
  /** MMYY. */
  readonly expiry: string | undefined;
  readonly securityCode: Secret | undefined;
  readonly isGiftCardAccount: boolean;
  readonly giftPin: Secret | undefined;
  readonly billingStreet: string | undefined;
  /** The transaction's reference, where a forced outcome stands. */
  readonly merchantReference: string | undefined;
}

const KIND_OF_MESSAGE: Readonly<Record<string, MovementKind>> = {
  [MTI.authorization + PROCESSING.purchase]: 'AUTHORIZATION',
  [MTI.authorization + PROCESSING.verification]: 'VERIFICATION',
  [MTI.financial + PROCESSING.purchase]: 'PAYMENT',
};

const CURRENCY_OF_NUMERIC = new Map(
  Object.entries(CURRENCIES).map(([code, [numeric]]) => [numeric, currencyOf(code) as Currency]),
);

/** The field's value. @throws {Iso8583Error} where the message has none. */
export function required(fields: IsoFields, field: FieldNumber): string {
  const value = fields[field];
  if (value === undefined) {
    throw new Iso8583Error('MISSING_FIELD', field);
  }
  return value;
}

/** Terminal and trace number of the message itself. @throws {Iso8583Error} where either is missing. */
export function traceOf(fields: IsoFields): string {
  return required(fields, 41) + required(fields, 11);
}

/**
 * The movement that the message asks for, or undefined where the host knows no such movement or currency.
 *
 * @throws {Iso8583Error} where a field is missing or cannot be read.
 */
export function readMovement({ mti, fields }: IsoMessage): Movement | undefined {
  const processingCode = required(fields, 3);
  const kind = KIND_OF_MESSAGE[mti + processingCode.slice(0, 2)];
  const currency = CURRENCY_OF_NUMERIC.get(required(fields, 49));
  if (kind === undefined || currency === undefined) {
    return undefined;
  }
  const additional: AdditionalData = decodeAdditionalData(fields[48] ?? '');
  const expiry = fields[14];
  return {
    trace: traceOf(fields),
    kind,
    reference: required(fields, 37),
    merchant: unescapeText(required(fields, 63), 63),
    order: unescapeText(required(fields, 61), 61),
    transaction: unescapeText(required(fields, 62), 62),
    amount: Number(required(fields, 4)),
    currency,
    number: new Secret(required(fields, 2)),
    expiry: expiry === undefined ? undefined : expiry.slice(2) + expiry.slice(0, 2),
    securityCode: secret(additional.securityCode),
    isGiftCardAccount: processingCode.slice(2, 4) === ACCOUNT.giftCard,
    giftPin: secret(additional.giftPin),
    billingStreet: additional.billingStreet,
    merchantReference: additional.reference,
  };
}

function secret(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value);
}
