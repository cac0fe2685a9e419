/**
 * All errors by name, with cause, status, explanation template, headers and condition. Code that refuses a request
 * names a row, and the reference shows the table. Refused fields have one sentence per field instead (`invalidFields`
 * of `interface-error.ts`), which ends with the field type's explanation.
 *
 * @example throw namedError('ORDER_UNKNOWN', { orderId: 'ORDER-1' })
 */
import { InterfaceError } from '../interface-error.ts';
import { ACCESS_ERRORS } from './access-errors.ts';
import type { ErrorRow } from './error-row.ts';
import { OPERATION_ERRORS } from './operation-errors.ts';
import { PAGE_ERRORS } from './page-errors.ts';
import { TRANSPORT_ERRORS } from './transport-errors.ts';

export const ERRORS = { ...TRANSPORT_ERRORS, ...ACCESS_ERRORS, ...OPERATION_ERRORS, ...PAGE_ERRORS } as const;

export type ErrorName = keyof typeof ERRORS;

/** The placeholders of a template: `'orderId' | 'transactionId'`. */
type PartsOf<Text extends string> = Text extends `${string}{${infer Part}}${infer Rest}` ? Part | PartsOf<Rest> : never;

/** The arguments that fill a row's placeholders: one object, or no argument if the row has no placeholders. */
export type Filling<Name extends ErrorName> = [PartsOf<(typeof ERRORS)[Name]['explanation']>] extends [never]
  ? []
  : [parts: Readonly<Record<PartsOf<(typeof ERRORS)[Name]['explanation']>, string | number>>];

export function namedError<Name extends ErrorName>(name: Name, ...filling: Filling<Name>): InterfaceError {
  return new InterfaceError(...errorArguments(name, ...filling));
}

/** The constructor arguments, for a class that extends `InterfaceError`. */
export function errorArguments<Name extends ErrorName>(
  name: Name,
  ...filling: Filling<Name>
): ConstructorParameters<typeof InterfaceError> {
  const [parts = {}]: readonly Readonly<Record<string, string | number>>[] = filling;
  const { cause, status, explanation, headers = {} }: ErrorRow = ERRORS[name];
  const filled = Object.entries(headers).map(([header, value]) => [header, fill(value, parts)] as const);
  return [cause, fill(explanation, parts), { status, headers: Object.fromEntries(filled) }];
}

/** Replaces placeholders in a single pass: braces in inserted values are not replaced. */
function fill(text: string, parts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, part: string) => parts[part]?.toString() ?? whole);
}
