import { expect, it } from 'vitest';
import { dayIn, endOfDay } from '../../src/console/days.ts';

it.each([
  ['2026-12-24', 'UTC', '2026-12-25T00:00:00Z'],
  ['2026-12-24', 'Europe/Berlin', '2026-12-24T23:00:00Z'],
  // The day on which summer time ends has 25 hours, and the one on which it begins has 23.
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
  ['2026-03-28', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00Z'],
  ['2026-12-31', 'America/St_Johns', '2027-01-01T03:30:00Z'],
])('%s ends in %s at %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone)).toBe(Date.parse(end));
  expect([dayIn(timeZone, Date.parse(end) - 1), dayIn(timeZone, Date.parse(end)) > day]).toEqual([day, true]);
});

it.each(['', '2026-02-30', '2026-1-1', '24.12.2026', '2026-12-24T00:00'])('%o is no day', (text) => {
  expect(endOfDay(text, 'UTC')).toBeUndefined();
});
