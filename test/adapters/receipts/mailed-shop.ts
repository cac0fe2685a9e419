/** A gateway with a mail server, and a shop whose payers have paid on the hosted page. */
import { expect, vi } from 'vitest';
import { type KeptMail, Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { cardForm, hands } from '../../checkout/hands.ts';

export const EMAIL = 'payer@mail.example';
export const waiting = { timeout: 50_000, interval: 20 };

export interface OneMail {
  readonly subject: string | undefined;
  /** The lines of the plain text. */
  readonly lines: readonly string[];
}

export interface MailedShop {
  readonly rig: Rig;
  readonly mailbox: Mailbox;
  /** Waits until no mail about an outcome is waiting, and returns those that were sent since the last `forget`. */
  mails(): Promise<readonly KeptMail[]>;
  /** An order of €10.00, paid on the hosted page; its receipt is mailed. @returns the order's id */
  paid(operation?: 'AUTHORIZE' | 'PURCHASE', more?: object): Promise<string>;
  /** An operation by REST that succeeds. */
  does(order: string, transaction: string, apiOperation: string, body: object): Promise<void>;
  /** The only mail since the last one. */
  onlyMail(): Promise<OneMail>;
  close(): Promise<void>;
}

export async function mailedShop(): Promise<MailedShop> {
  const mailbox = new Mailbox();
  const port = await mailbox.listen('127.0.0.1', 0);
  const rig = await startRig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'receipts@pay.example' });
  const { checkout, submit } = hands(() => rig);
  const mails = async () => {
    await vi.waitUntil(async () => (await rig.rows('select * from receipt_mail')).length === 0, waiting);
    return mailbox.mails;
  };
  return {
    rig,
    mailbox,
    mails,
    async paid(operation = 'PURCHASE', more = {}) {
      const { id, order } = await checkout({ customer: { email: EMAIL }, interaction: { operation }, ...more });
      await submit(id, cardForm('01/39'));
      const mailed = 'customer' in more ? 0 : 1;
      await vi.waitUntil(async () => {
        const { json } = await rig.api('GET', `/order/${order}`);
        return json.result === 'SUCCESS' && mailbox.mails.length >= mailed;
      }, waiting);
      expect(await mails()).toHaveLength(mailed);
      mailbox.forget();
      return order;
    },
    async does(order, transaction, apiOperation, body) {
      const { json } = await rig.api('PUT', `/order/${order}/transaction/${transaction}`, { apiOperation, ...body });
      expect(json).toMatchObject({ result: 'SUCCESS' });
    },
    async onlyMail() {
      const all = await mails();
      expect(all).toHaveLength(1);
      const [mail] = all;
      expect(mail?.recipients).toEqual([EMAIL]);
      mailbox.forget();
      return { subject: mail?.subject, lines: (mail?.text ?? '').split(/\r?\n/) };
    },
    async close() {
      await rig.close();
      await mailbox.close();
    },
  };
}

export const euros = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });
export const target = (targetTransactionId: string) => ({ transaction: { targetTransactionId } });
