/**
 * Hands mails to the operator's mail server by SMTP (RFC 5321, submission as of RFC 6409), one connection a mail. TLS
 * where the server is not on this machine, its certificate checked; without it nothing is said, no password either.
 */
import { createTransport, type NodemailerError, type Transporter } from 'nodemailer';
import type { Secret } from '../contract/secret.ts';
import { email } from '../contract/web-types.ts';
import { TLS_CIPHERS } from '../tls-ciphers.ts';
import type { Letter } from './letter.ts';
import { oneLine } from './one-line.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, STARTTLS that the server must offer, or, on this machine alone, none. */
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  readonly login?: { readonly user: string; readonly password: Secret };
  /** PEM; absent: the authorities that Node trusts. */
  readonly ca?: string;
  /** Of the envelope, where what cannot be delivered comes back to, and of mails whose merchant has no address. */
  readonly from: string;
}

export interface Mail {
  readonly letter: Letter;
  readonly to: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo?: string;
  /** The same for each attempt: `<unique@domain>`. */
  readonly messageId: string;
}

/**
 * What came of an attempt. `REFUSED`: the server wants neither this mail nor this recipient, ever. `FAILED`: later
 * attempts may succeed; `isServer` where the next mail would fail as well.
 */
export type Attempt =
  | { readonly outcome: 'SENT' }
  | { readonly outcome: 'REFUSED'; readonly why: string }
  | { readonly outcome: 'FAILED'; readonly why: string; readonly isServer: boolean };

/** RFC 5321, 4.5.3.2 allows minutes; a submission server answers in moments, and others wait behind it. */
export interface MailTimes {
  readonly connectMs: number;
  readonly answerMs: number;
}
const TIMES: MailTimes = { connectMs: 10_000, answerMs: 30_000 };

/** An address is one address, with nothing around it: what is more would be read as a list, or as a header. */
const ADDRESS = email();

export class SmtpMailer {
  readonly #server: MailServer;
  readonly #transport: Transporter;

  /** @param name how this machine calls itself in EHLO */
  constructor(server: MailServer, name: string, { connectMs, answerMs }: MailTimes = TIMES) {
    const { host, port, security, login, ca } = server;
    this.#server = server;
    this.#transport = createTransport({
      host,
      port,
      name,
      secure: security === 'TLS',
      requireTLS: security === 'STARTTLS',
      ignoreTLS: security === 'NONE',
      tls: { minVersion: 'TLSv1.2', ciphers: TLS_CIPHERS, ...(ca !== undefined && { ca }) },
      ...(login && { auth: { user: login.user, pass: login.password.reveal() } }),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** It does not throw for what the server answers. */
  async send({ letter, to, from, replyTo, messageId }: Mail): Promise<Attempt> {
    const { from: sender } = this.#server;
    if (![to, from.address, replyTo ?? to].every((address) => ADDRESS.accepts(address))) {
      return { outcome: 'REFUSED', why: 'not an address' };
    }
    try {
      await this.#transport.sendMail({
        envelope: { from: sender, to },
        from: { name: oneLine(from.name), address: from.address },
        // RFC 5322, 3.6.2: who sends it for the one whom it is from.
        ...(from.address !== sender && { sender }),
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        messageId,
        xMailer: false,
        headers: { 'Content-Language': letter.locale, 'Auto-Submitted': 'auto-generated' },
      });
      return { outcome: 'SENT' };
    } catch (error) {
      return attemptOf(error as NodemailerError);
    }
  }
}

/** The commands by which a server judges one mail; by any other it judges us. */
const OF_THE_MAIL: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);
const PERMANENT_FROM = 500;

function attemptOf({ code = 'UNKNOWN', command, response, responseCode, message }: NodemailerError): Attempt {
  const isOfMail = OF_THE_MAIL.has(command);
  if (responseCode === undefined) {
    // An address that the library itself refuses is refused by it each time.
    return code === 'EENVELOPE'
      ? { outcome: 'REFUSED', why: code }
      : { outcome: 'FAILED', why: `${code}: ${message}`, isServer: true };
  }
  const why = [command, responseCode, enhancedCode(response)].filter((part) => part !== undefined).join(' ');
  return isOfMail && responseCode >= PERMANENT_FROM
    ? { outcome: 'REFUSED', why }
    : { outcome: 'FAILED', why, isServer: !isOfMail };
}

/** RFC 3463. The rest of an answer mostly repeats the recipient's address, which no log shall have. */
function enhancedCode(response = ''): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
}
