// @module-tag at-length
/**
 * A payer pays in a browser, and a mail server on this machine gets the receipt: also from a gateway that was killed.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { Mailbox } from '../../src/sandbox/mail/mailbox.ts';
import { keptBrowser } from '../browser.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { startStack } from '../support/stack.ts';
import { payByCard, payByGiftCard } from './form.ts';
import { VISITS_OF_MAILED } from './robot.ts';
import { visitMailed } from './walking-robots.ts';

const DUE = /\nturnpike_receipt_mails_due (\d+)\n/;
const waiting = { timeout: 60_000, interval: 50 };
/** Three processes start, one of them twice, which takes time on a busy machine. */
const JOURNEY_MS_MAX = 300_000;

it('a receipt with the page’s contents is mailed once, although the gateway was killed while it sent the mail', {
  timeout: JOURNEY_MS_MAX,
  ...AT_LENGTH,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-mail-'));
  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '0');
  const mailbox = new Mailbox();
  const port = await mailbox.listen('127.0.0.1', 0);
  const stack = await startStack({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'receipts@pay.example',
      TURNPIKE_CLOCK_FILE: clockFile,
    },
    preload: [new URL('../support/clock-ahead.ts', import.meta.url).href],
  });
  const context = await (await keptBrowser()).newContext({ locale: 'fr-FR' });
  onTestFinished(async () => {
    await context.close();
    await stack.close();
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  mailbox.misbehave({ mode: 'HANG', count: 1 });
  const { orderId, sessionId, url } = await stack.merchant.checkout({}, {});
  await stack.merchant.updateSession(sessionId, { customer: { email: 'payer@mail.example' } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Numéro de carte', { exact: true }).fill('5123 4500 0000 0008');
  await page.getByLabel('Date d’expiration').fill('01/39');
  await page.getByLabel('Code de sécurité').fill('100');
  await page.getByRole('button', { name: /^Payer (?!.* avec )/ }).click();
  await page.locator('.receipt').waitFor();
  const shown = await page.locator('.receipt').textContent();
  // The mail server has the whole mail, and has not answered yet.
  await vi.waitUntil(() => mailbox.fault.mode === 'NONE', waiting);
  await stack.gateway.kill();
  expect(mailbox.mails).toEqual([]);
  await writeFile(clockFile, `${6 * MINUTE_MS}`);
  await stack.gateway.start();
  await vi.waitUntil(() => mailbox.mails.length > 0, waiting);
  const due = async () =>
    (await (await fetch(`${stack.origin}/metrics`)).text()).includes('\nturnpike_receipt_mails_due 0\n');
  await vi.waitUntil(due, waiting);
  expect(mailbox.mails).toHaveLength(1);
  const [mail] = mailbox.mails;
  expect(mail?.recipients).toEqual(['payer@mail.example']);
  expect(mail?.subject).toBe('Votre reçu de Harbour Lane Books');
  const [receiptNumber = ''] = /\d{12}/.exec(shown ?? '') ?? [];
  for (const fact of ['57,20', receiptNumber, orderId]) {
    expect(mail?.text).toContain(fact);
    expect(shown).toContain(fact);
  }
  expect(mail?.raw).not.toContain(sessionId);
  const visits = await visitMailed(mail?.text ?? '', stack);
  expect(visits).toBeGreaterThanOrEqual(VISITS_OF_MAILED);
  expect((await stack.merchant.order(orderId)).body.status).toBe('CAPTURED');
});

it('one receipt is mailed of an order that a gift card and a card paid, as the page shows it, and none before', {
  timeout: JOURNEY_MS_MAX,
}, async () => {
  const mailbox = new Mailbox();
  const port = await mailbox.listen('127.0.0.1', 0);
  const stack = await startStack({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'receipts@pay.example' },
  });
  const context = await (await keptBrowser()).newContext({ locale: 'en-US', timezoneId: 'Asia/Tokyo' });
  onTestFinished(async () => {
    await context.close();
    await stack.close();
    await mailbox.close();
  });
  const { orderId, sessionId, url } = await stack.merchant.checkout({}, {});
  await stack.merchant.updateSession(sessionId, { customer: { email: 'payer@mail.example' } });
  const page = await context.newPage();
  await page.goto(url);
  await payByGiftCard(page, '6006 0000 0000 0019', '1234');
  await page.getByText('To pay by card').waitFor();
  const due = async () => (await (await fetch(`${stack.origin}/metrics`)).text()).match(DUE)?.[1];
  expect(await due()).toBe('0');
  await payByCard(page);
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await receipt.waitFor();
  await vi.waitUntil(() => mailbox.mails.length > 0, waiting);
  await vi.waitUntil(async () => (await due()) === '0', waiting);
  expect(mailbox.mails).toHaveLength(1);
  const [mail] = mailbox.mails;
  expect(mail?.recipients).toEqual(['payer@mail.example']);
  for (const fact of [
    'Gift card ending in 0019: €10.00',
    'Mastercard ending in 0008: €47.20',
    'Amount paid',
    '€57.20',
    'M GMT+9',
    orderId,
  ]) {
    expect(await receipt.textContent()).toContain(fact);
    expect(mail?.text).toContain(fact);
    expect(mail?.html).toContain(fact);
  }
});
