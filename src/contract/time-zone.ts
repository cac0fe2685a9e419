/** IANA time zones, as browsers report them and profiles name them. */
import { COUNTRIES } from './countries.ts';
import { DAY_MS, SECOND_MS } from './durations.ts';

/** An area and a place, or a single name such as `UTC`. Offsets (`+01:00`), which Intl also accepts, are no zones. */
export const ZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+-]{1,20}(?:\/[A-Za-z0-9_+-]{1,30}){0,2}$/;

/** The zones that were asked for, in the spelling of the caller: bounded, since payers name them. */
const known = new Set<string>();
const KNOWN_MAX = 1_000;

/** Whether this platform knows the zone. */
export function isTimeZone(text: string): boolean {
  if (known.has(text)) {
    return true;
  }
  if (!ZONE_PATTERN.test(text)) {
    return false;
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    if (known.size < KNOWN_MAX) {
      known.add(text);
    }
    return true;
  } catch {
    return false;
  }
}

const ofCountries = new Map<string, string | undefined>();

/**
 * @param country three letters of ISO 3166-1
 * @returns the zone of a country with one time; undefined for a country with several, and for an unknown one
 */
export function timeZoneOfCountry(country: string): string | undefined {
  const code = COUNTRIES[country]?.[0];
  if (code === undefined) {
    return undefined;
  }
  if (!ofCountries.has(code)) {
    ofCountries.set(code, singleZone(code));
  }
  return ofCountries.get(code);
}

/** Zones count as one if they differ neither in winter nor in summer, as the two of Germany. */
function singleZone(code: string): string | undefined {
  const zones = new Intl.Locale(`und-${code}`).getTimeZones() ?? [];
  const times = new Set(zones.map((zone) => SEASONS.map((season) => timeIn(zone, season)).join()));
  return times.size === 1 ? zones[0] : undefined;
}

const SEASONS = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')];

function timeIn(timeZone: string, at: Date): string {
  return at.toLocaleString('en', { timeZone });
}

const partFormats = new Map<string, Intl.DateTimeFormat>();

/** @returns the zone's difference to UTC at that time, in milliseconds, positive east of it */
function offsetAt(timeZone: string, at: number): number {
  let format = partFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone, ...NUMBERS, hourCycle: 'h23' });
    partFormats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND_MS) * SECOND_MS;
}

const NUMBERS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/**
 * @param date `2026-11-29`
 * @param timeZone a zone for which `isTimeZone` is true
 * @returns the first moment of the day there, in milliseconds since 1970; undefined for a day of no calendar
 */
export function startOfDay(date: string, timeZone: string): number | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) {
    return undefined;
  }
  const starts = [-DAY_MS, DAY_MS].map((difference) => midnight - offsetAt(timeZone, midnight + difference));
  const right = starts.filter((start) => start + offsetAt(timeZone, start) === midnight);
  // Where clocks skip midnight, the day begins with the first moment after the gap.
  return right.length > 0 ? Math.min(...right) : Math.max(...starts);
}
