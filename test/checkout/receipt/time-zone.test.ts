import { expect, it } from 'vitest';
import { shownTimeZone } from '../../../src/checkout/receipt/time-zone.ts';
import { givenProfile, merchantProfile } from '../../../src/core/merchant/merchant.ts';

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

it('an operator enters only a zone that exists, and a stored one that is gone leads to the next', () => {
  const profile = { id: 'SHOP', name: 'Shop', timeZone: 'Europe/Nowhere' };
  expect(givenProfile.safeParse(profile).error?.issues).toMatchObject([{ path: ['timeZone'] }]);
  expect(givenProfile.safeParse({ ...profile, timeZone: 'Europe/Berlin' }).success).toBe(true);
  expect(shownTimeZone(merchant('Europe/Nowhere'), inJapan, 'Mars/Olympus')).toBe('Asia/Tokyo');
});
