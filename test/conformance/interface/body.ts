/**
 * Puts one field's value into a request that lacks nothing else: every field that the operation requires, and every one
 * that a group requires once it is given, stands beside it with an accepted value.
 */
import { examplesOf } from './examples.ts';
import type { InterfaceField, Operation } from './field.ts';
import { FIELDS } from './index.ts';
import { PAYMENT } from './operations.ts';

export type Body = { [name: string]: unknown };

/** The operations that take a field, or whose answer has it. */
export function operationsOf(field: InterfaceField): readonly Operation[] {
  return field.operations ?? PAYMENT;
}

/** @returns whether the field is one of the operation's in the version */
export function isIn(field: InterfaceField, operation: Operation, version: number): boolean {
  return operationsOf(field).includes(operation) && existsIn(field, version);
}

export function existsIn({ since = 0, until = Number.POSITIVE_INFINITY }: InterfaceField, version: number): boolean {
  return version >= since && version < until;
}

/** A field's name in an error: the first element of each list. */
export function errorPathOf(path: string): string {
  return path.replaceAll('[n]', '[0]');
}

/** A browser payment names its provider; `sourceOfFunds.type` is then that provider's. */
const GROUPS_GIVEN: Partial<Record<Operation, readonly string[]>> = {
  INITIATE_BROWSER_PAYMENT: ['browserPayment.demoWallet'],
};

/**
 * @param value anything JSON.stringify takes; undefined leaves the field out of its group, which is given all the same
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

/** What the operation requires, and what the groups require that it and the given fields make. */
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

/** Another field of the same group, or of a group within it, if there is one. */
function groupMateOf(field: InterfaceField, asked: readonly InterfaceField[]): InterfaceField[] {
  const group = groupOf(field.path);
  if (group === '') {
    return [];
  }
  return asked.filter(({ path }) => path !== field.path && path.startsWith(`${group}.`)).slice(0, 1);
}

const groupOf = (path: string) => path.split('.').slice(0, -1).join('.');

/** Every group that a field stands in: `order`, `order.item[n]`; the body itself is none. */
function groupsOf(path: string): string[] {
  const names = path.split('.');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

/** Sets a value at a dotted path, making the groups and the one-element lists on its way. */
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

/** The value at a dotted path of a body or an answer, as `put` sets it. */
export function at(body: unknown, path: string): unknown {
  return path
    .replaceAll('[n]', '.0')
    .split('.')
    .reduce<unknown>((group, name) => (group as Body | undefined)?.[name], body);
}
