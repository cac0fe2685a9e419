/**
 * Puts one field's value into a request that is otherwise complete: every field that the operation or a present group
 * requires has an accepted value.
 */
import { examplesOf } from './examples.ts';
import type { InterfaceField, Operation } from './field.ts';
import { FIELDS } from './index.ts';
import { PAYMENT } from './operations.ts';

export type Body = { [name: string]: unknown };

/** The operations that take the field, or answer it. */
export function operationsOf(field: InterfaceField): readonly Operation[] {
  return field.operations ?? PAYMENT;
}

/** @returns whether the operation has the field in the version */
export function isIn(field: InterfaceField, operation: Operation, version: number): boolean {
  return operationsOf(field).includes(operation) && existsIn(field, version);
}

export function existsIn({ since = 0, until = Number.POSITIVE_INFINITY }: InterfaceField, version: number): boolean {
  return version >= since && version < until;
}

/** A field's name in an error: lists are named by their first element. */
export function errorPathOf(path: string): string {
  return path.replaceAll('[n]', '[0]');
}

/**
 * Groups that an operation always has. A browser payment names its provider; `sourceOfFunds.type` is then that
 * provider.
 */
const GROUPS_GIVEN: Partial<Record<Operation, readonly string[]>> = {
  INITIATE_BROWSER_PAYMENT: ['browserPayment.demoWallet'],
};

/**
 * @param value any argument of JSON.stringify; undefined omits the field but keeps its group
 * @param operation one that takes the field in the version
 */
export function bodyWith(field: InterfaceField, value: unknown, operation: Operation, version: number): Body {
  const asked = FIELDS.filter((row) => row.side !== 'response' && isIn(row, operation, version));
  const beside = value === undefined ? groupMateOf(field, asked) : [];
  const body: Body = operation === 'CREATE_TOKEN' ? {} : { apiOperation: operation };
  for (const { path, type } of [...requiredBeside([field, ...beside], asked, operation), ...beside]) {
    if (path !== field.path && !path.startsWith(`${field.path}.`)) {
      put(body, path, examplesOf(type).accepted[0]);
    }
  }
  if (value === undefined) {
    delete body[field.path];
  } else {
    put(body, field.path, value);
  }
  return body;
}

/** The fields that the operation requires, and those required by the groups that they and the given fields create. */
function requiredBeside(
  fields: readonly InterfaceField[],
  asked: readonly InterfaceField[],
  operation: Operation,
): InterfaceField[] {
  const always = asked.filter(
    ({ path, type, requiredIn }) => requiredIn?.includes(operation) && type.kind !== 'Group' && path !== 'apiOperation',
  );
  const given = [...[...fields, ...always].flatMap(({ path }) => groupsOf(path)), ...(GROUPS_GIVEN[operation] ?? [])];
  const inGroup = asked.filter(({ path, presence }) => presence === 'REQUIRED' && given.includes(groupOf(path)));
  return [...new Set([...always, ...inGroup])];
}

/** Another field of the same group or of a nested group, if any. */
function groupMateOf(field: InterfaceField, asked: readonly InterfaceField[]): InterfaceField[] {
  const group = groupOf(field.path);
  if (group === '') {
    return [];
  }
  return asked.filter(({ path }) => path !== field.path && path.startsWith(`${group}.`)).slice(0, 1);
}

const groupOf = (path: string) => path.split('.').slice(0, -1).join('.');

/** Every group that contains the field: `order`, `order.item[n]`. The body itself is not one. */
function groupsOf(path: string): string[] {
  const names = path.split('.');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

/** Sets a value at a dotted path and creates the groups and one-element lists that lead to it. */
export function put(body: Body, path: string, value: unknown): void {
  const names = path.split('.');
  let group = body;
  for (const name of names.slice(0, -1)) {
    if (name.endsWith('[n]')) {
      const list = name.slice(0, -'[n]'.length);
      group[list] ??= [{}];
      group = (group[list] as [Body])[0];
    } else {
      group[name] ??= {};
      group = group[name] as Body;
    }
  }
  group[names.at(-1)!] = value;
}

/** The value at a dotted path of a body or an answer: the counterpart of `put`. */
export function at(body: unknown, path: string): unknown {
  return path
    .replaceAll('[n]', '.0')
    .split('.')
    .reduce<unknown>((group, name) => (group as Body | undefined)?.[name], body);
}
