/**
 * Makes fields of what merchants send. Much of it is nonsense (a language `json`, an accept header `512`), and an ACS
 * refuses a whole message for one malformed field: what is no such thing is replaced or left out.
 */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { COUNTRIES } from '../../contract/countries.ts';
import type { AuthenticatedBrowser, PostalAddress } from '../../gateway/ports/index.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import { transliterated } from './transliterated.ts';

type AReq = MessageOf<'AReq'>;

/** Controls, marks of direction and half characters, which a JSON reader or a form of a bank may refuse. */
const UNWRITABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/**
 * A text of one line. Some servers count code points, as the specification does, and some count units of UTF-16: it has
 * no more of either. Undefined where nothing is left.
 */
export function cut(text: string | undefined, max: number): string | undefined {
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

/** In the common character set of EMV, as directory servers want it; undefined where it cannot be written so. */
export function cardholderNameOf(name: string | undefined): string | undefined {
  const written = cut(transliterated(name ?? ''), NAME_CHARACTERS.max) ?? '';
  return written.length < NAME_CHARACTERS.min ? undefined : written;
}

/** Header fields are printable ASCII on the wire (RFC 9110, 5.5); what a shop passes on may be anything. */
function headerOf(text: string | undefined): string | undefined {
  return cut(text?.replace(/[^ -~]+/g, ' '), HEADER_CHARACTERS_MAX);
}

/** ISO 3166-1 numeric, of alpha-3. */
export function countryNumber(alpha3: string | undefined): string | undefined {
  return alpha3 === undefined || !Object.hasOwn(COUNTRIES, alpha3) ? undefined : COUNTRIES[alpha3]?.[1];
}

const matching = (text: string | undefined, pattern: RegExp): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const ASCII_EMAIL = /^[!-?A-~]+@[!-?A-~]+$/;
const EMAIL_CHARACTERS_MAX = 254;

/** RFC 5322 knows ASCII alone: a domain of other letters has such a form (RFC 5891), the name before it has none. */
export function emailOf(text: string | undefined): string | undefined {
  const given = matching(text?.trim(), EMAIL) ?? '';
  const at = given.lastIndexOf('@');
  const written = `${given.slice(0, at)}@${domainToASCII(given.slice(at + 1))}`;
  return written.length <= EMAIL_CHARACTERS_MAX ? matching(written, ASCII_EMAIL) : undefined;
}

/** ISO 3166-2 without the country; a name in full is left out. */
const STATE = /^[A-Za-z0-9]{1,3}$/;

export function addressOf({ street, street2, city, stateProvince, postcodeZip, country }: PostalAddress) {
  const number = countryNumber(country);
  return {
    line1: cut(street, 50),
    line2: cut(street2, 50),
    city: cut(city, 50),
    postCode: cut(postcodeZip, 16),
    country: number,
    // A state without its country is malformed.
    state: number === undefined ? undefined : matching(stateProvince, STATE),
  };
}

const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1] as const;
const SIZE = /^[0-9]{1,6}$/;
const TIME_ZONE = /^[+-]?[0-9]{1,4}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const LANGUAGE_CHARACTERS_MAX = 8;
const HEADER_CHARACTERS_MAX = 2_048;

/** Every field that a browser's AReq must have, whatever was given. */
export function browserFields(browser: AuthenticatedBrowser, version: AReq['messageVersion']) {
  const runsScripts = browser.javaScriptEnabled !== 'false';
  return {
    browserAcceptHeader: headerOf(browser.acceptHeaders) ?? '*/*',
    browserUserAgent: headerOf(browser.userAgent) ?? 'unknown',
    browserLanguage: languageOf(browser.language),
    browserIP: addressOfBrowser(browser.ipAddress),
    ...(version === '2.2.0' && { browserJavascriptEnabled: runsScripts }),
    ...((version === '2.1.0' || runsScripts) && {
      browserJavaEnabled: browser.javaEnabled === 'true',
      browserColorDepth: colorDepthOf(browser.colorDepth),
      browserScreenHeight: matching(browser.screenHeight, SIZE) ?? '0',
      browserScreenWidth: matching(browser.screenWidth, SIZE) ?? '0',
      browserTZ: matching(browser.timeZone, TIME_ZONE) ?? '0',
    }),
  };
}

/** An address of IPv4 in the form of IPv6 is one of IPv4, and a zone is no part of it. */
function addressOfBrowser(given: string | undefined): string | undefined {
  const [address = ''] = (given ?? '').trim().split('%', 1);
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}

function languageOf(given: string | undefined): string {
  const language = matching(given, LANGUAGE) ?? 'en';
  // A longer tag keeps its language: `zh-Hans-CN` is `zh`.
  return language.length <= LANGUAGE_CHARACTERS_MAX ? language : (language.split('-')[0] ?? 'en');
}

/** The next lower one of those that there are, as the specification wants it; 24 where nothing is known. */
function colorDepthOf(given: string | undefined): NonNullable<AReq['browserColorDepth']> {
  const depth = Number(matching(given, SIZE) ?? '24');
  const known = COLOR_DEPTHS.find((one) => one <= depth) ?? 1;
  return `${known}`;
}
