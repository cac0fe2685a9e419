/** Makes rows: a table states its fields' common traits once, and each field adds its type and its differences. */
import { alphanumeric, COUNTRY, string } from './facts.ts';
import type { FieldFact, InterfaceField } from './field.ts';

type Traits = Partial<Omit<InterfaceField, 'path' | 'type'>>;

/** A field's type, with its differences from the table's other fields. */
export type Told = FieldFact | readonly [FieldFact, Traits];

/**
 * @param shared the traits of every field of the table, unless the field overrides them
 * @param table path to type; presence is OPTIONAL in requests and CONDITIONAL in answers unless a label says otherwise
 */
export function fields(
  shared: Traits & Pick<InterfaceField, 'side'>,
  table: Readonly<Record<string, Told>>,
): InterfaceField[] {
  return Object.entries(table).map(([path, told]) => {
    const [type, own] = isPlain(told) ? [told, {}] : told;
    const side = own.side ?? shared.side;
    return { path, type, presence: side === 'response' ? 'CONDITIONAL' : 'OPTIONAL', ...shared, ...own };
  });
}

function isPlain(told: Told): told is FieldFact {
  return 'kind' in told;
}

/** The same fields inside a group: `under('order.item[n]', { sku })`. */
export function under(group: string, table: Readonly<Record<string, Told>>): Record<string, Told> {
  return Object.fromEntries(Object.entries(table).map(([name, told]) => [`${group}.${name}`, told]));
}

/** Several fields of one group with the same definition. */
export function alike(group: string, names: readonly string[], told: Told): Record<string, Told> {
  return Object.fromEntries(names.map((name) => [`${group}.${name}`, told]));
}

/** The postal address that billing, shipping, the statement descriptor, the sub-merchant and the terminal share. */
export function address(group: string): Record<string, Told> {
  return {
    ...alike(group, ['city', 'company', 'street', 'street2'], string(1, 100)),
    [`${group}.stateProvince`]: string(1, 20),
    [`${group}.postcodeZip`]: alphanumeric(1, 10, ' -'),
    [`${group}.country`]: COUNTRY,
  };
}
