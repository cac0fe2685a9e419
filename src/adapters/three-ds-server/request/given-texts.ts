/**
 * Converts merchants' values to fields of an AReq. Many are malformed (a language `json`, an accept header `512`), and
 * an ACS refuses a whole message for one malformed field, so such values are replaced or omitted.
 */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { COUNTRIES } from '../../../contract/countries.ts';
import { transliterate } from '../../../contract/transliterate.ts';
import type { AuthenticatedBrowser, PostalAddress } from '../../../core/ports/index.ts';
import type { MessageOf } from '../messages/tables/index.ts';

type AReq = MessageOf<'AReq'>;

/** Control characters, directional marks and lone surrogates, which a JSON parser or an ACS may refuse. */
const UNWRITABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes a single line of text. `max` limits both code points, which the specification counts, and UTF-16 units, which
 * some servers count. Undefined if no text remains.
 */
export function truncateLine(text: string | undefined, max: number): string | undefined {
  let kept = '';
  for (const sign of (text ?? '').replace(UNWRITABLE, ' ').replace(/ {2,}/g, ' ').trim()) {
    if (kept.length + sign.length > max) {
      break;
    }
    kept += sign;
  }
  kept = kept.trimEnd();
  return kept === '' ? undefined : kept;
}

const NAME_CHARACTERS = { min: 2, max: 45 } as const;

/**
 * Converts a name to the common character set of EMV, which directory servers require. Undefined if the name cannot be
 * transliterated.
 */
export function cardholderNameOf(name: string | undefined): string | undefined {
  const written = truncateLine(transliterate(name ?? ''), NAME_CHARACTERS.max) ?? '';
  return written.length < NAME_CHARACTERS.min ? undefined : written;
}

/** Converts the text of a browser's header to printable ASCII (RFC 9110, 5.5), because a shop may send any text. */
function headerOf(text: string | undefined): string | undefined {
  return truncateLine(text?.replace(/[^ -~]+/g, ' '), HEADER_CHARACTERS_MAX);
}

/** Converts ISO 3166-1 alpha-3 to numeric. */
export function countryNumber(alpha3: string | undefined): string | undefined {
  return alpha3 === undefined || !Object.hasOwn(COUNTRIES, alpha3) ? undefined : COUNTRIES[alpha3]?.[1];
}

const matching = (text: string | undefined, pattern: RegExp): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const ASCII_EMAIL = /^[!-?A-~]+@[!-?A-~]+$/;
const EMAIL_CHARACTERS_MAX = 254;

/**
 * Converts an address to ASCII, which RFC 5322 requires. A domain with other letters has an ASCII form (RFC 5891), but
 * a local part has none.
 */
export function emailOf(text: string | undefined): string | undefined {
  const given = matching(text?.trim(), EMAIL) ?? '';
  const at = given.lastIndexOf('@');
  const written = `${given.slice(0, at)}@${domainToASCII(given.slice(at + 1))}`;
  return written.length <= EMAIL_CHARACTERS_MAX ? matching(written, ASCII_EMAIL) : undefined;
}

/** A state by ISO 3166-2 without the country. Full names are omitted. */
const STATE = /^[A-Za-z0-9]{1,3}$/;

export function addressFields({ street, street2, city, stateProvince, postcodeZip, country }: PostalAddress) {
  const number = countryNumber(country);
  return {
    line1: truncateLine(street, 50),
    line2: truncateLine(street2, 50),
    city: truncateLine(city, 50),
    postCode: truncateLine(postcodeZip, 16),
    country: number,
    // A state without a country is malformed.
    state: number === undefined ? undefined : matching(stateProvince, STATE),
  };
}

const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1] as const;
const SIZE = /^[0-9]{1,6}$/;
const TIME_ZONE = /^[+-]?[0-9]{1,4}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const LANGUAGE_CHARACTERS_MAX = 8;
const HEADER_CHARACTERS_MAX = 2_048;

/** All mandatory browser fields of an AReq, with defaults for missing values. */
export function browserFields(browser: AuthenticatedBrowser, version: AReq['messageVersion']) {
  const runsScripts = browser.javaScriptEnabled !== 'false';
  const isMeasured = version === '2.1.0' || runsScripts;
  return {
    browserAcceptHeader: headerOf(browser.acceptHeaders) ?? '*/*',
    browserUserAgent: headerOf(browser.userAgent) ?? 'unknown',
    browserLanguage: languageOf(browser.language),
    browserIP: addressOfBrowser(browser.ipAddress),
    browserJavascriptEnabled: version === '2.2.0' ? runsScripts : undefined,
    browserJavaEnabled: isMeasured ? browser.javaEnabled === 'true' : undefined,
    browserColorDepth: isMeasured ? colorDepthOf(browser.colorDepth) : undefined,
    browserScreenHeight: isMeasured ? (matching(browser.screenHeight, SIZE) ?? '0') : undefined,
    browserScreenWidth: isMeasured ? (matching(browser.screenWidth, SIZE) ?? '0') : undefined,
    browserTZ: isMeasured ? (matching(browser.timeZone, TIME_ZONE) ?? '0') : undefined,
  };
}

/** Converts an IPv4-mapped address to IPv4, and removes a zone. */
function addressOfBrowser(given: string | undefined): string | undefined {
  const [address = ''] = (given ?? '').trim().split('%', 1);
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}

function languageOf(given: string | undefined): string {
  const language = matching(given, LANGUAGE) ?? 'en';
  // A longer tag is reduced to its language: `zh-Hans-CN` becomes `zh`.
  return language.length <= LANGUAGE_CHARACTERS_MAX ? language : (language.split('-')[0] ?? 'en');
}

/** The next lower permitted color depth, as the specification requires. 24 if the depth is unknown. */
function colorDepthOf(given: string | undefined): NonNullable<AReq['browserColorDepth']> {
  const depth = Number(matching(given, SIZE) ?? '24');
  const known = COLOR_DEPTHS.find((one) => one <= depth) ?? 1;
  return `${known}`;
}
