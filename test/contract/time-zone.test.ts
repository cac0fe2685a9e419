import { expect, it } from 'vitest';
import { COUNTRIES } from '../../src/contract/countries.ts';
import { isTimeZone, timeZoneOfCountry } from '../../src/contract/time-zone.ts';

it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+3', 'UTC'])(
  '%s is a time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  },
);

it.each(['', '+01:00', 'Europe/Nowhere', 'undefined', 'Europe/Berlin\n', '../etc/passwd', 'A/'.repeat(90), '<b>'])(
  '%j is no time zone',
  (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  },
);

it.each([
  ['AUT', 'Europe/Vienna'],
  ['IRL', 'Europe/Dublin'],
  ['DEU', 'Europe/Berlin'],
  ['USA', undefined],
  ['ESP', undefined],
  ['XXX', undefined],
])('the one time of %s is %s', (country, zone) => {
  expect(timeZoneOfCountry(country)).toBe(zone);
});

it('a country has one zone or none', () => {
  const zones = Object.keys(COUNTRIES).map(timeZoneOfCountry);
  expect(zones.filter((zone) => zone !== undefined && !isTimeZone(zone))).toEqual([]);
  expect(zones.filter((zone) => zone !== undefined).length).toBeGreaterThan(200);
});
