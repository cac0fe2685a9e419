/** A payer pays on the hosted page, and the receipt is mailed: the whole gateway, and a real mail server. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { type KeptMail, Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { newOrderId, type Rig, startRig } from '../../api/rest/rig.ts';
import { cardForm, hands, wordsOf } from '../../checkout/hands.ts';

const FROM = 'receipts@pay.example';
const EMAIL = 'payer@mail.example';
/** Half a minute at the sandbox's bank takes half a second. */
const SPEED = 60;
/** A mail is sent within two polls, half a second each. */
const waiting = { timeout: 50_000, interval: 20 };

const mailbox = new Mailbox();
let rig: Rig;

beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  rig = await startRig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM }, SPEED);
});
afterEach(() => {
  mailbox.misbehave({ mode: 'NONE', count: null });
  mailbox.forget();
});
afterAll(async () => {
  await rig.close();
  await mailbox.close();
});

const { browse, checkout, submit } = hands(() => rig);

const customer = { email: EMAIL };
const order = {
  description: 'Things for good coffee',
  item: [{ name: 'Hand grinder', quantity: '1', unitPrice: '10.00' }],
};
const paid = cardForm('01/39');

async function arrives(count = 1): Promise<readonly KeptMail[]> {
  await vi.waitUntil(() => mailbox.mails.length >= count, waiting);
  return mailbox.mails;
}

/** Waits until no receipt is left to be mailed: the rows of abandoned ones stay, due after some weeks. */
async function isDone(): Promise<void> {
  const left = async () => (await rig.rows('select * from receipt_mail where due_at - created_at < 864000000')).length;
  await vi.waitUntil(async () => (await left()) === 0, waiting);
}

/** The words of the paid checkout's page about the mail. */
async function announced(id: string): Promise<string | undefined> {
  const words = wordsOf(await browse(`/checkout/pay/${id}`));
  expect(words).toContain('Receipt number');
  return /(?:Receipt sent|sending the receipt) to \S+/.exec(words)?.[0];
}

const tries = async (outcome: string): Promise<number> => {
  const { text } = await rig.call('GET', '/metrics');
  return Number(
    new RegExp(`^turnpike_receipt_mail_tries_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1],
  );
};

describe('a payment on the hosted page', () => {
  it('is mailed once, to the address of the checkout, with the paid amount', async () => {
    const { id, order: orderId } = await checkout({
      customer,
      order,
      interaction: {
        merchant: { name: 'Harbour Lane Books', address: { line1: '1 Harbour Lane' }, email: 'help@shop.example' },
      },
    });
    await submit(id, paid);
    const [mail] = await arrives();
    await isDone();
    expect(mailbox.mails).toHaveLength(1);
    expect(await announced(id)).toBe('Receipt sent to p•••@mail.example');
    expect([mail?.sender, mail?.recipients, mail?.subject]).toEqual([
      FROM,
      [EMAIL],
      'Your receipt from Harbour Lane Books',
    ]);
    const headers = new Map(mail?.headers);
    expect(headers.get('From')).toBe(`Harbour Lane Books <${FROM}>`);
    expect(headers.get('To')).toBe(EMAIL);
    expect(headers.get('Reply-To')).toBe('help@shop.example');
    expect(headers.get('Auto-Submitted')).toBe('auto-generated');
    expect(headers.get('Content-Type')).toMatch(/^multipart\/alternative;/);
    const { json } = await rig.api('GET', `/order/${orderId}`);
    const [transaction] = json.transaction;
    for (const said of [mail?.text, mail?.html]) {
      for (const fact of [
        'Harbour Lane Books',
        '1 Harbour Lane',
        'Things for good coffee',
        'Hand grinder',
        '€10.00',
        'Mastercard ending in 0008',
        orderId,
        transaction.transaction.receipt,
        transaction.transaction.authorizationCode,
        'help@shop.example',
      ]) {
        expect(said).toContain(fact);
      }
      expect(said).not.toContain(id);
      expect(said).not.toContain('5123450000000008');
    }
  });

  it('is mailed with the address of its status page, which needs no password', async () => {
    const { id } = await checkout({ customer, order });
    await submit(id, paid);
    const [mail] = await arrives();
    const [address = '', path = ''] = /http:\/\/localhost:8080(\/checkout\/status\/\S+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`href="${address}"`);
    expect((await rig.call('GET', path, undefined, { authorization: null })).text).toContain('Paid: €10.00');
  });

  it('is mailed in the language of the payer’s page', async () => {
    const { id } = await checkout({ customer, order, interaction: { locale: 'de_AT' } });
    await submit(id, paid);
    const [mail] = await arrives();
    expect(mail?.subject).toMatch(/^Ihr Beleg von /);
    expect(new Map(mail?.headers).get('Content-Language')).toBe('de-AT');
  });

  it('is mailed once a pending result is a success, and not before', async () => {
    const { id } = await checkout({ customer, order });
    await submit(id, cardForm('11/39'));
    expect(await rig.rows('select * from receipt_mail')).toEqual([]);
    await vi.waitUntil(
      async () => {
        rig.later(MINUTE_MS);
        return mailbox.mails.length > 0;
      },
      { timeout: 60_000, interval: 500 },
    );
    await isDone();
    expect(mailbox.mails).toHaveLength(1);
  });

  it.each([
    ['was declined', { customer }, '05/39'],
    ['has no address', {}, '01/39'],
    ['verified a card', { customer, interaction: { operation: 'VERIFY' } }, '01/39'],
  ])('is not mailed where it %s', async (_why, more, expiry) => {
    const { id } = await checkout({ order, ...more });
    await submit(id, cardForm(expiry));
    expect(await rig.rows('select * from receipt_mail')).toEqual([]);
    expect(mailbox.mails).toEqual([]);
  });

  it('has a page that announces no mail where the checkout has no address', async () => {
    const { id } = await checkout({ order });
    await submit(id, paid);
    expect(await announced(id)).toBeUndefined();
  });
});

it("a payment by a merchant's own server, and a capture after one of the page, are not mailed", async () => {
  const card = { number: '5123450000000008', expiry: { month: '01', year: '39' } };
  const { json } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '5.00', currency: 'EUR' },
    customer,
    sourceOfFunds: { type: 'CARD', provided: { card } },
  });
  expect(json.result).toBe('SUCCESS');
  const { id, order: orderId } = await checkout({ customer, order, interaction: { operation: 'AUTHORIZE' } });
  await submit(id, paid);
  await arrives();
  await isDone();
  expect(mailbox.mails[0]?.text).toContain('Amount reserved: €10.00');
  const captured = await rig.api('PUT', `/order/${orderId}/transaction/c`, {
    apiOperation: 'CAPTURE',
    transaction: { amount: '10.00', currency: 'EUR' },
  });
  expect(captured.json.result).toBe('SUCCESS');
  expect(await rig.rows('select * from receipt_mail')).toEqual([]);
  expect(mailbox.mails).toHaveLength(1);
});

describe('a mail server', () => {
  it('that defers the mail gets it later, on schedule, once', async () => {
    mailbox.misbehave({ mode: '450', count: 2 });
    const { id } = await checkout({ customer, order });
    const before = await tries('failed');
    await submit(id, paid);
    await vi.waitUntil(async () => (await tries('failed')) === before + 1, waiting);
    rig.later(MINUTE_MS);
    await vi.waitUntil(async () => (await tries('failed')) === before + 2, waiting);
    expect(mailbox.mails).toEqual([]);
    expect(await announced(id)).toBe('sending the receipt to p•••@mail.example');
    rig.later(5 * MINUTE_MS);
    await arrives();
    await isDone();
    expect(mailbox.mails).toHaveLength(1);
    expect(await announced(id)).toBe('Receipt sent to p•••@mail.example');
  });

  it('that refuses the address permanently gets no retry, and the operator is notified', async () => {
    mailbox.misbehave({ mode: '550', count: 1 });
    const { id } = await checkout({ customer, order });
    await submit(id, paid);
    await vi.waitUntil(async () => (await tries('refused')) === 1, waiting);
    await isDone();
    expect(mailbox.mails).toEqual([]);
    const line = rig.logged.find((one) => one.includes('the mail server refuses a receipt'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, why: 'RCPT TO 550 5.1.1' });
    expect(await announced(id)).toBeUndefined();
  });

  it('that hangs up before it has accepted the mail gets it again', async () => {
    mailbox.misbehave({ mode: 'DROP', count: 1 });
    const { id } = await checkout({ customer, order });
    const before = await tries('failed');
    await submit(id, paid);
    await vi.waitUntil(async () => (await tries('failed')) === before + 1, waiting);
    rig.later(MINUTE_MS);
    await arrives();
    await isDone();
    expect(mailbox.mails).toHaveLength(1);
  });

  it('whose reply is lost gets the mail again, under the same Message-ID', async () => {
    mailbox.misbehave({ mode: 'LOST_ACK', count: 1 });
    const { id } = await checkout({ customer, order });
    await submit(id, paid);
    await arrives();
    await vi.waitUntil(async () => {
      rig.later(MINUTE_MS);
      return mailbox.mails.length === 2;
    }, waiting);
    await isDone();
    const ids = mailbox.mails.map(({ headers }) => new Map(headers).get('Message-ID'));
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@localhost>$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('that is down for three days gets no more retries', async () => {
    mailbox.misbehave({ mode: '450', count: null });
    const { id } = await checkout({ customer, order });
    const before = await tries('failed');
    await submit(id, paid);
    await vi.waitUntil(async () => (await tries('failed')) === before + 1, waiting);
    rig.later(73 * 60 * MINUTE_MS);
    await isDone();
    expect(await tries('given_up')).toBe(1);
    expect(mailbox.mails).toEqual([]);
  });
});

it('no log line contains a payer’s address or its row', async () => {
  expect(rig.logged.length).toBeGreaterThan(0);
  expect(rig.logged.filter((line) => line.includes(EMAIL))).toEqual([]);
  const { id } = await checkout({ customer, order });
  mailbox.misbehave({ mode: '450', count: null });
  await submit(id, paid);
  const rows = await rig.rows('select * from receipt_mail');
  expect(rows).not.toHaveLength(0);
  expect(JSON.stringify(rows)).not.toContain('mail.example');
});

it('a gateway without a mail server logs which merchants want receipts, and mails none', async () => {
  const without = await startRig();
  try {
    await without.merchant({ id: 'TESTSHOP', name: 'Example Shop', receipts: { mail: true } });
    await without.restart();
    const line = without.logged.find((one) => one.includes('SMTP_URL is not set'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, merchant: 'TESTSHOP' });
    const shop = hands(() => without);
    const { id } = await shop.checkout({ customer, order });
    await shop.submit(id, paid);
    expect(await without.rows('select * from receipt_mail')).toEqual([]);
  } finally {
    await without.close();
  }
});
