/** Makes rows: what a table's fields share is said once, and each field adds its type and what is particular to it. */
import { alphanumeric, COUNTRY, string } from './facts.ts';
import type { FieldFact, InterfaceField } from './field.ts';

type Traits = Partial<Omit<InterfaceField, 'path' | 'type'>>;

/** A field's type, or its type and what sets it apart from the table's other fields. */
export type Told = FieldFact | readonly [FieldFact, Traits];

/**
 * @param shared what holds of every field of the table that does not say otherwise
 * @param table path to type; presence is OPTIONAL in requests and CONDITIONAL in answers unless a label says more
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

/** Several fields of one group that are alike. */
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
