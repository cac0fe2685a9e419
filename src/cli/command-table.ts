/** Every command of the operator's command line, by the name that call it. */
import {
  closeLatePayment,
  listLatePayments,
  refundLatePayment,
  showBrowserPayments,
} from './browser-payment-commands.ts';
import type { Command } from './command.ts';
import { listMerchants, makePassword, putMerchant, showMerchant } from './merchant-commands.ts';
import { migrate } from './migrate.ts';
import {
  listNotifications,
  replayNotification,
  rotateNotificationKey,
  showNotification,
  showNotificationKeys,
} from './notification-commands.ts';
import { reconcile } from './reconcile.ts';
import { approveRefund, listRefunds, rejectRefund } from './refund-commands.ts';
import { readyRestored } from './restored.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'merchant put',
    args: 'FILE.json [--password VALUE]',
    summary: "create or replace a merchant's profile",
    run: putMerchant,
  },
  { name: 'merchant list', args: '', summary: 'all merchants', run: listMerchants },
  { name: 'merchant show', args: 'ID', summary: "one merchant's profile", run: showMerchant },
  { name: 'merchant password', args: 'ID', summary: 'make a new API password and print it once', run: makePassword },
  { name: 'refund list', args: '', summary: 'refunds that wait for approval', run: listRefunds },
  { name: 'refund approve', args: 'MERCHANT ORDER TRANSACTION', summary: 'let a refund happen', run: approveRefund },
  { name: 'refund reject', args: 'MERCHANT ORDER TRANSACTION', summary: 'let it not happen', run: rejectRefund },
  {
    name: 'browser-payment show',
    args: 'MERCHANT ORDER',
    summary: 'everything that touched its browser payments',
    run: showBrowserPayments,
  },
  { name: 'late-payment list', args: '', summary: 'money that came too late', run: listLatePayments },
  {
    name: 'late-payment refund',
    args: 'MERCHANT ORDER TRANSACTION',
    summary: 'give it back',
    run: refundLatePayment,
  },
  {
    name: 'late-payment close',
    args: 'MERCHANT ORDER TRANSACTION',
    summary: 'it was dealt with elsewhere',
    run: closeLatePayment,
  },
  {
    name: 'notifications list',
    args: '[--all]',
    summary: 'what merchants are not told yet; or all of it',
    run: listNotifications,
  },
  { name: 'notifications show', args: 'ID', summary: 'one of them, try by try', run: showNotification },
  { name: 'notifications replay', args: 'ID', summary: 'send it once more', run: replayNotification },
  { name: 'notifications key', args: 'MERCHANT', summary: 'what signs them', run: showNotificationKeys },
  {
    name: 'notifications rotate',
    args: 'MERCHANT [--keep HOURS]',
    summary: 'a new key; the old one signs beside it for a day',
    run: rotateNotificationKey,
  },
  {
    name: 'reconcile',
    args: '[--ledger FILE.json [--from TIME] [--until TIME]]',
    summary: 'what needs a person; exit code 1 if anything summary',
    run: reconcile,
  },
  { name: 'restored', args: '', summary: 'once, before a gateway starts on an older backup', run: readyRestored },
  { name: 'migrate', args: '', summary: "bring the database to this program's schema", migrates: true, run: migrate },
];

const CALL_CHARACTERS = 72;

export const USAGE = COMMANDS.map(
  ({ name, args, summary }) => `turnpike ${name} ${args}`.padEnd(CALL_CHARACTERS) + summary,
).join('\n');
