/** Makes rows: a table states its fields' common traits once, and each field adds its type and its differences. */
import { alphanumeric, COUNTRY, string } from './facts.ts';
import type { FieldFact, InterfaceField } from './field.ts';

type Traits = Partial<Omit<InterfaceField, 'path' | 'type'>>;

/** A field's type, with its differences from the table's other fields. */
export type RowFact = FieldFact | readonly [FieldFact, Traits];

/**
 * @param shared the traits of every field of the table, unless the field overrides them
 * @param table path to type; presence is OPTIONAL in requests and CONDITIONAL in answers unless a label says otherwise
 */
export function fields(
  shared: Traits & Pick<InterfaceField, 'side'>,
  table: Readonly<Record<string, RowFact>>,
): InterfaceField[] {
  return Object.entries(table).map(([path, fact]) => {
    const [type, own] = isPlain(fact) ? [fact, {}] : fact;
    const side = own.side ?? shared.side;
    return { path, type, presence: side === 'response' ? 'CONDITIONAL' : 'OPTIONAL', ...shared, ...own };
  });
}

function isPlain(fact: RowFact): fact is FieldFact {
  return 'kind' in fact;
}

/** The same fields inside a group: `under('order.item[n]', { sku })`. */
export function under(group: string, table: Readonly<Record<string, RowFact>>): Record<string, RowFact> {
  return Object.fromEntries(Object.entries(table).map(([name, fact]) => [`${group}.${name}`, fact]));
}

/** Several fields of one group with the same definition. */
export function alike(group: string, names: readonly string[], fact: RowFact): Record<string, RowFact> {
  return Object.fromEntries(names.map((name) => [`${group}.${name}`, fact]));
}

/** The postal address that billing, shipping, the statement descriptor, the sub-merchant and the terminal share. */
export function address(group: string): Record<string, RowFact> {
  return {
    ...alike(group, ['city', 'company', 'street', 'street2'], string(1, 100)),
    [`${group}.stateProvince`]: string(1, 20),
    [`${group}.postcodeZip`]: alphanumeric(1, 10, ' -'),
    [`${group}.country`]: COUNTRY,
  };
}
