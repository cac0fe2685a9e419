/** Converts shipping addresses to and from PayPal's format. */
import { COUNTRIES } from '../../../contract/countries.ts';
import type { ProviderAddress } from '../../../core/ports/index.ts';
import type { PayPalAddress } from './paypal-messages.ts';

/** PayPal's code for China in cross-border payments. Answers may contain either code. */
const CHINA = { alpha3: 'CHN', code: 'C2' };

const ALPHA3_OF: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(COUNTRIES).map(([alpha3, [alpha2]]) => [alpha2, alpha3]),
  [CHINA.code, CHINA.alpha3],
]);

/** Countries for which PayPal requires the state or province. */
const NEEDS_STATE: ReadonlySet<string> = new Set([
  'ARG',
  'BRA',
  'CAN',
  'CHN',
  'IDN',
  'IND',
  'JPN',
  'MEX',
  'THA',
  'USA',
]);

/** @returns the address in PayPal's form; undefined if the address is missing or PayPal would refuse it */
export function addressToPayPal(address: ProviderAddress | undefined) {
  const { street, street2, city, postcodeZip, stateProvince, country } = address ?? {};
  const country_code = country === CHINA.alpha3 ? CHINA.code : COUNTRIES[country ?? '']?.[0];
  if (street === undefined || city === undefined || country === undefined || country_code === undefined) {
    return undefined;
  }
  if (stateProvince === undefined && NEEDS_STATE.has(country)) {
    return undefined;
  }
  return {
    address_line_1: street,
    address_line_2: street2,
    admin_area_2: city,
    admin_area_1: stateProvince,
    postal_code: postcodeZip,
    country_code,
  };
}

/** The limits of `shipping.address`. A longer line is omitted; the others are used. */
const CHARACTERS_MAX = { street: 100, street2: 100, city: 100, postcodeZip: 10, stateProvince: 20 } as const;

/** @returns undefined if no line fits */
export function addressFromPayPal(address: PayPalAddress | undefined): ProviderAddress | undefined {
  const lines = {
    street: address?.address_line_1,
    street2: address?.address_line_2,
    city: address?.admin_area_2,
    postcodeZip: address?.postal_code,
    stateProvince: address?.admin_area_1,
  };
  const fitting = Object.entries(lines).filter(([name, line]) => {
    const characters = line === undefined ? 0 : [...line].length;
    return characters > 0 && characters <= CHARACTERS_MAX[name as keyof typeof lines];
  });
  const country = ALPHA3_OF[address?.country_code ?? ''];
  const read = Object.fromEntries([...fitting, ...(country === undefined ? [] : [['country', country]])]);
  return Object.keys(read).length === 0 ? undefined : read;
}
