/**
 * What a token stores of an instrument, as data: which fields, which are required, and which identify it. Everything
 * else of a request is omitted, and with it all that may not be stored: security codes, PINs, tracks, cryptograms.
 */
import { type FieldProblem, invalidField } from '../../contract/interface-error.ts';
import type { Value, Values } from '../../contract/read.ts';
import { merge, secretAt, textAt, valueAt } from '../../contract/values.ts';
import type { Sealer } from '../ports/index.ts';

export type TokenType = 'CARD' | 'GIFT_CARD' | 'ACH';

interface TypeRule {
  /** Card data: the one field that is sealed. */
  readonly number: string;
  /** Stored in clear. */
  readonly kept: readonly string[];
  readonly required: readonly string[];
  /** The fields that distinguish this instrument from every other of its type. */
  readonly identity: readonly string[];
  readonly hashPurpose: string;
}

const TYPE = 'sourceOfFunds.type';
const CARD = 'sourceOfFunds.provided.card';
const GIFT_CARD = 'sourceOfFunds.provided.giftCard';
const ACH = 'sourceOfFunds.provided.ach';
const ACH_CLEAR = ['accountType', 'bankAccountHolder', 'routingNumber', 'secCode'].map((name) => `${ACH}.${name}`);

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
 * @throws InterfaceError when they name no type that can be stored
 */
export function tokenType(values: Values): TokenType {
  const type = textAt(values, TYPE);
  const allowed = `one of ${Object.keys(TYPES).join(', ')}`;
  if (type === undefined) {
    throw invalidField(TYPE, allowed, 'MISSING');
  }
  if (!Object.hasOwn(TYPES, type)) {
    throw invalidField(TYPE, allowed);
  }
  return type as TokenType;
}

export function numberPath(type: TokenType): string {
  return TYPES[type].number;
}

/** Each required field of this type of token that is missing. */
export function missingDetails(type: TokenType, values: Values): FieldProblem[] {
  return TYPES[type].required
    .filter((path) => valueAt(values, path) === undefined)
    .map((field) => ({
      field,
      validationType: 'MISSING',
      explanation: 'neither the request nor its session gives it',
    }));
}

export interface KeptInstrument {
  /** `{ sourceOfFunds: … }` without card data. */
  readonly fields: Values;
  /** What is to be sealed: clear text by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** @param values for which `missingDetails` is empty */
export function keptInstrument(type: TokenType, values: Values): KeptInstrument {
  const { number, kept } = TYPES[type];
  let fields = nested(TYPE, type);
  for (const path of kept) {
    const value = valueAt(values, path);
    if (value !== undefined) {
      fields = merge(fields, nested(path, value));
    }
  }
  return { fields, texts: { [number]: clearAt(values, number) ?? '' } };
}

/** Keyed hash of the fields that identify the instrument; undefined where one of them is missing. */
export function cardHash(sealer: Pick<Sealer, 'hash'>, type: TokenType, values: Values): Uint8Array | undefined {
  const { identity, hashPurpose } = TYPES[type];
  const texts = identity.map((path) => clearAt(values, path));
  return texts.includes(undefined) ? undefined : sealer.hash(hashPurpose, texts.join(' '));
}

/**
 * Merges the given fields over the stored instrument, where both are the same instrument. Another one keeps nothing of
 * the old: expiry and holder belong to that.
 */
export function overEarlier(type: TokenType, earlier: Values, given: Values): Values {
  const isSame = textAt(earlier, TYPE) === type && TYPES[type].identity.every((path) => agrees(path, earlier, given));
  return isSame ? merge(earlier, given) : given;
}

function agrees(path: string, earlier: Values, given: Values): boolean {
  const text = clearAt(given, path);
  return text === undefined || text === clearAt(earlier, path);
}

function clearAt(values: Values, path: string): string | undefined {
  return secretAt(values, path)?.reveal() ?? textAt(values, path);
}

function nested(path: string, value: Value): Values {
  return path.split('.').reduceRight<Value>((inner, name) => ({ [name]: inner }), value) as Values;
}
