/** The origins at which browsers and merchants reach the gateway. */
import { SettingsError } from './settings-error.ts';
import type { TlsSettings } from './tls-settings.ts';

interface OriginRules {
  readonly mode: 'live' | 'sandbox';
  readonly tls: TlsSettings | undefined;
}

/**
 * @param text `PUBLIC_ORIGIN`; undefined: the listener on this machine
 * @throws SettingsError
 */
export function publicOrigin(text: string | undefined, rules: OriginRules & { readonly port: number }): string {
  return originOf('PUBLIC_ORIGIN', text ?? ownOrigin(rules.tls, rules.port), rules);
}

/**
 * The sandbox has a console at the gateway's own origin; live mode has none until an origin is set.
 *
 * @param text `CONSOLE_ORIGIN`
 * @param own the public origin
 * @throws SettingsError
 */
export function consoleOrigin(text: string | undefined, own: string, rules: OriginRules): string | undefined {
  if (text === undefined) {
    return rules.mode === 'sandbox' ? own : undefined;
  }
  const origin = originOf('CONSOLE_ORIGIN', text, rules);
  if (new URL(origin).protocol !== new URL(own).protocol) {
    throw new SettingsError(
      `CONSOLE_ORIGIN=${JSON.stringify(text)} cannot be used: it takes the scheme of PUBLIC_ORIGIN, ${own}.`,
    );
  }
  return origin;
}

/** Returns the origin of the listener on this machine, without the scheme's default port. */
function ownOrigin(tls: TlsSettings | undefined, port: number): string {
  return new URL(`${tls === undefined ? 'http' : 'https'}://localhost:${port}`).origin;
}

const LIVE_NEEDS = {
  CONSOLE_ORIGIN: 'the console needs https',
  PUBLIC_ORIGIN: "payers' pages need https",
} as const;

function originOf(name: keyof typeof LIVE_NEEDS, text: string, { mode, tls }: OriginRules): string {
  const url = URL.parse(text);
  const refused = `${name}=${JSON.stringify(text)} cannot be used`;
  if (url === null || !/^https?:$/.test(url.protocol) || text.replace(/\/$/, '') !== url.origin) {
    throw new SettingsError(`${refused}: it takes an origin such as https://pay.example.`);
  }
  if (mode === 'live' && url.protocol !== 'https:') {
    throw new SettingsError(`${refused} in live mode: ${LIVE_NEEDS[name]}.`);
  }
  if (tls !== undefined && url.protocol !== 'https:') {
    throw new SettingsError(`${refused} with TLS_CERT, which serves https.`);
  }
  return url.origin;
}
