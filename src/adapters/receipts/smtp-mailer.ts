/**
 * Submits mails to the operator's mail server by SMTP (RFC 5321, submission as in RFC 6409), one connection for each
 * mail. A server on another machine must use TLS with a valid certificate; otherwise neither mail nor password is sent.
 */
import { createTransport, type NodemailerError, type Transporter } from 'nodemailer';
import type { Secret } from '../../contract/secret.ts';
import { email } from '../../contract/web-types.ts';
import { TLS_CIPHERS } from '../../platform/tls-ciphers.ts';
import type { Letter } from './letter.ts';
import { oneLine } from './one-line.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * TLS: the connection starts with TLS. STARTTLS: the server must offer STARTTLS. NONE: without TLS, only for a server
   * on this machine.
   */
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  readonly login?: { readonly user: string; readonly password: Secret };
  /** Trusted certificate authorities, PEM. Absent: those of Node. */
  readonly ca?: string;
  /**
   * The envelope's sender, to which bounces are sent. Also the visible sender for merchants without an e-mail address.
   */
  readonly from: string;
}

export interface Mail {
  readonly letter: Letter;
  readonly to: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo?: string;
  /** The Message-ID, `<unique@domain>`, which is the same in each attempt. */
  readonly messageId: string;
  /** The address at which mail programs switch such mails off by one click (RFC 8058). */
  readonly unsubscribe?: string;
}

/**
 * The result of an attempt. `REFUSED`: the server permanently rejects this mail or recipient. `FAILED`: later attempts
 * may succeed; with `isServer`, other mails would fail too.
 */
export type MailAttempt =
  | { readonly outcome: 'SENT' }
  | { readonly outcome: 'REFUSED'; readonly why: string }
  | { readonly outcome: 'FAILED'; readonly why: string; readonly isServer: boolean };

/**
 * The time limits. RFC 5321, section 4.5.3.2, allows minutes, but a submission server responds within seconds, and
 * other mails wait.
 */
export interface MailTimes {
  readonly connectMs: number;
  readonly answerMs: number;
}
const TIMES: MailTimes = { connectMs: 10_000, answerMs: 30_000 };

/** Accepts exactly one plain address: additional text would be parsed as a list or as a header. */
const ADDRESS = email();

export class SmtpMailer {
  readonly #server: MailServer;
  readonly #transport: Transporter;

  /** @param name the name of this machine in EHLO */
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
      tls: { minVersion: 'TLSv1.2', ciphers: TLS_CIPHERS, ca },
      auth: login && { user: login.user, pass: login.password.reveal() },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Does not throw for responses of the server. */
  async send({ letter, to, from, replyTo, messageId, unsubscribe }: Mail): Promise<MailAttempt> {
    const { from: sender } = this.#server;
    if (![to, from.address, replyTo ?? to].every((address) => ADDRESS.accepts(address))) {
      return { outcome: 'REFUSED', why: 'not an address' };
    }
    try {
      await this.#transport.sendMail({
        envelope: { from: sender, to },
        from: { name: oneLine(from.name), address: from.address },
        // The agent that sends the mail for its author (RFC 5322, section 3.6.2).
        sender: from.address === sender ? undefined : sender,
        to: { name: '', address: to },
        replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        messageId,
        xMailer: false,
        headers: {
          'Content-Language': letter.locale,
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      return { outcome: 'SENT' };
    } catch (error) {
      return attemptOf(error as NodemailerError);
    }
  }
}

/** The commands at which a server rejects a single mail. If it rejects other commands, no mail can be sent. */
const OF_THE_MAIL: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);
const PERMANENT_FROM = 500;

function attemptOf({ code = 'UNKNOWN', command, response, responseCode, message }: NodemailerError): MailAttempt {
  const isOfMail = OF_THE_MAIL.has(command);
  if (responseCode === undefined) {
    // The library has rejected an address, which would fail in each attempt.
    return code === 'EENVELOPE'
      ? { outcome: 'REFUSED', why: code }
      : { outcome: 'FAILED', why: `${code}: ${message}`, isServer: true };
  }
  const why = [command, responseCode, enhancedCode(response)].filter((part) => part !== undefined).join(' ');
  return isOfMail && responseCode >= PERMANENT_FROM
    ? { outcome: 'REFUSED', why }
    : { outcome: 'FAILED', why, isServer: !isOfMail };
}

/**
 * The enhanced status code, RFC 3463. The remaining text of a response usually repeats the recipient's address, which
 * must not be logged.
 */
function enhancedCode(response = ''): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
}
