/** Shipping addresses of an order: the shop's, and those stored in the payer's wallet. */
import { experienceOf, type OrderRequest, type Shipping } from '../requests.ts';

const SHIPPING_ADDRESSES: readonly Shipping[] = [
  {
    name: { full_name: 'Alex Sample' },
    address: { address_line_1: '12 Harbour Row', admin_area_2: 'Bristol', postal_code: 'BS1 4RN', country_code: 'GB' },
  },
  {
    name: { full_name: 'Alex Sample' },
    address: { address_line_1: 'Lindenweg 5', admin_area_2: 'Potsdam', postal_code: '14467', country_code: 'DE' },
  },
  {
    name: { full_name: 'Alex Sample' },
    address: {
      address_line_1: '400 Orchard Avenue',
      address_line_2: 'Floor 3',
      admin_area_2: 'Portland',
      admin_area_1: 'OR',
      postal_code: '97205',
      country_code: 'US',
    },
  },
];

/**
 * The form identifies an address by its position. The payer cannot change a single address; an empty list means no
 * shipping.
 */
export function shippingChoices(request: OrderRequest): readonly Shipping[] {
  const preference = experienceOf(request).shipping_preference ?? 'GET_FROM_FILE';
  const given = request.purchase_units[0]?.shipping;
  const own = given?.address === undefined ? [] : [given];
  if (preference === 'NO_SHIPPING') {
    return [];
  }
  return preference === 'SET_PROVIDED_ADDRESS' ? own : [...own, ...SHIPPING_ADDRESSES];
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

export function addressLine({ address }: Shipping): string {
  if (address === undefined) {
    return '';
  }
  const town = [address.postal_code, address.admin_area_2, address.admin_area_1].filter(Boolean).join(' ');
  const country = countryNames.of(address.country_code) ?? address.country_code;
  return [address.address_line_1, address.address_line_2, town, country].filter(Boolean).join(', ');
}
