/** Mails sent to real mail servers on this machine: with TLS, with a login, with names that would forge headers. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Letter } from '../../../src/adapters/receipts/letter.ts';
import { type Mail, type MailServer, SmtpMailer } from '../../../src/adapters/receipts/smtp-mailer.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { createAuthority } from '../../support/certificates.ts';

const SENDER = 'receipts@pay.example';
const letter: Letter = { subject: 'Your receipt', text: 'Thank you.\n', html: '<p>Thank you.</p>\n', locale: 'en' };
const mail: Mail = {
  letter,
  to: 'payer@mail.example',
  from: { name: 'Example Shop', address: SENDER },
  messageId: '<1@pay.example>',
};
const login = { user: 'turnpike', password: new Secret('s3cret-pass') };
const authority = createAuthority('Example Authority');
const issued = authority.issue({ name: 'mail', use: 'server', hosts: ['localhost', '127.0.0.1'] });
const tls = { key: issued.key, cert: issued.cert };

async function mailbox(): Promise<{ readonly box: Mailbox; readonly server: MailServer }> {
  const box = new Mailbox();
  const port = await box.listen('127.0.0.1', 0);
  onTestFinished(() => box.close());
  return { box, server: { host: '127.0.0.1', port, security: 'NONE', from: SENDER } };
}

interface Heard {
  readonly port: number;
  /** Received logins, and the number of mails. */
  readonly logins: string[];
  readonly mails: string[];
}

async function server(options: SMTPServerOptions): Promise<Heard> {
  const [logins, mails]: [string[], string[]] = [[], []];
  const smtp = new SMTPServer({
    ...options,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(`${username} ${password}`);
      const isRight = password === login.password.reveal();
      done(isRight ? null : new Error('no'), isRight ? { user: username } : undefined);
    },
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk));
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  smtp.on('error', () => undefined);
  const listener = smtp.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return { port: (listener.address() as AddressInfo).port, logins, mails };
}

const send = (to: Partial<MailServer> & { readonly port: number }, one: Partial<Mail> = {}) =>
  new SmtpMailer({ host: 'localhost', security: 'STARTTLS', from: SENDER, ...to }, 'pay.example').send({
    ...mail,
    ...one,
  });

describe('a connection', () => {
  it.each(['TLS', 'STARTTLS'] as const)(
    'by %s sends login and mail to a server with a valid certificate',
    async (security) => {
      const heard = await server({ ...tls, secure: security === 'TLS' });
      expect(await send({ port: heard.port, security, login, ca: authority.cert })).toEqual({ outcome: 'SENT' });
      expect(heard.logins).toEqual(['turnpike s3cret-pass']);
      expect(heard.mails).toHaveLength(1);
    },
  );

  it.each(['TLS', 'STARTTLS'] as const)(
    'by %s sends neither login nor mail to a server of an unknown authority',
    async (security) => {
      const heard = await server({ ...tls, secure: security === 'TLS' });
      expect(await send({ port: heard.port, security, login })).toMatchObject({ outcome: 'FAILED', isServer: true });
      expect([heard.logins, heard.mails]).toEqual([[], []]);
    },
  );

  it('sends neither login nor mail to a server whose certificate is for another name', async () => {
    const other = authority.issue({ name: 'other', use: 'server', hosts: ['mail.example'] });
    const heard = await server({ key: other.key, cert: other.cert });
    expect(await send({ port: heard.port, login, ca: authority.cert })).toMatchObject({
      outcome: 'FAILED',
      isServer: true,
    });
    expect([heard.logins, heard.mails]).toEqual([[], []]);
  });

  it('sends neither password nor address to a server without STARTTLS', async () => {
    const heard = await server({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    expect(await send({ port: heard.port, login, ca: authority.cert })).toMatchObject({
      outcome: 'FAILED',
      isServer: true,
    });
    expect([heard.logins, heard.mails]).toEqual([[], []]);
  });

  it('with a wrong password is a temporary failure, without password or address in the error', async () => {
    const heard = await server({ ...tls });
    const attempt = await send({
      port: heard.port,
      ca: authority.cert,
      login: { ...login, password: new Secret('wr0ng') },
    });
    expect(attempt).toMatchObject({ outcome: 'FAILED', isServer: true, why: expect.stringContaining('535') });
    expect(JSON.stringify(attempt)).not.toMatch(/wr0ng|payer@/);
  });

  it('to a closed port is a temporary failure', async () => {
    const { box, server: at } = await mailbox();
    await box.close();
    expect(await send(at)).toMatchObject({ outcome: 'FAILED', isServer: true });
  });

  it('to a silent server times out', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) {
        socket.destroy();
      }
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const at: MailServer = { host: '127.0.0.1', port, security: 'NONE', from: SENDER };
    const mailer = new SmtpMailer(at, 'pay.example', { connectMs: 50, answerMs: 50 });
    expect(await mailer.send(mail)).toMatchObject({ outcome: 'FAILED', isServer: true });
  });
});

describe('an answer', () => {
  it.each([
    ['450', { outcome: 'FAILED', why: 'RCPT TO 450 4.2.1', isServer: false }],
    ['550', { outcome: 'REFUSED', why: 'RCPT TO 550 5.1.1' }],
  ] as const)('%s to the recipient is %o', async (mode, expected) => {
    const { box, server: at } = await mailbox();
    box.misbehave({ mode, count: 1 });
    expect(await send(at)).toEqual(expected);
    expect(box.mails).toEqual([]);
  });

  it('that is lost leaves open whether the mail was accepted', async () => {
    const { box, server: at } = await mailbox();
    box.misbehave({ mode: 'LOST_ACK', count: 1 });
    expect(await send(at)).toMatchObject({ outcome: 'FAILED', isServer: true });
    expect(box.mails).toHaveLength(1);
  });
});

describe('a header', () => {
  const forged = 'Shop\r\nBcc: victim@mail.example\r\n\r\n<h1>Pay again</h1>';

  it('cannot be forged by a name', async () => {
    const { box, server: at } = await mailbox();
    await send(at, { from: { name: forged, address: SENDER } });
    const [kept] = box.mails;
    expect(kept?.recipients).toEqual(['payer@mail.example']);
    expect(kept?.headers.map(([name]) => name.toLowerCase()).sort()).toEqual([
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    expect(new Map(kept?.headers).get('From')).toContain(`<${SENDER}>`);
    expect(kept?.text.trim()).toBe('Thank you.');
  });

  it('names the sender for a shop with an address of its own', async () => {
    const { box, server: at } = await mailbox();
    await send(at, {
      from: { name: 'Büro & Söhne, "AG"', address: 'shop@büro.example' },
      replyTo: 'help@shop.example',
    });
    const headers = new Map(box.mails[0]?.headers);
    expect(box.mails[0]?.from).toBe('Büro & Söhne, "AG" <shop@xn--bro-hoa.example>');
    expect(headers.get('Sender')).toBe(SENDER);
    expect(headers.get('Reply-To')).toBe('help@shop.example');
    expect(box.mails[0]?.sender).toBe(SENDER);
  });

  it('accepts a recipient in an internationalized domain', async () => {
    const { box, server: at } = await mailbox();
    expect(await send(at, { to: 'payer@büro.example' })).toEqual({ outcome: 'SENT' });
    expect(new Map(box.mails[0]?.headers).get('To')).toBe('payer@xn--bro-hoa.example');
    // The server converts the domain of the envelope back to Unicode.
    expect(box.mails[0]?.recipients).toEqual(['payer@büro.example']);
  });

  it.each(['a@b.example>\r\nRCPT TO:<victim@mail.example', 'a@b.example\nBcc: c@d.example'])(
    'refuses two addresses in one, as does the envelope: %j',
    async (to) => {
      const { box, server: at } = await mailbox();
      expect(await send(at, { to })).toMatchObject({ outcome: 'REFUSED' });
      expect(box.mails).toEqual([]);
    },
  );
});
