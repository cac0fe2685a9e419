/** Every command of the operator's command line, by the words that call it. */
import { closeLatePayment, listLatePayments, refundLatePayment, showBrowserPayments } from './browser-payments.ts';
import type { Command } from './command.ts';
import { listMerchants, makePassword, putMerchant, showMerchant } from './merchants.ts';
import {
  listNotifications,
  replayNotification,
  rotateNotificationKey,
  showNotification,
  showNotificationKeys,
} from './notifications.ts';
import { reconcile } from './reconcile.ts';
import { approveRefund, listRefunds, rejectRefund } from './refunds.ts';
import { readyRestored } from './restored.ts';

export const COMMANDS: readonly Command[] = [
  {
    words: 'merchant put',
    takes: 'FILE.json [--password VALUE]',
    does: "create or replace a merchant's profile",
    run: putMerchant,
  },
  { words: 'merchant list', takes: '', does: 'all merchants', run: listMerchants },
  { words: 'merchant show', takes: 'ID', does: "one merchant's profile", run: showMerchant },
  { words: 'merchant password', takes: 'ID', does: 'make a new API password and print it once', run: makePassword },
  { words: 'refund list', takes: '', does: 'refunds that wait for approval', run: listRefunds },
  { words: 'refund approve', takes: 'MERCHANT ORDER TRANSACTION', does: 'let a refund happen', run: approveRefund },
  { words: 'refund reject', takes: 'MERCHANT ORDER TRANSACTION', does: 'let it not happen', run: rejectRefund },
  {
    words: 'browser-payment show',
    takes: 'MERCHANT ORDER',
    does: 'everything that touched its browser payments',
    run: showBrowserPayments,
  },
  { words: 'late-payment list', takes: '', does: 'money that came too late', run: listLatePayments },
  {
    words: 'late-payment refund',
    takes: 'MERCHANT ORDER TRANSACTION',
    does: 'give it back',
    run: refundLatePayment,
  },
  {
    words: 'late-payment close',
    takes: 'MERCHANT ORDER TRANSACTION',
    does: 'it was dealt with elsewhere',
    run: closeLatePayment,
  },
  {
    words: 'notifications list',
    takes: '[--all]',
    does: 'what merchants are not told yet; or all of it',
    run: listNotifications,
  },
  { words: 'notifications show', takes: 'ID', does: 'one of them, try by try', run: showNotification },
  { words: 'notifications replay', takes: 'ID', does: 'send it once more', run: replayNotification },
  { words: 'notifications key', takes: 'MERCHANT', does: 'what signs them', run: showNotificationKeys },
  {
    words: 'notifications rotate',
    takes: 'MERCHANT [--keep HOURS]',
    does: 'a new key; the old one signs beside it for a day',
    run: rotateNotificationKey,
  },
  {
    words: 'reconcile',
    takes: '[--ledger FILE.json [--from TIME] [--until TIME]]',
    does: 'what needs a person; exit code 1 if anything does',
    run: reconcile,
  },
  { words: 'restored', takes: '', does: 'once, before a gateway starts on an older backup', run: readyRestored },
  { words: 'migrate', takes: '', does: "bring the database to this program's schema", run: migrate },
];

const CALL_CHARACTERS = 72;

export const USAGE = COMMANDS.map(
  ({ words, takes, does }) => `turnpike ${words} ${takes}`.padEnd(CALL_CHARACTERS) + does,
).join('\n');

/** Opening the store has migrated it. */
async function migrate(): Promise<string> {
  return 'The database has the newest schema.';
}
