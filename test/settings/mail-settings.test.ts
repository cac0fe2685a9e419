import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMail } from '../../src/settings/mail-settings.ts';
import { createAuthority } from '../support/certificates.ts';

const MAIL_FROM = 'receipts@pay.example';

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, security: 'STARTTLS' }],
    ['smtp://mail.example:2525/', { host: 'mail.example', port: 2525, security: 'STARTTLS' }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, security: 'TLS' }],
    ['smtp://10.0.0.1', { host: '10.0.0.1', port: 587, security: 'STARTTLS' }],
    ['smtp://localhost:25', { host: 'localhost', port: 25, security: 'NONE' }],
    ['smtp://127.0.0.2:25', { host: '127.0.0.2', port: 25, security: 'NONE' }],
    ['smtp://[::1]:25', { host: '::1', port: 25, security: 'NONE' }],
    ['smtps://localhost:465', { host: 'localhost', port: 465, security: 'TLS' }],
    ['smtp://localhost.mail.example', { host: 'localhost.mail.example', port: 587, security: 'STARTTLS' }],
  ])('gives for %s the server %o', (SMTP_URL, server) => {
    expect(readMail({ SMTP_URL, MAIL_FROM })).toEqual({ ...server, from: MAIL_FROM });
  });

  it('may have a login, whose password is in no log line and no JSON', () => {
    const mail = readMail({ SMTP_URL: 'smtp://me%40pay.example:p%3Aw@mail.example', MAIL_FROM });
    expect([mail?.login?.user, mail?.login?.password.reveal()]).toEqual(['me@pay.example', 'p:w']);
    expect(JSON.stringify(mail)).not.toContain('p:w');
  });

  it.each([
    'mail.example:587',
    'http://mail.example',
    'smtp://',
    'smtp://user@mail.example',
    'smtp://:s3cret@mail.example',
    'smtp://%ff:s3cret@mail.example',
    'smtp://user:s3cret@mail.example/box',
    'smtp://user:s3cret@mail.example?x=1',
    'smtp://user:s3cret@mail.example:0',
    'smtp://user:s3cret@mail.example:99999',
  ])('%s cannot be used, and the line does not repeat it', (SMTP_URL) => {
    const read = () => readMail({ SMTP_URL, MAIL_FROM });
    expect(read).toThrow(/^SMTP_URL cannot be used: it takes [^\n]+$/);
    expect(read).not.toThrow(/s3cret/);
  });
});

describe('MAIL_FROM', () => {
  it('is required with a mail server, and refused without one', () => {
    expect(() => readMail({ SMTP_URL: 'smtp://mail.example' })).toThrow(/^SMTP_URL is set without MAIL_FROM/);
    expect(() => readMail({ MAIL_FROM })).toThrow(/^MAIL_FROM is set without SMTP_URL/);
    expect(readMail({})).toBeUndefined();
  });

  it.each(['Example <a@b.example>', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 'nobody'])(
    '%j is refused as an address',
    (from) => {
      expect(() => readMail({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })).toThrow(/^MAIL_FROM="[^\n]+$/);
    },
  );
});

describe('SMTP_CA', () => {
  it('is a PEM file, and is accepted only for a connection with TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-mail-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [SMTP_CA, { cert }] = [join(folder, 'ca.pem'), createAuthority('Example Authority')];
    writeFileSync(SMTP_CA, cert);
    expect(readMail({ SMTP_URL: 'smtp://mail.example', SMTP_CA, MAIL_FROM })?.ca).toBe(cert);
    expect(() => readMail({ SMTP_URL: 'smtp://localhost', SMTP_CA, MAIL_FROM })).toThrow(/^SMTP_CA is set/);
    expect(() => readMail({ SMTP_CA })).toThrow(/^SMTP_CA is set without SMTP_URL/);
    expect(() => readMail({ SMTP_URL: 'smtp://mail.example', SMTP_CA: join(folder, 'none'), MAIL_FROM })).toThrow(
      /^SMTP_CA=.* cannot be read/,
    );
  });
});
