import { expect, it } from 'vitest';
import { shownTimeZone } from '../../../src/checkout/receipt/time-zone.ts';
import { merchantProfile } from '../../../src/core/merchant/merchant.ts';

const merchant = (timeZone: string | null = null) => ({
  key: 1,
  id: 'SHOP',
  profile: merchantProfile.parse({ id: 'SHOP', name: 'Shop', timeZone }),
});
const inJapan = { shipping: { address: { country: 'JPN' } } };

it.each([
  ['the browser’s', merchant('Europe/Berlin'), inJapan, 'America/Lima', 'America/Lima'],
  ['the profile’s', merchant('Europe/Berlin'), inJapan, undefined, 'Europe/Berlin'],
  ['that of the delivery’s country', merchant(), inJapan, undefined, 'Asia/Tokyo'],
  [
    'that of the billing country before the delivery’s',
    merchant(),
    { billing: { address: { country: 'AUT' } }, ...inJapan },
    undefined,
    'Europe/Vienna',
  ],
  ['UTC for a country with several', merchant(), { billing: { address: { country: 'BRA' } } }, undefined, 'UTC'],
  ['UTC where nothing is known', merchant(), {}, undefined, 'UTC'],
])('the zone of times is %s', (_name, shop, fields, reported, zone) => {
  expect(shownTimeZone(shop, fields, reported)).toBe(zone);
});

it('a profile names a zone that exists', () => {
  expect(() => merchant('Europe/Nowhere')).toThrow('IANA');
});
