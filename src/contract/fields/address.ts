import { field, type Group, group } from '../field.ts';
import { alphanumeric, string, upperAlpha } from '../types.ts';

/** The address that billing, shipping and the statement descriptor share. */
export const address: Group = group({
  city: field(string(1, 100)),
  company: field(string(1, 100)),
  country: field(upperAlpha(3)),
  postcodeZip: field(alphanumeric(1, 10, ' -')),
  stateProvince: field(string(1, 20)),
  street: field(string(1, 100)),
  street2: field(string(1, 100)),
});
