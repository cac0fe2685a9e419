import { expect, it } from 'vitest';
import { COUNTRIES } from '../../src/contract/countries.ts';
import { isTimeZone, startOfDay, timeZoneOfCountry } from '../../src/contract/time-zone.ts';

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

it.each([
  ['2026-11-29', 'UTC', '2026-11-29T00:00:00.000Z'],
  ['2026-11-29', 'Europe/Berlin', '2026-11-28T23:00:00.000Z'],
  // The days on which clocks change there.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-11-29', 'Pacific/Kiritimati', '2026-11-28T10:00:00.000Z'],
  ['2026-11-29', 'America/Los_Angeles', '2026-11-29T08:00:00.000Z'],
  // Clocks went from midnight to one o'clock.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // The hour after midnight came twice.
  ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z'],
])('%s in %s begins at %s', (date, zone, start) => {
  expect(new Date(startOfDay(date, zone) ?? Number.NaN).toISOString()).toBe(start);
});

it.each(['', '2026-02-30', '2026-13-01', '29.11.2026', '2026-11-29T10:00', '-000001-01-01'])('%j is no day', (date) => {
  expect(startOfDay(date, 'Europe/Berlin')).toBeUndefined();
});
