/** Shipping addresses: the shop's, and those stored in the payer's wallet. */
import { COUNTRIES } from '../../../contract/countries.ts';
import { html, type Markup } from '../../pages/markup.ts';
import type { PostalAddress } from '../provider-requests.ts';

const POSTAL_ADDRESSES: readonly PostalAddress[] = [
  { name: 'Alex Sample', street: '12 Harbour Row', city: 'Bristol', postcodeZip: 'BS1 4RN', country: 'GBR' },
  { name: 'Alex Sample', street: 'Lindenweg 5', city: 'Potsdam', postcodeZip: '14467', country: 'DEU' },
  {
    name: 'Alex Sample, at work',
    street: '400 Orchard Avenue',
    street2: 'Floor 3',
    city: 'Portland',
    stateProvince: 'OR',
    postcodeZip: '97205',
    country: 'USA',
  },
];

/** The shop's address comes first. The form identifies an address by its position. */
export function addressChoices(given: PostalAddress | undefined): readonly PostalAddress[] {
  return given === undefined ? POSTAL_ADDRESSES : [given, ...POSTAL_ADDRESSES];
}

/** Shows a name and an address on two lines. */
export function AddressLines({ address }: { address: PostalAddress }): Markup {
  const { name, street, street2, city, stateProvince, postcodeZip, country } = address;
  const town = [postcodeZip, city, stateProvince].filter(Boolean).join(' ');
  const place = [street, street2, town, country && countryName(country)].filter(Boolean).join(', ');
  return html`${name} <small>${place}</small>`;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** @param code ISO 3166-1 alpha-3 */
function countryName(code: string): string {
  const alpha2 = COUNTRIES[code]?.[0];
  return alpha2 === undefined ? code : (countryNames.of(alpha2) ?? code);
}
