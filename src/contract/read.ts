/**
 * Reads a request's body against a group of the contract: validates every field, reports all invalid fields, collects
 * names that the contract does not have, and returns only canonical text, Booleans and `Secret`s.
 */

import { isAbsent, isElementAbsent, isMemberAbsent } from './absent.ts';
import { NO_CARD_DATA } from './card-data.ts';
import { withoutCardNumbers } from './card-data-mask.ts';
import { withoutExponent } from './decimal.ts';
import type { Field, FreeNames, Group, List } from './field.ts';
import type { FieldType } from './field-types.ts';
import { storableName, storableText, type TextRule } from './free-text.ts';
import type { FieldProblem } from './interface-error.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './json.ts';
import { Secret } from './secret.ts';
import { membersOfBody, membersOfVersion, type VersionedMember, type VersionedMembers } from './versioned-schema.ts';

export type Value = string | boolean | Secret | Values | Values[];

/**
 * The values of a group, without absent members. It is a plain object, which is created and serialised faster than one
 * without a prototype. Only names that merchants choose could collide with inherited names; these are iterated and not
 * looked up.
 */
export interface Values {
  [name: string]: Value | undefined;
}

export interface Reading {
  readonly values: Values;
  readonly problems: FieldProblem[];
  /** Dotted paths of names that do not exist in this operation and version. */
  readonly ignored: string[];
  /** Dotted paths of accepted fields that have no effect. */
  readonly withoutEffect: string[];
  /** True if card data was masked in a value or name, which therefore differs from the request. */
  isMasked?: true;
}

export interface ReadOptions {
  readonly version: number;
  /** True in sandbox mode: `http://localhost` URLs are accepted. */
  readonly loopbackUrls: boolean;
  /** The handling of card numbers in texts. Absent: MASK. */
  readonly cardNumbersInText?: TextRule;
  /** The ids in the request's path, which fields of type URL may repeat. */
  readonly ids?: readonly string[];
}

/** Shops send order numbers and post codes as JSON numbers, so a text field accepts the digits of a number. */
const PLAIN_INTEGER = /^[0-9]+$/;

/** The maximum number of problems, and of ignored names, in one answer. */
const PROBLEMS_MAX = 50;

/** @param body a JSON object, as `readJson` returns it */
export function readGroup(contract: Group, body: JsonObject, options: ReadOptions): Reading {
  const reading: Reading = { values: {}, problems: [], ignored: [], withoutEffect: [] };
  const live = membersOfVersion(contract, options.version);
  readMembers(live, body, Object.keys(body), reading.values, {
    ...options,
    reading,
    at: [],
    ids: idsOf(body, options),
  });
  return reading;
}

/** Adds the order's id if the body contains it. */
function idsOf({ order }: JsonObject, { ids = [] }: ReadOptions): readonly string[] {
  const id = isJsonObject(order) ? order.id : undefined;
  const own = id instanceof JsonNumber ? id.text : id;
  return typeof own === 'string' ? [...ids, own] : ids;
}

interface Context extends ReadOptions {
  readonly reading: Reading;
  /** The names and list indexes from the body to the current group. They are joined to a path only for a problem. */
  readonly at: (string | number)[];
}

function addProblem(
  context: Context,
  name: string | number,
  validationType: FieldProblem['validationType'],
  explanation: string,
): void {
  const { problems } = context.reading;
  if (problems.length < PROBLEMS_MAX) {
    problems.push({ field: pathTo(context, name), validationType, explanation });
  }
}

function pathTo({ at }: Context, name: string | number): string {
  const steps = [...at, name].map((step) => (typeof step === 'number' ? `[${step}]` : `.${withoutCardNumbers(step)}`));
  return steps.join('').slice(1);
}

/**
 * Reads the members of a group. The values are in the contract's order and not in the body's, so that equal requests
 * serialise to equal text.
 */
function readMembers(
  live: VersionedMembers,
  body: JsonObject,
  names: readonly string[],
  into: Values,
  context: Context,
): void {
  const { inOrder, areKnown } = membersOfBody(live, names);
  for (const member of inOrder) {
    const { name } = member;
    const given = body[name];
    if (isMemberAbsent(member, given)) {
      if (member.required) {
        addProblem(context, name, 'MISSING', (member.node as Field).type.allowed);
      }
      continue;
    }
    const value = readMember(member, given!, name, context);
    if (value !== undefined) {
      into[name] = value;
    }
  }
  if (!areKnown) {
    addIgnored(names, body, live, context);
  }
}

function addIgnored(names: readonly string[], body: JsonObject, live: VersionedMembers, context: Context): void {
  const { ignored } = context.reading;
  for (const name of names) {
    if (!live.byName.has(name) && !isAbsent(body[name]) && ignored.length < PROBLEMS_MAX) {
      ignored.push(pathTo(context, name));
    }
  }
}

function readMember(
  member: VersionedMember,
  given: Exclude<JsonValue, null>,
  name: string,
  context: Context,
): Value | undefined {
  const { node } = member;
  switch (node.kind) {
    case 'field':
      return readField(node, given, name, context);
    case 'group':
      return readInnerGroup(member.inner, given, name, context);
    case 'list':
      return readList(node, member.inner, given, name, context);
    case 'free':
      return readFreeNames(node, member.each!, given, name, context);
  }
}

function readField(field: Field, given: JsonValue, name: string, context: Context): Value | undefined {
  const { type, secret, withoutEffect } = field;
  const value = valueToValidate(type, given);
  const accepted =
    type.accepts(value) && (context.loopbackUrls || type.liveRule === undefined || type.liveRule(value as string));
  if (!accepted) {
    addProblem(context, name, 'INVALID', explanationOf(type, value));
    return undefined;
  }
  if (withoutEffect && context.reading.withoutEffect.length < PROBLEMS_MAX) {
    context.reading.withoutEffect.push(pathTo(context, name));
  }
  if (typeof value !== 'string') {
    return value as boolean;
  }
  const text = type.canonical === undefined ? value : type.canonical(value);
  return secret === undefined ? openText(field, text, name, context) : new Secret(text, secret === 'SENSITIVE');
}

/** Masks or refuses card numbers in text that is stored, answered and forwarded in clear. */
function openText(field: Field, text: string, name: string, context: Context): string | undefined {
  const storable = storableText(field, text, context.cardNumbersInText, context.ids);
  if (storable === undefined) {
    addProblem(context, name, 'INVALID', NO_CARD_DATA);
  } else if (storable !== text) {
    context.reading.isMasked = true;
  }
  return storable;
}

/**
 * The value that the type validates: the exact text if the type accepts this JSON type, otherwise the unchanged value.
 */
function valueToValidate(type: FieldType, given: JsonValue): JsonValue {
  if (typeof given === 'string') {
    return plainText(given, type);
  }
  if (given instanceof JsonNumber) {
    if (PLAIN_INTEGER.test(given.text)) {
      return plainText(given.text, type);
    }
    return type.takesNumber ? plainText(numberText(given.text, type), type) : given;
  }
  return typeof given === 'boolean' && type.takesBoolean ? String(given) : given;
}

function plainText(text: string, { plain }: FieldType): string {
  return plain === undefined ? text : plain(text);
}

/**
 * The plain text of a number: libraries that only have doubles write a count as `5.0`, others write a round amount as
 * `1E+2`.
 */
function numberText(text: string, { name }: FieldType): string {
  if (name === 'Decimal') {
    return withoutExponent(text);
  }
  return name === 'Digits' || name === 'Integer' ? text.replace(/\.0+$/, '') : text;
}

/**
 * The explanation for an invalid value. It names the type first, because a number instead of a text looks right to its
 * sender.
 */
function explanationOf({ name, allowed, takesNumber, explain }: FieldType, value: unknown): string {
  if (typeof value === 'string') {
    return explain?.(value) ?? allowed;
  }
  return takesNumber || name === 'Boolean' ? allowed : `a JSON string: ${allowed}`;
}

function readInnerGroup(live: VersionedMembers, given: JsonValue, name: string, context: Context): Values | undefined {
  if (!isJsonObject(given)) {
    addProblem(context, name, 'INVALID', 'an object');
    return undefined;
  }
  const values: Values = {};
  const names = Object.keys(given);
  context.at.push(name);
  // A group with only unknown names is treated as absent, so its required fields are not missing: the names belong to
  // other operations.
  const hasOwn = hasKnownMember(live, given, names);
  if (hasOwn) {
    readMembers(live, given, names, values, context);
  } else {
    addIgnored(names, given, live, context);
  }
  context.at.pop();
  return hasOwn ? values : undefined;
}

function hasKnownMember({ byName }: VersionedMembers, body: JsonObject, names: readonly string[]): boolean {
  for (const name of names) {
    if (byName.has(name) && !isAbsent(body[name])) {
      return true;
    }
  }
  return false;
}

function readList(
  contract: List,
  live: VersionedMembers,
  sent: JsonValue,
  name: string,
  context: Context,
): Values[] | undefined {
  const given = contract.shorthand === undefined ? sent : fromShorthand(sent, contract.shorthand);
  if (!Array.isArray(given) || given.length > contract.elementsMax) {
    addProblem(context, name, 'INVALID', `an array of at most ${contract.elementsMax} objects`);
    return undefined;
  }
  context.at.push(name);
  const elements: Values[] = [];
  for (const [index, element] of given.entries()) {
    if (!isElementAbsent(live, element)) {
      elements.push(readElement(live, element, index, context));
    }
  }
  context.at.pop();
  return elements;
}

/** Converts a list of texts to the contract's list of objects. */
function fromShorthand(given: JsonValue, member: string): JsonValue {
  const elements = typeof given === 'string' ? given.split(/[\s,]+/).filter((one) => one !== '') : given;
  const isText = (one: JsonValue) => typeof one === 'string' || one instanceof JsonNumber;
  return Array.isArray(elements) ? elements.map((one) => (isText(one) ? { [member]: one } : one)) : given;
}

function readElement(live: VersionedMembers, given: JsonValue, index: number, context: Context): Values {
  const values: Values = {};
  if (!isJsonObject(given)) {
    addProblem(context, index, 'INVALID', 'an object');
    return values;
  }
  context.at.push(index);
  readMembers(live, given, Object.keys(given), values, context);
  context.at.pop();
  return values;
}

function readFreeNames(
  contract: FreeNames,
  each: VersionedMember,
  given: JsonValue,
  name: string,
  context: Context,
): Values | undefined {
  if (!isJsonObject(given)) {
    addProblem(context, name, 'INVALID', 'an object');
    return undefined;
  }
  const names = Object.keys(given)
    .filter((one) => !isMemberAbsent(each, given[one]))
    .sort();
  if (names.length > contract.membersMax) {
    addProblem(context, name, 'INVALID', `at most ${contract.membersMax} fields`);
  }
  const values: Values = {};
  context.at.push(name);
  for (const one of names) {
    if (!contract.name.test(one)) {
      addProblem(context, one, 'INVALID', contract.nameAllowed);
      continue;
    }
    const stored = storableName(one, context.cardNumbersInText);
    if (stored === undefined || Object.hasOwn(values, stored)) {
      addProblem(context, one, 'INVALID', NO_CARD_DATA);
      continue;
    }
    if (stored !== one) {
      context.reading.isMasked = true;
    }
    const value = readMember(each, given[one]!, one, context);
    if (value !== undefined) {
      values[stored] = value;
    }
  }
  context.at.pop();
  return values;
}
