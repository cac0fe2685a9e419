import { randomBytes } from 'node:crypto';
/** Merchants' profiles and passwords, stored beside a running gateway. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BDK, encrypted } from '../adapters/vault/terminal.ts';
import { amount, cardPayment, restOrder } from '../api/rest/operations/order.ts';
import { basic, PASSWORD, type Rig, startRig } from '../api/rest/rig.ts';
import { createAuthority } from '../support/certificates.ts';
import { bytesBelow, turnpike, turnpikeProcess } from './turnpike.ts';

const certificate = createAuthority('Example Client Authority').issue({ name: 'shop', use: 'client' });
const PAN = '5123450000000008';
const KEY_SERIAL_NUMBER = 'FFFF9876543210E00001';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ CLIENT_CERT_PROXIES: '127.0.0.1' });
});
afterAll(() => rig.close());

const run = (...args: string[]) => turnpike(rig.folder, args);

/** The operator's own folder, not the gateway's. */
const folder = mkdtempSync(join(tmpdir(), 'turnpike-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(content: unknown): string {
  files += 1;
  const path = join(folder, `profile-${files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const works = async (merchant: string, password: string) =>
  (await rig.api('GET', '/paymentOptionsInquiry', undefined, { merchant, authorization: basic(merchant, password) }))
    .status;

describe('merchant put', () => {
  it('refuses a route to an acquirer that is not configured, by name, and accepts one to an acquirer that is', async () => {
    const path = file({ id: 'ROUTED', name: 'Routed', acquirerRoutes: [{ acquirer: 'default' }, { acquirer: 'eu' }] });
    const refused = await run('merchant', 'put', path);
    expect([refused.code, refused.err.trim()]).toEqual([
      1,
      'acquirerRoutes.1.acquirer: there is no acquirer "eu"; there are default',
    ]);
    const env = { ACQUIRER_EU_URL: 'iso8583://127.0.0.1:1' };
    expect((await turnpike(rig.folder, ['merchant', 'put', path], env)).code).toBe(0);
  });

  it('creates a merchant that can pay at once', async () => {
    const path = file({ id: 'NEW-1', name: 'New' });
    expect(await turnpikeProcess(rig.folder, ['merchant', 'put', path, '--password', PASSWORD])).toEqual({
      code: 0,
      out: 'NEW-1 is stored.\n',
      err: '',
    });
    await restOrder(rig, { merchant: 'NEW-1' }).done('PAY', '1', cardPayment());
  });

  it('replaces a profile, which the gateway sees within moments, and keeps its password', async () => {
    await run('merchant', 'put', file({ id: 'NEW-2', name: 'New' }), '--password', PASSWORD);
    const order = restOrder(rig, { merchant: 'NEW-2' });
    await order.done('AUTHORIZE', '1', cardPayment());
    await order.refused('CAPTURE', '2', amount('13.00'));
    await run('merchant', 'put', file({ id: 'NEW-2', name: 'New', excessCapturePercent: 10 }));
    await expect
      .poll(async () => (await order.put('CAPTURE', '2', amount('13.00'))).status, { timeout: 30_000 })
      .toBe(201);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['no id', { name: 'X' }, ['id: ']],
    ['an id of other characters', { id: 'a b', name: 'X' }, ['id: 1 to 40 characters']],
    [
      'several wrong members, each named',
      { id: 'X', name: '', cardMasking: '4.4', voidWindowHours: 721, certificates: ['ab'], p2pe: { bdk: 'short' } },
      ['name: ', 'cardMasking: ', 'voidWindowHours: ', 'certificates.0: ', 'p2pe.bdk: 32 hex digits'],
    ],
  ])('refuses %s', async (_what, profile, messages) => {
    const { code, out, err } = await run('merchant', 'put', file(profile));
    expect([code, out]).toEqual([1, '']);
    for (const text of messages) {
      expect(err).toContain(text);
    }
    expect(err).not.toContain('    at ');
  });

  it('reports a file that is not JSON without its contents', async () => {
    const { code, err } = await run('merchant', 'put', file(`{"id":"X","p2pe":{"bdk":"${BDK}"},}`));
    expect(code).toBe(1);
    expect(err).toContain('is no JSON');
    expect(err).not.toContain(BDK.slice(0, 6));
  });

  it('reports a missing file', async () => {
    const { code, err } = await run('merchant', 'put', join(folder, 'nowhere.json'));
    expect(code).toBe(1);
    expect(err).toContain('nowhere.json');
    expect(err).not.toContain('    at ');
  });

  it.each([[[]], [['a.json', '--password']], [['a.json', '--pasword', 'x']], [['a.json', '--password', 'x', 'y']]])(
    'prints its usage: %j',
    async (args) => {
      const ran = await run('merchant', 'put', ...args);
      expect([ran.code, ran.err]).toEqual([2, 'turnpike merchant put FILE.json [--password VALUE]\n']);
    },
  );

  it('accepts no password in live mode', async () => {
    const path = file({ id: 'LIVE', name: 'Live' });
    const live = {
      TURNPIKE_MODE: 'live',
      PUBLIC_ORIGIN: 'https://pay.example',
      TURNPIKE_KEYS: randomBytes(32).toString('base64'),
      ACQUIRER_URL: 'iso8583s://acquirer.example:8583',
    };
    const { code, err } = await turnpike(rig.folder, ['merchant', 'put', path, '--password', 'x'], live);
    expect(code).toBe(2);
    expect(err).toContain('--password is for the sandbox');
    expect((await run('merchant', 'show', 'LIVE')).code).toBe(2);
  });
});

it('merchant put gives a live merchant only the named providers of the sandbox, and no http address', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'turnpike-live-'));
  const live = {
    TURNPIKE_MODE: 'live',
    PUBLIC_ORIGIN: 'https://pay.example',
    TURNPIKE_KEYS: randomBytes(32).toString('base64'),
    ACQUIRER_URL: 'iso8583s://acquirer.example:8583',
  };
  const inLive = (...args: string[]) => turnpike(elsewhere, args, live);
  await inLive('migrate');
  for (const [browserPayments, stored] of [
    [undefined, []],
    [['demoBank'], ['demoBank']],
  ]) {
    expect((await inLive('merchant', 'put', file({ id: 'LIVE', name: 'Live', browserPayments }))).err).toBe('');
    expect(JSON.parse((await inLive('merchant', 'show', 'LIVE')).out).browserPayments).toEqual(stored);
  }
  const notification = { url: 'http://localhost:3000/hook' };
  const refused = await inLive('merchant', 'put', file({ id: 'LIVE', name: 'Live', notification }));
  expect([refused.code, refused.err.includes('notification.url: live mode takes https alone')]).toEqual([1, true]);
  rmSync(elsewhere, { recursive: true, force: true });
});

describe('merchant password', () => {
  it('prints a new one, once, which with --keep 0 replaces the old one', async () => {
    await run('merchant', 'put', file({ id: 'PASS', name: 'Pass' }), '--password', PASSWORD);
    expect(await works('PASS', PASSWORD)).toBe(200);
    const { code, out, err } = await run('merchant', 'password', 'PASS', '--keep', '0');
    const password = out.trim();
    expect([code, err]).toEqual([0, 'Every password before it has ended.\n']);
    expect(password).toMatch(/^\S{16,}$/);
    // The gateway sees it within a second; each wrong guess before costs one of ten.
    await expect.poll(() => works('PASS', password), { timeout: 30_000, interval: 250 }).toBe(200);
    expect(await works('PASS', PASSWORD)).toBe(401);
    expect((await bytesBelow(rig.folder)).includes(password)).toBe(false);
    expect((await run('merchant', 'show', 'PASS')).out).not.toContain(password);
  });

  it.each(['show', 'password'])('%s of an unknown merchant reports that', async (verb) => {
    for (const args of [['NOBODY'], []]) {
      const ran = await run('merchant', verb, ...args);
      expect([ran.code, ran.out]).toEqual([2, '']);
      expect(ran.err).toContain('There is no merchant');
    }
  });
});

it('merchant list names each merchant on a line, with whether it has a password', async () => {
  await run('merchant', 'put', file({ id: 'BARE', name: 'Bare' }));
  await run('merchant', 'put', file({ id: 'ODD', name: 'Odd\nTESTSHOP\u001b[2J' }));
  const { out } = await run('merchant', 'list');
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      'BARE\tBare\tno password',
      'ODD\tOdd\\u{a}TESTSHOP\\u{1b}[2J\tno password',
      'TESTSHOP\tExample Shop\tpassword set',
    ]),
  );
});

it.each([[[]], [['merchant']], [['merchants', 'list']], [['refund', 'lists']], [['constructor']]])(
  'an unknown command, %j, is answered with the list of all',
  async (args) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    for (const words of ['merchant put', 'refund approve', 'migrate']) {
      expect(err).toContain(`turnpike ${words}`);
    }
  },
);

describe('a key for point-to-point encryption', () => {
  const permissions = { unmask: true, standaloneRefund: true, standaloneCapture: true };
  const profile = {
    id: 'TILL',
    name: 'Till',
    p2pe: { bdk: BDK },
    permissions,
    certificates: [certificate.fingerprint],
  };
  const { bdk: _bdk, ...message } = encrypted(Buffer.from(PAN, 'latin1'), KEY_SERIAL_NUMBER);
  const expiry = { month: '1', year: '39' };
  const from = (p2pe: object) => ({ sourceOfFunds: { type: 'CARD', provided: { card: { p2pe, expiry } } } });
  const headers = { 'Client-Cert': `:${certificate.der.toString('base64')}:` };
  const till = () => restOrder(rig, { merchant: 'TILL' });

  beforeAll(async () => {
    expect((await run('merchant', 'put', file(profile), '--password', PASSWORD)).code).toBe(0);
  });

  it('is stored sealed: no file of the gateway has it, in clear or as bytes', async () => {
    await till().done('PAY', '1', cardPayment(from(message)));
    const bytes = await bytesBelow(rig.folder);
    const key = Buffer.from(BDK, 'hex');
    for (const form of [BDK, BDK.toLowerCase(), key.toString('base64'), Buffer.from(BDK).toString('base64')]) {
      expect(bytes.includes(form.replace(/=+$/, ''))).toBe(false);
    }
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes('sealed:')).toBe(true);
    expect(rig.logged.join('')).not.toContain(BDK.slice(0, 12));
  });

  it('is stored, and not shown', async () => {
    const { out } = await run('merchant', 'show', 'TILL');
    expect(JSON.parse(out).p2pe).toEqual({ bdk: '[held]' });
    expect(out).not.toContain('sealed:');
  });

  it('decrypts cards of the merchant’s terminals for an authorization, a capture and a refund to the same card', async () => {
    const order = till();
    const { json, text } = await order.done('AUTHORIZE', '1', cardPayment(from({ ...message, cardBin: '512345' })));
    expect(json).toMatchObject({
      result: 'SUCCESS',
      sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008', brand: 'MASTERCARD' } } },
    });
    expect(text).not.toContain(message.payload);
    await order.done('CAPTURE', '2', amount('12.00'));
    await order.done('REFUND', '3', amount('12.00'));
    expect(order.ledger()).toEqual([
      'AUTHORIZATION 12.00 EUR APPROVED',
      'CAPTURE 12.00 EUR APPROVED',
      'REFUND 12.00 EUR APPROVED',
    ]);
    expect((await bytesBelow(rig.folder)).includes(PAN)).toBe(false);
  });

  it('decrypts cards for standalone transactions too', async () => {
    const capture = { ...amount('5.00', { authorizationCode: 'A1B2C3' }), ...from(message) };
    expect((await till().done('CAPTURE', '1', capture)).json.result).toBe('SUCCESS');
    expect((await till().done('REFUND', '1', { ...amount('5.00'), ...from(message) })).json.result).toBe('SUCCESS');
  });

  it('a repeat is recognized by the card, and another card under the same ids is refused', async () => {
    const order = till();
    const first = await order.done('PAY', '1', cardPayment(from(message)));
    expect((await order.put('PAY', '1', cardPayment(from(message)))).text).toBe(first.text);
    const { bdk: _other, ...other } = encrypted(Buffer.from('4508750015741019', 'latin1'), KEY_SERIAL_NUMBER);
    expect((await order.refused('PAY', '1', cardPayment(from(other)))).json.error.explanation).toContain(
      'not a repeat',
    );
  });

  it('a card that differs from the stated one is refused, without an effect', async () => {
    const reply = await till().refused('PAY', '1', cardPayment(from({ ...message, cardBin: '400000' })));
    expect(reply.json.error.field).toBe('sourceOfFunds.provided.card.p2pe.cardBin');
    expect(reply.text).not.toContain('512345');
  });

  it.each<[string, object]>([
    ['AUTHORIZE', cardPayment()],
    ['PAY', cardPayment()],
    ['VERIFY', cardPayment()],
    ['CAPTURE', amount('5.00', { authorizationCode: 'A1B2C3' })],
    ['REFUND', amount('5.00')],
  ])(
    '%s is declined where the terminal reports that its encryption failed, without a call to the acquirer',
    async (operation, body) => {
      const order = till();
      const { json } = await order.done(operation, '1', {
        ...body,
        ...from({ ...message, encryptionState: 'INVALID' }),
      });
      expect([json.result, json.response.gatewayCode, json.order.status]).toEqual(['FAILURE', 'DECLINED', 'FAILED']);
      expect(json.sourceOfFunds.provided.card.number).toBeUndefined();
      expect(order.ledger()).toEqual([]);
    },
  );

  it('an unreadable card cannot be unmasked, and no access is recorded', async () => {
    const order = restOrder(rig, { merchant: 'TILL', authorization: null, headers });
    const unmask = { responseControls: { sensitiveData: 'UNMASK' } };
    const failed = await order.done('AUTHORIZE', '1', {
      ...cardPayment(from({ ...message, encryptionState: 'INVALID' })),
      ...unmask,
    });
    expect(failed.json.response.gatewayCode).toBe('DECLINED');
    const read = await order.done('AUTHORIZE', '2', { ...cardPayment(from(message)), ...unmask });
    expect(read.json.sourceOfFunds.provided.card.number).toBe(PAN);
    expect(unmaskings(order.id)).toEqual(['2']);
  });

  it('without the key, a merchant’s encrypted card is refused by its group’s name', async () => {
    const reply = await restOrder(rig).refused('PAY', '1', cardPayment(from(message)));
    expect(reply.json.error).toMatchObject({
      field: 'sourceOfFunds.provided.card.p2pe',
      validationType: 'UNSUPPORTED',
    });
  });
});

/** The order's transactions with a recorded access to the card number. */
function unmaskings(orderId: string): string[] {
  const db = new Database(join(rig.folder, 'turnpike.db'), { readonly: true });
  const rows = db
    .prepare<[string], { transaction_id: string }>(
      'select transaction_id from unmasking where order_id = ? order by key',
    )
    .all(orderId);
  db.close();
  return rows.map(({ transaction_id }) => transaction_id);
}
