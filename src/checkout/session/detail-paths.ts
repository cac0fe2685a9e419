/** The paths of the payer's details in a session's fields, and the contract's rules for them. */
import { type Group, typeIn, VERSION_MAX } from '../../contract/field.ts';
import type { FieldType } from '../../contract/field-types.ts';
import { REQUEST } from '../../contract/fields/request-fields.ts';
import type { FieldPath } from '../../contract/request-fields.ts';
import type { AddressPart, DetailGroupName, DetailPart } from '../../web/views/index.ts';

const ADDRESS = ['country', 'street', 'street2', 'postcodeZip', 'city', 'stateProvince'] as const;

export type DetailPath = Extract<
  FieldPath,
  'customer.email' | `shipping.contact.${'firstName' | 'lastName'}` | `${'billing' | 'shipping'}.address.${AddressPart}`
>;

/**
 * In the order of the page: the country first, since it decides about the post code; then the usual order of most
 * countries.
 */
export const PATHS: Readonly<Record<DetailGroupName, readonly (readonly [DetailPart, DetailPath])[]>> = {
  email: [['email', 'customer.email']],
  shipping: [
    ['firstName', 'shipping.contact.firstName'],
    ['lastName', 'shipping.contact.lastName'],
    ...ADDRESS.map((part) => [part, `shipping.address.${part}`] as const),
  ],
  billing: ADDRESS.map((part) => [part, `billing.address.${part}`] as const),
};

export function isAccepted(path: DetailPath, text: string): boolean {
  return typeOf(path).accepts(text);
}

export function charactersMax(path: DetailPath): number {
  return typeOf(path).keywords.maxLength!;
}

function typeOf(path: DetailPath): FieldType {
  let node: Group['members'][string] = REQUEST;
  for (const name of path.split('.')) {
    node = (node as Group).members[name]!;
  }
  if (node.kind !== 'field') {
    throw new Error(`${path} is no field`);
  }
  return typeIn(node, VERSION_MAX);
}
