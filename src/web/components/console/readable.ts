/** Times, browsers and sentences, as the console writes them. */
import type { DataDate } from '../../views/console/index.ts';

/** @param iso in UTC @example utcMinute('2026-11-29T08:05:30.000Z') // '2026-11-29 08:05 UTC' */
export function utcMinute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** @example capitalised('sees orders') // 'Sees orders' */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAY_HOURS = 24;

/** @example keptFor(168) // 'for 7 days' */
export function keptFor(hours: number): string {
  return hours === 0 ? 'no longer' : hours <= DAY_HOURS ? `for ${hours} hours` : `for ${hours / DAY_HOURS} days`;
}

/** @param iso in UTC @example utcSecond('2026-11-29T08:05:30.000Z') // '2026-11-29 08:05:30 UTC' */
export function utcSecond(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** The names that browsers give themselves, the most particular first: Edge calls itself Chrome too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biP(?:hone|ad|od)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** @param userAgent the header's text @example browserName('… Firefox/140.0') // 'Firefox on Linux' */
export function browserName(userAgent: string): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  return [browser ?? 'Another browser', system && `on ${system}`].filter(Boolean).join(' ');
}

const minuteFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * @param iso in UTC
 * @param timeZone IANA
 * @example zonedMinute('2026-11-29T08:05:30.000Z', 'Europe/Berlin') // '2026-11-29 09:05'
 */
export function zonedMinute(iso: string, timeZone: string): string {
  let format = minuteFormats.get(timeZone);
  if (format === undefined) {
    // Sweden writes dates and times as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
    minuteFormats.set(timeZone, format);
  }
  return format.format(new Date(iso));
}

/** @example 'Data as of 12:03:04 (Europe/Berlin), 3 s before this page was made.' */
export function dataOfText({ at, ageSeconds, timeZone }: DataDate): string {
  const time = new Intl.DateTimeFormat('sv', { timeStyle: 'medium', timeZone }).format(new Date(at));
  return `Data as of ${time} (${timeZone}), ${ageSeconds} s before this page was made.`;
}
