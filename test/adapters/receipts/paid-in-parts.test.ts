/** A gift card pays a part of an order and a card the rest: one receipt is mailed, of the whole order. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { type KeptMail, Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { GOOD, giftCard, hands, REFUSED } from '../../checkout/hands.ts';

const EMAIL = 'payer@mail.example';
const waiting = { timeout: 50_000, interval: 20 };

const mailbox = new Mailbox();
let rig: Rig;

beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  rig = await startRig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'receipts@pay.example' });
  await rig.merchant({
    id: 'TESTSHOP',
    name: 'Example Shop',
    permissions: { partPayment: true },
    receipts: { mail: true },
  });
  // A process caches the profile that it read at its start for a second.
  await rig.restart();
});
afterEach(() => {
  mailbox.misbehave({ mode: 'NONE', count: null });
  mailbox.forget();
});
afterAll(async () => {
  await rig.close();
  await mailbox.close();
});

const { checkout, form, post, submit } = hands(() => rig);

const owed = () => rig.rows('select * from receipt_mail');

/** Waits until no receipt is left to be mailed. */
async function mailed(): Promise<readonly KeptMail[]> {
  await vi.waitUntil(async () => (await owed()).length === 0, waiting);
  return mailbox.mails;
}

/** The gift card pays 30 of the order's 100. */
async function held(more: Parameters<typeof checkout>[0] = {}) {
  const opened = await checkout({
    customer: { email: EMAIL },
    order: {
      amount: '100.00',
      description: 'Things for good coffee',
      item: [{ name: 'Hand grinder', quantity: '2', unitPrice: '50.00' }],
    },
    ...more,
  });
  const card = giftCard('03');
  const { cookie } = await submit(opened.id, card);
  return { ...opened, cookie, digits: card.number.slice(-4) };
}

const facts = (amount: string, gift: string, card: string, digits: string) => [
  amount,
  `Gift card ending in ${digits}: ${gift}`,
  `Mastercard ending in 0008: ${card}`,
];

describe('an order that is paid in two parts', () => {
  it.each([
    ['PURCHASE', 'Amount paid'],
    ['AUTHORIZE', 'Amount reserved'],
  ])('is mailed once, whole and with both parts, when the second one is final (%s)', async (operation, amount) => {
    const { id, order, cookie, digits } = await held({
      customer: { email: EMAIL },
      order: { amount: '100.00', item: [{ name: 'Hand grinder', quantity: '2', unitPrice: '50.00' }] },
      interaction: { operation },
    });
    expect(await owed()).toEqual([]);
    await submit(id, GOOD, cookie);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual([EMAIL]);
    const { json } = await rig.api('GET', `/order/${order}`);
    const rest = json.transaction.at(-1);
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain('Hand grinder');
      expect(said).toContain(order);
      expect(said).toContain(rest.transaction.receipt);
      expect(said).toContain(rest.transaction.authorizationCode);
      for (const fact of facts('€100.00', '€30.00', '€70.00', digits)) {
        expect(said).toContain(fact);
      }
    }
    expect(mail?.text).toContain(`${amount}: €100.00`);
    expect(mail?.text).toContain('2 × Hand grinder: €100.00');
    // The gift card's part comes first, as it was paid first.
    expect(mail?.text.indexOf('Gift card ending')).toBeLessThan(mail?.text.indexOf('Mastercard ending') ?? 0);
  });

  it('is mailed in the language of the payer’s page', async () => {
    const { id, cookie, digits } = await held({
      customer: { email: EMAIL },
      order: { amount: '100.00' },
      interaction: { locale: 'de_AT' },
    });
    await submit(id, GOOD, cookie);
    const [mail] = await mailed();
    expect(mail?.subject).toMatch(/^Ihr Beleg von /);
    expect(new Map(mail?.headers).get('Content-Language')).toBe('de-AT');
    const words = mail?.text.replace(/\u00a0/g, ' ');
    expect(words).toMatch(new RegExp(`Geschenkkarte .*${digits}: € 30,00`));
    expect(words).toMatch(/Mastercard .*0008: € 70,00/);
  });

  it('is mailed the address of a status page with both parts', async () => {
    const { id, cookie } = await held();
    await submit(id, GOOD, cookie);
    const [mail] = await mailed();
    const [, path = ''] = /http:\/\/localhost:8080(\/checkout\/status\/\S+)/.exec(mail?.text ?? '') ?? [];
    const { text } = await rig.call('GET', path, undefined, { authorization: null });
    expect(text).toContain('€30.00');
    expect(text).toContain('€70.00');
  });

  it('is mailed when a card was declined before the one that paid the rest', async () => {
    const { id, cookie, digits } = await held();
    await submit(id, REFUSED, cookie);
    expect(await owed()).toEqual([]);
    await submit(id, GOOD, cookie);
    const mails = await mailed();
    expect(mails).toHaveLength(1);
    for (const fact of facts('€100.00', '€30.00', '€70.00', digits)) {
      expect(mails[0]?.text).toContain(fact);
    }
  });

  it('is mailed again whole where the mail server refused it, although a part was refunded meanwhile', async () => {
    mailbox.misbehave({ mode: '450', count: 1 });
    const { id, order, cookie, digits } = await held();
    await submit(id, GOOD, cookie);
    await vi.waitUntil(() => mailbox.fault.mode === 'NONE', waiting);
    const { json } = await rig.api('PUT', `/order/${order}/transaction/r`, {
      apiOperation: 'REFUND',
      transaction: { amount: '70.00', currency: 'EUR' },
    });
    expect(json.result).toBe('SUCCESS');
    await vi.waitUntil(() => {
      rig.later(MINUTE_MS);
      return mailbox.mails.length > 1;
    }, waiting);
    const mails = await mailed();
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Your receipt from Example Shop',
      'Your refund from Example Shop',
    ]);
    for (const { text } of mails) {
      for (const fact of [...facts('€100.00', '€30.00', '€70.00', digits), 'Amount refunded: €70.00']) {
        expect(text).toContain(fact);
      }
    }
  });
});

describe('a gift card that is given back', () => {
  it('because the payer removes it is not mailed, while the card that pays all has its own receipt', async () => {
    const { id, cookie } = await held();
    const { hidden, action } = await form(id, cookie);
    await post(action, { ...hidden, giftCardOff: '1' }, { Cookie: cookie });
    expect(await owed()).toEqual([]);
    await submit(id, GOOD, cookie);
    const mails = await mailed();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Paid with: Mastercard ending in 0008\n');
    expect(mails[0]?.text).not.toContain('Gift card');
  });

  it('because its time is over is not mailed', async () => {
    const { order } = await held();
    await vi.waitUntil(async () => {
      rig.later(10 * MINUTE_MS);
      return (await rig.api('GET', `/order/${order}`)).json.status === 'FAILED';
    }, waiting);
    expect(await owed()).toEqual([]);
    expect(mailbox.mails).toEqual([]);
  });
});
