/** A person chooses reports by mail, and gets them: the whole gateway, and a real mail server. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import { Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { newOrderId, paying, type Rig, startRig, withCard } from '../../api/rest/rig.ts';
import { wordsOf } from '../../checkout/hands.ts';
import { type Enrolled, enrolled, later } from '../person.ts';

const MAILS = '/console/merchants/TESTSHOP/mails';
const PATIENCE = { timeout: 30_000, interval: 50 };

const mailbox = new Mailbox();
let rig: Rig;
let viewer: Enrolled;
beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  rig = await startRig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'gateway@pay.example' });
  viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
});
afterAll(async () => {
  await rig.close();
  await mailbox.close();
});

/** Lets the gateway be down until the next morning at 06:30 UTC. */
async function nextMorning(): Promise<void> {
  const [{ now }] = (await rig.rows('select max(created_at) as now from console_session')) as [{ now: number }];
  const morning = Math.ceil(Number(now) / DAY_MS) * DAY_MS + 6 * HOUR_MS + 30 * MINUTE_MS;
  later(rig, morning - Number(now));
  await rig.restart();
}

const put = (order: string, transaction: string, body: object) =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body);

describe('a report by mail', () => {
  it('is chosen at a merchant, recorded, and shown in the account', async () => {
    expect((await viewer.client.get(MAILS)).text).toMatch(/value="NONE" checked/);
    const saved = await viewer.client.submit({ reports: 'DAILY' });
    expect(wordsOf(saved)).toContain('Your choice was saved.');
    expect(saved.text).toMatch(/value="DAILY" checked/);
    expect(wordsOf(await viewer.client.get('/console/account'))).toContain('A report every day.');
    const rows = await rig.rows(
      "select actor, subject, details from audit_entry where action = 'console mails chosen'",
    );
    expect(rows.map(({ actor, subject }) => [actor, subject])).toEqual([
      [viewer.email, 'TESTSHOP'],
      [viewer.email, 'TESTSHOP'],
    ]);
    expect(rows.map(({ details }) => JSON.parse(String(details)))).toMatchObject([
      { state: 'BEGUN', reports: 'DAILY' },
      { state: 'DONE', reports: 'DAILY' },
    ]);
    expect((await viewer.client.send({ reports: 'HOURLY' }, MAILS)).status).toBe(403);
  });

  it('has the figures of the day, once, and nothing of a card', async () => {
    const order = newOrderId();
    await put(order, '1', paying('PAY'));
    await put(order, '2', { apiOperation: 'REFUND', transaction: { amount: '5.00', currency: 'EUR' } });
    await put(newOrderId(), '1', paying('PAY', withCard({ expiry: { month: '2', year: '39' } })));
    await vi.waitUntil(async () => {
      const [row] = await rig.rows('select sum(times) as counted from order_count');
      return Number(row?.counted) >= 3;
    }, PATIENCE);
    // For a choice before six in the morning, the report of the day before would be due as well.
    const dayBefore = new Date(Date.now() - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    await rig.change('update console_mail_choice set reported_day = ?', dayBefore);
    await nextMorning();
    await vi.waitUntil(() => mailbox.mails.length > 0, PATIENCE);
    await rig.restart();
    await vi.waitUntil(async () => (await rig.rows('select * from staff_mail')).length === 0, PATIENCE);
    expect(mailbox.mails).toHaveLength(1);
    const [mail] = mailbox.mails;
    expect(mail?.recipients).toEqual([viewer.email]);
    expect(mail?.from).toBe('Turnpike <gateway@pay.example>');
    expect(mail?.subject).toMatch(/: 1 approved, 1 declined, \d{1,2} [A-Z][a-z]+ 20\d\d$/);
    for (const text of [mail?.text, mail?.html]) {
      for (const figure of [
        '1 approved, 1 declined: approval 50%.',
        '€12.00',
        '€5.00',
        'There is not enough money in the account',
        'Notifications that fail',
        'Days are in UTC.',
        `http://localhost:8080${MAILS}`,
        'http://localhost:8080/console/merchants/TESTSHOP/overview',
      ]) {
        expect(text).toContain(figure);
      }
      expect(text).not.toMatch(/0008|5123/);
    }
    mailbox.forget();
  });

  it('is not sent once the person has switched it off, or has lost the role', async () => {
    const other = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
    await other.client.get(MAILS);
    await other.client.submit({ reports: 'DAILY' });
    await rig.change('update console_mail_choice set reported_day = ?', '2020-01-01');
    const kept = await enrolled(rig, ['--role', 'support', '--merchant', 'TESTSHOP']);
    await kept.client.get(MAILS);
    await kept.client.submit({ reports: 'DAILY' });
    await rig.change("delete from console_role where role = 'viewer'");
    await nextMorning();
    await vi.waitUntil(() => mailbox.mails.length > 0, PATIENCE);
    await vi.waitUntil(async () => (await rig.rows('select * from staff_mail')).length === 0, PATIENCE);
    expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([[kept.email]]);
    expect(await rig.rows('select person_key from console_mail_choice')).toHaveLength(1);
  });
});
