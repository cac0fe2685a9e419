/** Reads the settings of the OpenID provider at which the console's people sign in. */
import type { OpenIdSettings } from '../adapters/openid/openid-provider.ts';
import { Secret } from '../contract/secret.ts';
import { SettingsError } from './settings-error.ts';

const NAMES = ['CONSOLE_OPENID_ISSUER', 'CONSOLE_OPENID_CLIENT_ID', 'CONSOLE_OPENID_SECRET'] as const;

/** The environment, without empty values. */
export type OpenIdTexts = { readonly [Name in (typeof NAMES)[number]]?: string | undefined };

/**
 * @returns undefined if no provider is named
 * @throws SettingsError with one line that names the setting
 */
export function readOpenId(texts: OpenIdTexts, mode: 'live' | 'sandbox'): OpenIdSettings | undefined {
  const given = NAMES.filter((name) => texts[name] !== undefined);
  const missing = NAMES.find((name) => texts[name] === undefined);
  if (given.length === 0) {
    return undefined;
  }
  if (missing !== undefined) {
    throw new SettingsError(`${given[0]} is set without ${missing}: an OpenID provider has all three settings.`);
  }
  const { CONSOLE_OPENID_ISSUER = '', CONSOLE_OPENID_CLIENT_ID = '', CONSOLE_OPENID_SECRET = '' } = texts;
  return {
    issuer: issuerOf(CONSOLE_OPENID_ISSUER, mode),
    clientId: CONSOLE_OPENID_CLIENT_ID,
    clientSecret: new Secret(CONSOLE_OPENID_SECRET),
  };
}

function issuerOf(text: string, mode: 'live' | 'sandbox'): URL {
  const url = URL.parse(text);
  const isIssuer = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isIssuer || url.username !== '') {
    throw new SettingsError(
      `CONSOLE_OPENID_ISSUER=${JSON.stringify(text)} cannot be used: it takes an address such as https://login.example.`,
    );
  }
  if (mode === 'live' && url.protocol !== 'https:') {
    throw new SettingsError(
      `CONSOLE_OPENID_ISSUER=${JSON.stringify(text)} cannot be used in live mode: the OpenID provider needs https.`,
    );
  }
  return url;
}
