/** The postal address of payer, shipping, sub-merchant, statement and terminal. */
import { field, type Group, group } from '../field.ts';
import { alphanumeric, string, upperAlpha } from '../field-types.ts';

const members = {
  city: field(string(1, 100), 'Town or city.'),
  company: field(string(1, 100), 'Company that is reached at the address.'),
  country: field(upperAlpha(3), 'Country as its three letters of ISO 3166-1.'),
  postcodeZip: field(alphanumeric(1, 10, ' -'), 'Post code or ZIP.'),
  stateProvince: field(string(1, 20), 'State, province or county.'),
  street: field(string(1, 100), 'First line of the street address.'),
  street2: field(string(1, 100), 'Second line of the street address.'),
};

/** @param doc a sentence that names the address's owner */
export function address(doc: string): Group<typeof members> {
  return group(members, { doc });
}
