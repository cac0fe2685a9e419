/** The mails that the sandbox's mail server received, as JSON and as a page. */
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSandboxApp } from '../../../src/sandbox/kit/http/http-app.ts';
import { addMails } from '../../../src/sandbox/mail/mail-routes.ts';
import { Mailbox } from '../../../src/sandbox/mail/mailbox.ts';

const mailbox = new Mailbox();
const app = createSandboxApp();
let port: number;

beforeAll(async () => {
  port = await mailbox.listen('127.0.0.1', 0);
  addMails(app, mailbox, `smtp://127.0.0.1:${port}`);
  await app.ready();
});
beforeEach(() => mailbox.forget());
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

const send = (subject: string) =>
  createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({
    from: 'Shop <shop@shop.example>',
    to: 'payer@mail.example',
    subject,
    text: 'Thank you.',
    html: '<p onclick="alert(1)">Thank you.</p><script>alert(1)</script>',
  });
const get = (url: string, accept = '*/*') => app.inject({ url, headers: { host: 'localhost', accept } });
const put = (payload: object) =>
  app.inject({ method: 'PUT', url: '/mails/faults', headers: { host: 'localhost' }, payload });

it('mails are listed as JSON for a tool, until they are cleared', async () => {
  await send('Your receipt');
  expect((await get('/mails')).json()).toMatchObject([
    {
      sender: 'shop@shop.example',
      recipients: ['payer@mail.example'],
      from: 'Shop <shop@shop.example>',
      subject: 'Your receipt',
    },
  ]);
  const { statusCode } = await app.inject({ method: 'DELETE', url: '/mails', headers: { host: 'localhost' } });
  expect([statusCode, (await get('/mails')).json()]).toEqual([204, []]);
});

it('mails are shown on a page for a person, and run no code in it', async () => {
  await send('<script>alert(1)</script>');
  const page = await get('/mails', 'text/html');
  expect(page.body).toContain('&lt;script>alert(1)&lt;/script>');
  expect(page.body).not.toContain('<script');
  const [, number] = /src="\/mails\/(\d+)\/html"/.exec(page.body) ?? [];
  const shown = await get(`/mails/${number}/html`);
  expect(shown.body).toContain('Thank you.');
  expect(shown.headers['content-security-policy']).toMatch(/^sandbox allow-popups; default-src 'none'/);
  expect((await get(`/mails/${number}/raw`)).headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await get('/mails/999/html')).statusCode).toBe(404);
});

it('an empty page names the address to which mails come', async () => {
  expect((await get('/mails', 'text/html')).body).toContain(`smtp://127.0.0.1:${port}`);
});

it('mails are refused as often as a test sets it', async () => {
  expect((await put({ mode: '550', count: 1 })).json()).toEqual({ mode: '550', count: 1 });
  await expect(send('one')).rejects.toMatchObject({ responseCode: 550 });
  await send('two');
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['two']);
  expect((await put({ mode: 'SING' })).statusCode).toBe(400);
});
