/** A mail server for development: it accepts every mail, delivers no mail, and stores all for a person to read. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { CountedFault } from '../kit/faults/counted-fault.ts';
import type { MailFault, MailMode } from './mail-faults.ts';

/** Maximum number of stored mails, enough for any test. The oldest mails are removed. */
const MAILS_MAX = 1_000;
/** Maximum size of a mail. A receipt with a hundred lines has a tenth of it. */
const MAIL_BYTES_MAX = 1024 * 1024;
const CLOSE_MS_MAX = 100;

const REFUSALS: Partial<Record<MailMode, string>> = { '450': '4.2.1 Try later', '550': '5.1.1 No such mailbox' };

export interface KeptMail {
  /** 1 for the first mail. */
  readonly number: number;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** The envelope's sender and recipients. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** The header's sender. */
  readonly from: string;
  /** `[name, value]`, in the order of the message. */
  readonly headers: readonly (readonly [string, string])[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The received message, unchanged. */
  readonly raw: string;
}

export class Mailbox {
  readonly #fault = new CountedFault<Exclude<MailMode, 'NONE'>>();
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();
  #mails: KeptMail[] = [];
  #count = 0;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      size: MAIL_BYTES_MAX,
      closeTimeout: CLOSE_MS_MAX,
      onRcptTo: (_address, _session, done) => this.#checkRecipient(done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void this.#take(Buffer.concat(chunks), session).then(() => done(), done));
      },
    });
    // Errors of clients that disconnect or break the protocol are ignored.
    this.#server.on('error', () => undefined);
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  get mails(): readonly KeptMail[] {
    return this.#mails;
  }

  get fault(): MailFault {
    const { mode, count } = this.#fault.inForce;
    return { mode, count };
  }

  misbehave({ mode, count }: MailFault): void {
    this.#fault.set({ mode, count });
  }

  forget(): void {
    this.#mails = [];
  }

  /** @param port 0 lets the system choose @returns the port */
  async listen(host: string, port: number): Promise<number> {
    const listener = this.#server.listen(port, host);
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #checkRecipient(done: (error?: Error) => void): void {
    const refusal = REFUSALS[this.#fault.inForce.mode];
    if (refusal === undefined) {
      done();
      return;
    }
    const { mode } = this.#fault.take();
    done(Object.assign(new Error(refusal), { responseCode: Number(mode) }));
  }

  async #take(message: Buffer, session: SMTPServerSession): Promise<void> {
    const { mode } = this.#fault.take();
    if (mode === 'HANG') {
      return new Promise(() => undefined);
    }
    if (mode !== 'DROP') {
      await this.#keep(message, session);
    }
    if (mode === 'DROP' || mode === 'LOST_ACK') {
      this.#socketOf(session)?.destroy();
    }
  }

  async #keep(message: Buffer, { envelope: { mailFrom, rcptTo } }: SMTPServerSession): Promise<void> {
    const { from, headers, subject = '', text = '', html = '' } = await PostalMime.parse(message);
    this.#count += 1;
    this.#mails.push({
      number: this.#count,
      receivedAt: new Date().toISOString(),
      sender: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
      from: `${from?.name ?? ''} <${from?.address ?? ''}>`,
      headers: headers.map(({ originalKey, value }) => [originalKey, value]),
      subject,
      text,
      html,
      raw: message.toString('utf8'),
    });
    if (this.#mails.length > MAILS_MAX) {
      this.#mails.shift();
    }
  }

  #socketOf({ remotePort }: SMTPServerSession): Socket | undefined {
    return [...this.#sockets].find((socket) => socket.remotePort === remotePort);
  }
}
