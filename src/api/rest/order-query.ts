/** Reads the query of a list of orders: filters, sort, cursor and limit. Each error names its parameter. */
import type { FieldsOf, Group } from '../../contract/field.ts';
import type { exportQuery, ordersQuery } from '../../contract/fields/order-list-fields.ts';
import { type FieldProblem, invalidField, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { JsonObject } from '../../contract/json.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import { readGroup } from '../../contract/read.ts';
import { type Merchant, readCursor, termsFor } from '../../core/index.ts';
import {
  type OrderPosition,
  type OrderSearch,
  type OrderSort,
  type OrderTerm,
  orderKeysOf,
  type Sealer,
  type TermKind,
} from '../../core/ports/index.ts';
import { unsupportedField } from './rest-request.ts';

export type OrderQuery = FieldsOf<(typeof ordersQuery)['members']>;
export type ExportQuery = FieldsOf<(typeof exportQuery)['members']>;

const LIMIT_DEFAULT = 25;

/**
 * @param contract the parameters of the operation
 * @throws InterfaceError naming every parameter that is not valid, unknown, or given twice
 */
export function readOrderQuery<Query extends ExportQuery | OrderQuery>(
  contract: Group,
  query: string,
  version: number,
): Query {
  const parameters = new URLSearchParams(query);
  const given: Record<string, string> = Object.create(null);
  const problems: FieldProblem[] = [];
  for (const [name, value] of parameters) {
    if (given[name] !== undefined) {
      problems.push(invalidProblem(name, 'given once'));
    }
    given[name] = value;
  }
  const read = readGroup(contract, given as JsonObject, {
    version,
    loopbackUrls: false,
    cardNumbersInText: 'KEEP',
  });
  const all = [...problems, ...read.problems, ...read.ignored.map(unsupportedField)];
  if (all.length > 0) {
    throw invalidFields(all);
  }
  return read.values as Query;
}

/** @throws InterfaceError naming a parameter that contradicts another, or a cursor of another list */
export function orderSearch(query: OrderQuery, merchant: Pick<Merchant, 'key'>, sealer: Sealer): OrderSearch {
  const sort: OrderSort = query.sort ?? 'NEWEST';
  const { amountFrom, amountTo } = amountsOf(query);
  const [createdFrom, createdTo] = timesOf(query, 'createdFrom', 'createdTo');
  const [updatedFrom, updatedTo] = timesOf(query, 'updatedFrom', 'updatedTo');
  return {
    merchantKey: merchant.key,
    sort,
    limit: query.limit === undefined ? LIMIT_DEFAULT : Number(query.limit),
    after: query.cursor === undefined ? undefined : positionOf(query.cursor, sort, merchant, sealer),
    filters: {
      status: query.status,
      currency: query.currency,
      method: query.method,
      brand: query.brand,
      orderId: query.orderId,
      amountFrom,
      amountTo,
      createdFrom,
      createdTo,
      updatedFrom,
      updatedTo,
      terms: termsOf(query, sealer),
      orderKeys: query.supportCode === undefined ? undefined : keysOf(query.supportCode, sealer),
    },
  };
}

function amountsOf({ amountFrom, amountTo, currency }: OrderQuery) {
  if (amountFrom === undefined && amountTo === undefined) {
    return { amountFrom: undefined, amountTo: undefined };
  }
  if (currency === undefined) {
    throw invalidField('currency', 'required where an amount is searched', 'MISSING');
  }
  const known = currencyOf(currency);
  if (known === undefined) {
    throw invalidField('currency', `${currency} is not a currency of ISO 4217`);
  }
  const minorOf = (name: string, text: string | undefined) => {
    const minor = text === undefined ? undefined : minorUnits(text, known);
    if (text !== undefined && minor === undefined) {
      throw invalidField(name, `${known.code} has ${known.exponent} decimal places`);
    }
    return minor;
  };
  const [from, to] = [minorOf('amountFrom', amountFrom), minorOf('amountTo', amountTo)];
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('amountTo', 'at least amountFrom');
  }
  return { amountFrom: from, amountTo: to };
}

type TimeName = 'createdFrom' | 'createdTo' | 'updatedFrom' | 'updatedTo';

function timesOf(query: OrderQuery, fromName: TimeName, toName: TimeName) {
  const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  const [from, to] = [timeOf(query[fromName]), timeOf(query[toName])];
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalidField(toName, `after ${fromName}`);
  }
  return [from, to] as const;
}

type TermName = 'customerName' | 'email' | 'lastFour' | 'providerReference' | 'reference';

const TERM_PARAMETERS: readonly (readonly [TermName, TermKind])[] = [
  ['customerName', 'NAME'],
  ['email', 'EMAIL'],
  ['lastFour', 'LAST_FOUR'],
  ['providerReference', 'PROVIDER_REFERENCE'],
  ['reference', 'REFERENCE'],
];

/** The terms of each parameter: one for each loaded key of the vault, if the term is a keyed hash. */
function termsOf(query: OrderQuery, sealer: Pick<Sealer, 'hashes'>): OrderTerm[][] {
  return TERM_PARAMETERS.flatMap(([name, kind]) => {
    const text = query[name];
    const terms = text === undefined ? undefined : termsFor(kind, text, (...hashed) => sealer.hashes(...hashed));
    if (terms?.length === 0) {
      throw invalidField(name, 'a text with characters that are visible');
    }
    return terms === undefined ? [] : [terms];
  });
}

function keysOf(code: string, sealer: Sealer): readonly number[] {
  const keys = orderKeysOf(sealer, code);
  if (keys === undefined) {
    throw invalidField('supportCode', 'eight characters, such as K3DQ-9XF2');
  }
  return keys;
}

function positionOf(
  cursor: string,
  sort: OrderSort,
  merchant: Pick<Merchant, 'key'>,
  sealer: Pick<Sealer, 'open'>,
): OrderPosition {
  const read = readCursor(cursor, merchant, sealer);
  if (read === undefined) {
    throw invalidField('cursor', 'the nextCursor of an earlier answer');
  }
  if (read.sort !== sort) {
    throw invalidField('cursor', `the nextCursor of a list with sort=${sort}`);
  }
  return read.position;
}
