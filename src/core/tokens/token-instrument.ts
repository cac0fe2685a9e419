/**
 * The data that a token stores of an instrument: its fields, and which of them are required or identify it. All other
 * fields of a request are omitted, including all data that must not be stored: security codes, PINs, tracks and
 * cryptograms.
 */

import { type FieldProblem, invalidField } from '../../contract/interface-error.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { fieldAt, merge, type SecretTexts, secretAt, textAt, valueAt } from '../../contract/values.ts';
import type { Sealer } from '../ports/index.ts';

export type TokenType = 'CARD' | 'GIFT_CARD' | 'ACH';

interface TypeRule {
  /** The card or account number, the only field that is sealed. */
  readonly number: FieldPath;
  /** The fields that are stored in clear. */
  readonly kept: readonly FieldPath[];
  readonly required: readonly FieldPath[];
  /** The fields that distinguish this instrument from all others of its type. */
  readonly identity: readonly FieldPath[];
  readonly hashPurpose: string;
}

const TYPE = 'sourceOfFunds.type';
const CARD = 'sourceOfFunds.provided.card';
const GIFT_CARD = 'sourceOfFunds.provided.giftCard';
const ACH = 'sourceOfFunds.provided.ach';
const ACH_CLEAR = [`${ACH}.accountType`, `${ACH}.bankAccountHolder`, `${ACH}.routingNumber`, `${ACH}.secCode`] as const;

const TYPES: Readonly<Record<TokenType, TypeRule>> = {
  CARD: {
    number: `${CARD}.number`,
    kept: [`${CARD}.accountType`, `${CARD}.expiry`, `${CARD}.nameOnCard`],
    required: [`${CARD}.number`],
    identity: [`${CARD}.number`],
    hashPurpose: 'token card',
  },
  GIFT_CARD: {
    number: `${GIFT_CARD}.number`,
    kept: [`${GIFT_CARD}.expectedLocalBrand`],
    required: [`${GIFT_CARD}.number`],
    identity: [`${GIFT_CARD}.number`],
    hashPurpose: 'token gift card',
  },
  ACH: {
    number: `${ACH}.bankAccountNumber`,
    kept: ACH_CLEAR,
    required: [`${ACH}.bankAccountNumber`, ...ACH_CLEAR],
    identity: [`${ACH}.routingNumber`, `${ACH}.bankAccountNumber`],
    hashPurpose: 'token bank account',
  },
};

/**
 * @param values the request merged over its session
 * @throws InterfaceError if the values name no type that can be stored
 */
export function tokenType(values: RequestFields): TokenType {
  const type = values.sourceOfFunds?.type;
  const allowed = `one of ${Object.keys(TYPES).join(', ')}`;
  if (type === undefined) {
    throw invalidField(TYPE, allowed, 'MISSING');
  }
  if (!Object.hasOwn(TYPES, type)) {
    throw invalidField(TYPE, allowed);
  }
  return type as TokenType;
}

export function numberPath(type: TokenType): FieldPath {
  return TYPES[type].number;
}

/** Returns a problem for each missing required field of this type of token. */
export function missingDetails(type: TokenType, values: RequestFields): FieldProblem[] {
  return TYPES[type].required
    .filter((path) => valueAt(values, path) === undefined)
    .map((field) => ({
      field,
      validationType: 'MISSING',
      explanation: 'neither the request nor its session gives it',
    }));
}

export interface TokenInstrument {
  /** The instrument in the form of a request, `{ sourceOfFunds: … }`, without card data. */
  readonly fields: RequestFields;
  /** The clear text to seal, by path. */
  readonly texts: SecretTexts;
}

/** @param values must be complete: `missingDetails` is empty */
export function tokenInstrument(type: TokenType, values: RequestFields): TokenInstrument {
  const { number, kept } = TYPES[type];
  let fields: RequestFields = { sourceOfFunds: { type } };
  for (const path of kept) {
    const value = valueAt(values, path);
    if (value !== undefined) {
      fields = merge(fields, fieldAt(path, value));
    }
  }
  return { fields, texts: { [number]: clearAt(values, number) ?? '' } };
}

/**
 * Keyed hashes of the fields that identify the instrument, under all loaded keys, first under the key in use; empty if
 * one of the fields is missing.
 */
export function cardHashes(
  sealer: Pick<Sealer, 'hashes'>,
  type: TokenType,
  values: RequestFields,
): readonly Uint8Array[] {
  const { identity, hashPurpose } = TYPES[type];
  const texts = identity.map((path) => clearAt(values, path));
  return texts.includes(undefined) ? [] : sealer.hashes(hashPurpose, texts.join(' '));
}

/** Like `cardHashes`, for a stored token's instrument. */
export function storedCardHashes(sealer: Pick<Sealer, 'hashes'>, values: RequestFields): readonly Uint8Array[] {
  const type = values.sourceOfFunds?.type;
  return type !== undefined && Object.hasOwn(TYPES, type) ? cardHashes(sealer, type as TokenType, values) : [];
}

/**
 * Merges the given fields over the stored fields of the same instrument. A different instrument replaces all stored
 * fields, because their expiry and holder belong to the old one.
 */
export function overEarlier(type: TokenType, earlier: RequestFields, given: RequestFields): RequestFields {
  const isSame =
    earlier.sourceOfFunds?.type === type && TYPES[type].identity.every((path) => agrees(path, earlier, given));
  return isSame ? merge(earlier, given) : given;
}

function agrees(path: FieldPath, earlier: RequestFields, given: RequestFields): boolean {
  const text = clearAt(given, path);
  return text === undefined || text === clearAt(earlier, path);
}

function clearAt(values: RequestFields, path: FieldPath): string | undefined {
  return secretAt(values, path)?.reveal() ?? textAt(values, path);
}
