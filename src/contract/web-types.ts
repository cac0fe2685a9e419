/**
 * The interface's types of URLs and e-mail addresses.
 *
 * @example url().accepts('https://user@shop.example/') // false
 */
import { appSchemeOf } from './app-address.ts';
import { type Characters, type FieldType, isLengthWithin, lengths, textType } from './field-types.ts';
import { hasMixedScripts } from './host-scripts.ts';

/** The interface requires more than eleven characters; the upper bound is the one that browsers and servers support. */
const URL_CHARACTERS: Characters = [12, 2_048];

/** The explanation for a refused host that could be confused with another host. */
export const ONE_SCRIPT = 'a URL whose host has no part with letters of several scripts, which could pass for another';

/**
 * An absolute https URL that the gateway and a browser parse in the same way: without user information, backslashes,
 * white space and control characters, which one of them might remove. In sandbox mode (`liveRule`) `http://localhost`
 * and `http://127.0.0.1` are accepted too, so that a payment can be tried on a laptop.
 */
export const url = (): FieldType<string> =>
  textType(
    'Url',
    'an https URL of 12 to 2048 characters',
    (text) => isLengthWithin(text, URL_CHARACTERS) && isSafeUrl(text),
    {
      liveRule: isHttps,
      explain: hostExplanation,
      keywords: { format: 'uri', ...lengths(URL_CHARACTERS) },
    },
  );

function isHttps(text: string): boolean {
  return /^https:/i.test(text);
}

/**
 * A redirect for the payer's browser: a URL as `url` accepts, or one that opens an app, such as
 * `shop.example://thanks`. The gateway checks that the merchant's profile registers the app's scheme.
 */
export const redirectUrl = (): FieldType<string> =>
  textType(
    'Url',
    'an https URL, or one of an app that the profile registers, of 12 to 2048 characters',
    (text) => isLengthWithin(text, URL_CHARACTERS) && (isSafeUrl(text) || isAppUrl(text)),
    {
      liveRule: (text) => isHttps(text) || isAppUrl(text),
      explain: hostExplanation,
      keywords: { format: 'uri', ...lengths(URL_CHARACTERS) },
    },
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters to refuse.
const URL_FORBIDDEN = /[\x00-\x20\x7f\\<>"`{}|^]/;

function isSafeUrl(text: string): boolean {
  if (URL_FORBIDDEN.test(text) || !/^https?:\/\/[^/]/i.test(text)) {
    return false;
  }
  const parsed = URL.parse(text);
  if (parsed === null || parsed.username !== '' || parsed.password !== '' || parsed.hostname === '') {
    return false;
  }
  if (hasMixedScripts(parsed.hostname)) {
    return false;
  }
  if (/^https?:\/\/[^/?#]*@/i.test(text)) {
    return false;
  }
  if (parsed.protocol === 'https:') {
    return true;
  }
  return parsed.hostname === 'localhost' || parsed.hostname === '127.0.0.1';
}

function hostExplanation(text: string): string | undefined {
  return hasMixedScripts(URL.parse(text)?.hostname ?? '') ? ONE_SCRIPT : undefined;
}

function isAppUrl(text: string): boolean {
  return !URL_FORBIDDEN.test(text) && appSchemeOf(text) !== undefined && URL.canParse(text);
}

/** A permissive pattern, but without control characters, because the address becomes a header of a mail. */
const EMAIL = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u;
/** RFC 5321 permits at most 254 characters. */
const EMAIL_CHARACTERS: Characters = [4, 254];

export const email = (): FieldType<string> =>
  textType(
    'Email',
    'an e-mail address of 4 to 254 characters',
    (text) => isLengthWithin(text, EMAIL_CHARACTERS) && EMAIL.test(text),
    { keywords: { format: 'email', ...lengths(EMAIL_CHARACTERS) } },
  );
