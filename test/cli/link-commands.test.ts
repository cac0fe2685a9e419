/** The commands about links: made by nothing but a shell, beside a running gateway. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../../src/sandbox/mail/mailbox.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { hands, wordsOf } from '../checkout/hands.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { browse, post, submit } = hands(() => rig);

const run = (...args: string[]) =>
  turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl, PUBLIC_ORIGIN: 'http://localhost:8080' });

async function create(...args: string[]) {
  const made = await run('link', 'create', 'TESTSHOP', ...args);
  const [url = ''] = made.out.split('\n');
  return { ...made, url, path: url.replace('http://localhost:8080', ''), id: url.split('/').at(-1) ?? '' };
}

it('a merchant without orders is removed with its links', async () => {
  await rig.merchant({ id: 'LEAVING', name: 'Leaving' });
  const { out } = await run('link', 'create', 'LEAVING', '--currency', 'EUR', '--amount', '5.00');
  const path = new URL(out.split('\n')[0] ?? '').pathname;
  const start = /name="start" value="([^"]*)"/.exec((await browse(path)).text)?.[1] ?? '';
  expect((await post(path, { start })).status).toBe(303);
  const kept = async () => [
    (await rig.rows('select * from payment_link')).length,
    (await rig.rows('select * from link_order')).length,
  ];
  const [links = 0, orders = 0] = await kept();
  expect(await run('merchant', 'remove', 'LEAVING')).toMatchObject({ code: 0 });
  expect(await kept()).toEqual([links - 1, orders - 1]);
  expect((await browse(path)).status).toBe(404);
});

describe('turnpike link', () => {
  it('makes a link that a payer pays once, and shows its order', async () => {
    const made = await create('--currency', 'EUR', '--amount', '24.00', '--once', '--description', 'Bread course');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('24 EUR, once. Whoever has the link can pay.');
    const page = await browse(made.path);
    expect(wordsOf(page)).toContain('Bread course');
    const start = /name="start" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const { headers } = await post(made.path, { start });
    await submit(String(headers.location).replace('/checkout/pay/', ''));
    const { out } = await run('link', 'show', made.id);
    const [line, url, order] = out.split('\n');
    expect(line).toBe([made.id, 'PAID', '24 EUR', '1 of 1 paid', 'Bread course'].join('\t'));
    expect(url).toBe(made.url);
    expect(order).toMatch(/^order\t[0-9A-Z-]{14}\tCAPTURED\t2/);
    expect((await run('link', 'list', 'TESTSHOP')).out).toContain(`${line}\n`);
  });

  it('ends a link', async () => {
    const { id, path } = await create('--currency', 'JPY', '--max', '5000');
    expect((await run('link', 'end', id)).out).toBe(`${id} has ended: nobody can pay by it any more.\n`);
    expect((await run('link', 'end', id)).out).toBe(`${id} had ended before.\n`);
    expect(wordsOf(await browse(path))).toContain('This link is no longer valid');
  });

  it('draws a link as a QR code, and serves the same picture', async () => {
    const { id, url, path } = await create('--currency', 'EUR', '--amount', '5');
    const files = ['link.png', 'link.svg'].map((name) => join(rig.folder, name));
    for (const file of files) {
      expect(await run('link', 'qr', id, file)).toMatchObject({ code: 0, err: '' });
    }
    const [png, svg] = await Promise.all(files.map((file) => readFile(file)));
    const { width, height, data } = PNG.sync.read(png as Buffer);
    expect(decodeQR({ width, height, data })).toBe(url);
    const served = await browse(`${path}/qr.svg`);
    expect([served.headers['content-type'], served.text]).toEqual(['image/svg+xml', svg?.toString()]);
    expect((await browse(`${path}/qr.png`)).headers['content-type']).toBe('image/png');
    expect((await browse('/checkout/link/0000000000000000/qr.png')).status).toBe(404);
    expect((await run('link', 'qr', id, 'link.gif')).code).toBe(2);
  });

  it('mails a link in the language of its payer, and stores neither mail nor address', async () => {
    const box = new Mailbox();
    const port = await box.listen('127.0.0.1', 0);
    const mail = (id: string, ...args: string[]) =>
      turnpike(rig.folder, ['link', 'mail', id, ...args], {
        DATABASE_URL: rig.databaseUrl,
        PUBLIC_ORIGIN: 'http://localhost:8080',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'pay@pay.example',
      });
    const { id, url } = await create('--currency', 'EUR', '--amount', '1250', '--description', 'A\r\nBcc: <b>all</b>');
    expect(await mail(id, 'payer@mail.example', '--language', 'de')).toMatchObject({ code: 0, err: '' });
    const [sent] = box.mails;
    expect(sent?.recipients).toEqual(['payer@mail.example']);
    expect(sent?.subject).toContain('Ihr Zahlungslink von ');
    expect(sent?.text).toContain('bittet Sie um eine Zahlung von 1.250,00\u00a0€.');
    expect(sent?.text).toContain(`Weiter zur Zahlung: ${url}`);
    expect(sent?.html).toContain(`href="${url}"`);
    expect(sent?.html).not.toContain('<b>all</b>');
    expect(sent?.headers.map(([name]) => name.toLowerCase())).not.toContain('bcc');
    expect((await rig.dump()).includes('payer@mail.example')).toBe(false);
    expect((await mail(id, 'no address')).err).toContain('is no e-mail address');
    await run('link', 'end', id);
    expect((await mail(id, 'payer@mail.example')).err).toContain('it is not mailed');
    expect(box.mails).toHaveLength(1);
    await box.close();
  });

  it.each([
    [['--amount', '5'], '--currency'],
    [['--currency', 'EUR'], '--max: a link needs it'],
    [['--currency', 'EUR', '--amount', 'five'], '--amount'],
    [['--currency', 'JPY', '--amount', '1.5'], '--amount: JPY has 0 decimal places'],
    [['--currency', 'EUR', '--amount', '5', '--until', '2020-01-01T00:00:00Z'], '--until: a time to come'],
    [['--currency', 'EUR', '--amount', '5', '--once', '--payments', '2'], 'turnpike link create'],
    [['--currency', 'EUR', '--amount', '5', '--colour', 'red'], 'turnpike link create'],
  ])('create %j says what is wrong', async (args, words) => {
    const { code, err } = await create(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  });

  it('names a link or merchant that does not exist, without its control characters', async () => {
    const { code, err } = await run('link', 'show', 'no\u001b[31m');
    expect([code, err]).toEqual([2, expect.stringContaining('There is no link no\\u{1b}[31m')]);
    expect((await run('link', 'list', 'NOBODY')).code).toBe(2);
  });
});
