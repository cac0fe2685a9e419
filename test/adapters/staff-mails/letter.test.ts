/** The mails to people of the console: texts of merchants stay texts, on one line. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { SmtpMailer } from '../../../src/adapters/receipts/index.ts';
import { reportContent, staffLetter } from '../../../src/adapters/staff-mails/index.ts';
import { Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import type { StaffReport } from '../../../src/web/views/console/index.ts';

const amount = (value: string) => ({ value, currency: 'EUR', exponent: 2 });

const report: StaffReport = {
  merchantName: 'Harbour Lane Books',
  testMode: undefined,
  days: [{ day: '2026-11-28', approved: 27, declined: 3 }],
  approved: 27,
  declined: 3,
  moved: [{ taken: amount('1234.50'), givenBack: amount('12.00'), chargedBack: amount('0.00') }],
  methods: [{ name: 'CARD', approved: 27, declined: 3 }],
  reasons: [{ code: 'INSUFFICIENT_FUNDS', meaning: 'There is not enough money in the account.', times: 2 }],
  failing: 0,
  failingMax: 1000,
  waiting: { refunds: 1, payments: 0 },
  writtenAt: '2026-11-29T06:00:00.000Z',
  index: { ageSeconds: 2, isComplete: true },
  addresses: {
    overview: 'https://console.example/console/merchants/SHOP/overview',
    failing: 'https://console.example/console/merchants/SHOP/notifications?show=failing',
    waiting: undefined,
  },
  choiceAddress: 'https://console.example/console/merchants/SHOP/mails',
};

const HOSTILE_NAME = 'Shop\r\nBcc: thief@evil.example\r\n\r\n<script>alert(1)</script>\u202e<b>';

describe('a report', () => {
  it('of a day names the day, the figures, and how old they are', () => {
    const { subject, text } = staffLetter(reportContent(report));
    expect(subject).toBe('Harbour Lane Books: 27 approved, 3 declined, 28 November 2026');
    for (const line of [
      '27 approved, 3 declined: approval 90%.',
      'Taken, EUR: €1,234.50',
      'Card: 27 of 30 approved, 90%',
      'There is not enough money in the account: 2',
      'Refunds that wait for a decision: 1',
      'Choose other mails, or none: https://console.example/console/merchants/SHOP/mails',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/^Payments of Saturday,? 28 November 2026$/m);
    expect(text).toContain('those of 2026-11-29 06:00 UTC, up to 2 s old.');
    expect(text).not.toMatch(/Charged back|By day|Decide on/);
  });

  it('of a week has each day, and money that was charged back', () => {
    const week = [23, 24, 25, 26, 27, 28, 29].map((day) => ({ day: `2026-11-${day}`, approved: day, declined: 0 }));
    const [moved] = report.moved;
    const chargedBack = moved === undefined ? [] : [{ ...moved, chargedBack: amount('7.00') }];
    const { subject, text } = staffLetter(reportContent({ ...report, days: week, moved: chargedBack }));
    expect(subject).toContain('23–29 November 2026');
    expect(text).toContain('2026-11-23: 23 of 23 approved');
    expect(text).toContain('Charged back, EUR: €7.00');
  });

  it('says that figures are missing while the index of orders is behind', () => {
    const { text } = staffLetter(reportContent({ ...report, index: { ageSeconds: 90, isComplete: false } }));
    expect(text).toContain('payments are missing here');
  });

  it('keeps a hostile name of a merchant on one line, as text, and in no header', async () => {
    const letter = staffLetter(reportContent({ ...report, merchantName: HOSTILE_NAME }));
    expect(letter.html).not.toContain('<script');
    expect(letter.html).toContain('&lt;script>');
    expect(letter.html).not.toContain('\u202e');
    expect(letter.subject).not.toMatch(/[\r\n]/);
    const box = new Mailbox();
    const port = await box.listen('127.0.0.1', 0);
    onTestFinished(() => box.close());
    const mailer = new SmtpMailer({ host: '127.0.0.1', port, security: 'NONE', from: 'a@pay.example' }, 'pay.example');
    const from = { name: 'Turnpike', address: 'a@pay.example' };
    const sent = await mailer.send({ letter, to: 'b@shop.example', from, messageId: '<1@pay.example>' });
    expect(sent).toEqual({ outcome: 'SENT' });
    const [mail] = box.mails;
    expect(mail?.recipients).toEqual(['b@shop.example']);
    expect(new Map(mail?.headers).has('Bcc')).toBe(false);
    expect(mail?.subject).toContain('Shop Bcc: thief@evil.example <script>');
  });
});
