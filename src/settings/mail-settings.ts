/**
 * Reads the settings of the mail server for receipts. The connection carries its password and payers' email addresses,
 * so it uses TLS, or stays within this machine.
 */
import { isIP } from 'node:net';
import { isWithinReach } from '../adapters/acquirers/index.ts';
import type { MailServer } from '../adapters/receipts/index.ts';
import { Secret } from '../contract/secret.ts';
import { email } from '../contract/web-types.ts';
import { authorities } from './pem-files.ts';
import { SettingsError } from './settings-error.ts';

/** The environment, without empty values. */
export interface MailTexts {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_CA?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

/** The default ports (RFC 6409 and RFC 8314). */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * @returns the mail server; undefined if none is configured, so that no mail is sent
 * @throws SettingsError with one line that names the setting
 */
export function readMail({ SMTP_URL, SMTP_CA, MAIL_FROM }: MailTexts): MailServer | undefined {
  if (SMTP_URL === undefined) {
    const [unused] = Object.entries({ MAIL_FROM, SMTP_CA }).find(([, value]) => value !== undefined) ?? [];
    if (unused !== undefined) {
      throw new SettingsError(`${unused} is set without SMTP_URL, the mail server that it is for.`);
    }
    return undefined;
  }
  if (MAIL_FROM === undefined) {
    throw new SettingsError('SMTP_URL is set without MAIL_FROM, the address that mails come from.');
  }
  if (!email().accepts(MAIL_FROM)) {
    throw new SettingsError(
      `MAIL_FROM=${JSON.stringify(MAIL_FROM)} cannot be used: it takes an address such as receipts@pay.example.`,
    );
  }
  const server = serverOf(SMTP_URL);
  if (SMTP_CA !== undefined && server.security === 'NONE') {
    throw new SettingsError('SMTP_CA is set, and smtp:// to this machine uses no TLS: it takes smtps:// for that.');
  }
  const ca = SMTP_CA === undefined ? undefined : authorities({ setting: 'SMTP_CA', file: SMTP_CA });
  return { ...server, from: MAIL_FROM, ca };
}

/** Parses the URL of the mail server. The error omits the URL, which may contain a password. */
function serverOf(text: string): Omit<MailServer, 'ca' | 'from'> {
  const url = URL.parse(text);
  const port = PORTS[url?.protocol ?? ''];
  const isBare = url !== null && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  const [user, password] = [decodePart(url?.username), decodePart(url?.password)];
  const isLogin = user !== undefined && password !== undefined && (user === '') === (password === '');
  if (!isBare || port === undefined || url.hostname === '' || url.port === '0' || !isLogin) {
    throw new SettingsError(
      'SMTP_URL cannot be used: it takes smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465.',
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    security: url.protocol === 'smtps:' ? 'TLS' : isThisMachine(host) ? 'NONE' : 'STARTTLS',
    login: user === '' ? undefined : { user, password: new Secret(password) },
  };
}

/** @returns undefined if the text is not valid percent-encoding */
function decodePart(part = ''): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && isWithinReach('LOOPBACK', host));
}
