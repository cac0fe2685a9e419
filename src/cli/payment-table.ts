/** Commands about orders, payments, refunds, notifications and settlement. */
import {
  closeLatePayment,
  listLatePayments,
  refundLatePayment,
  showBrowserPayments,
} from './browser-payment-commands.ts';
import { type CliCommand, ofMerchant, withoutArguments } from './command.ts';
import { findPayment, SUPPORT_CODE } from './find-command.ts';
import { listen } from './listen/listen.ts';
import { listenedMerchants, REPLAYED_ID } from './listen/options.ts';
import {
  listNotifications,
  NOTIFICATION_ID,
  replayNotification,
  rotateNotificationKey,
  showNotification,
  showNotificationKeys,
} from './notification-commands.ts';
import { rebuildOrders, showOrderIndex } from './order-commands.ts';
import { linkPayer } from './payer-authentication-commands.ts';
import { resolvePayment } from './payment-commands.ts';
import { reconcile } from './reconcile.ts';
import { recordBundle } from './record/record.ts';
import { approveRefund, listRefunds, rejectRefund } from './refund-commands.ts';
import { replay } from './replay/replay.ts';
import { liftBar, listBarred } from './restore/barred-commands.ts';
import { acceptReview, listReviews, rejectReview } from './review-commands.ts';
import { showCardHash, tryRules } from './review-try.ts';
import { importSettlement, reportSettlement } from './settlement-commands.ts';
import { fetchSettlement } from './settlement-fetch.ts';
import { trigger } from './trigger/trigger.ts';

export const PAYMENT_COMMANDS: readonly CliCommand[] = [
  {
    name: 'refund list',
    args: '',
    summary: 'refunds that wait for approval',
    lists: true,
    takesAll: withoutArguments,
    run: listRefunds,
  },
  {
    name: 'refund approve',
    args: 'MERCHANT ORDER TRANSACTION',
    summary: 'approve a refund',
    merchantsIn: ofMerchant,
    run: approveRefund,
  },
  {
    name: 'refund reject',
    args: 'MERCHANT ORDER TRANSACTION',
    summary: 'reject a refund',
    merchantsIn: ofMerchant,
    run: rejectRefund,
  },
  {
    name: 'review list',
    args: '',
    summary: 'payments that risk rules hold for a decision',
    lists: true,
    takesAll: withoutArguments,
    run: listReviews,
  },
  {
    name: 'review accept',
    args: 'MERCHANT ORDER [TRANSACTION] [--reason TEXT] [--note TEXT]',
    summary: 'accept a held payment, which may be captured then',
    merchantsIn: ofMerchant,
    run: acceptReview,
  },
  {
    name: 'review reject',
    args: 'MERCHANT ORDER [TRANSACTION] [--reason TEXT] [--note TEXT]',
    summary: 'reject a held payment, which is given back then',
    merchantsIn: ofMerchant,
    run: rejectReview,
  },
  {
    name: 'review card',
    args: 'MERCHANT ORDER [TRANSACTION]',
    summary: "the hash of a payment's card, for a risk rule",
    merchantsIn: ofMerchant,
    run: showCardHash,
  },
  {
    name: 'review try',
    args: 'RULES.json MERCHANT [--from TIME] [--until TIME]',
    summary: 'what risk rules would have done to past payments; nothing is stored',
    merchantsIn: ofMerchant,
    run: tryRules,
  },
  {
    name: 'find',
    args: 'CODE',
    summary: 'the payment whose support code a payer reads out: transactions, times, notifications',
    namedById: SUPPORT_CODE,
    run: findPayment,
  },
  {
    name: 'browser-payment show',
    args: 'MERCHANT ORDER',
    summary: "the timeline of an order's browser payments",
    merchantsIn: ofMerchant,
    run: showBrowserPayments,
  },
  {
    name: 'payer-authentication link',
    args: 'MERCHANT ORDER [--valid DAYS]',
    summary: 'a link by which a payer confirms a payment of yours that the bank wants confirmed',
    merchantsIn: ofMerchant,
    run: linkPayer,
  },
  {
    name: 'payment resolve',
    args: 'MERCHANT ORDER TRANSACTION paid|failed --reason TEXT',
    summary: 'settle a payment whose result nobody reports, once you know it from the bank',
    merchantsIn: ofMerchant,
    run: resolvePayment,
  },
  {
    name: 'late-payment list',
    args: '',
    summary: 'late captures that wait for a decision',
    lists: true,
    takesAll: withoutArguments,
    run: listLatePayments,
  },
  {
    name: 'late-payment refund',
    args: 'MERCHANT ORDER TRANSACTION',
    summary: 'refund a late capture',
    merchantsIn: ofMerchant,
    run: refundLatePayment,
  },
  {
    name: 'late-payment close',
    args: 'MERCHANT ORDER TRANSACTION',
    summary: 'close a late capture that was resolved elsewhere',
    merchantsIn: ofMerchant,
    run: closeLatePayment,
  },
  {
    name: 'notifications list',
    args: '[--all]',
    summary: 'notifications not delivered yet; or all of them',
    lists: true,
    takesAll: withoutArguments,
    run: listNotifications,
  },
  {
    name: 'notifications show',
    args: 'ID',
    summary: 'one notification with each delivery attempt',
    namedById: NOTIFICATION_ID,
    run: showNotification,
  },
  {
    name: 'notifications replay',
    args: 'ID',
    summary: 'send a notification again',
    namedById: NOTIFICATION_ID,
    run: replayNotification,
  },
  {
    name: 'notifications key',
    args: 'MERCHANT',
    summary: "a merchant's signing keys",
    merchantsIn: ofMerchant,
    run: showNotificationKeys,
  },
  {
    name: 'notifications rotate',
    args: 'MERCHANT [--keep HOURS]',
    summary: 'make a new signing key; the old one also signs for a day',
    merchantsIn: ofMerchant,
    run: rotateNotificationKey,
  },
  {
    name: 'listen',
    args: '[--to URL] [--merchant ID] [--order ID] [--type T] [--shuffle] [--drop P] [--double P] [--replay ID]',
    summary: 'print the notifications of a test gateway, and forward them to this machine',
    merchantsIn: listenedMerchants,
    namedById: REPLAYED_ID,
    run: listen,
  },
  {
    name: 'trigger',
    args: '[NAME] [--shop URL] [--notify URL]',
    summary: 'make a named history of a payment happen in the sandbox',
    runAlone: trigger,
  },
  {
    name: 'record',
    args: 'ORDER --merchant ID [--to FILE]',
    summary: "an order's replay bundle, without card data, names and addresses, to attach to an issue",
    merchantsIn: ofMerchant,
    run: recordBundle,
  },
  {
    name: 'replay',
    args: 'FILE',
    summary: 'play a replay bundle in a sandbox in memory, and compare; exit code 1 if the order is another one',
    runAlone: replay,
  },
  {
    name: 'reconcile',
    args: '[--ledger FILE.json [--acquirer NAME|--provider ID] [--from TIME] [--until TIME] [--adopt|--bar]]',
    summary: 'what needs the operator; exit code 1 if anything does',
    lists: true,
    takesAll: withoutArguments,
    run: reconcile,
  },
  {
    name: 'orders rebuild',
    args: '[--wait]',
    summary: 'make the index of orders again while gateways run',
    takesAll: withoutArguments,
    run: rebuildOrders,
  },
  {
    name: 'orders status',
    args: '',
    summary: 'how old the index of orders is, and its build',
    takesAll: withoutArguments,
    run: showOrderIndex,
  },
  {
    name: 'barred list',
    args: '',
    summary: 'orders with movements that only a ledger has',
    lists: true,
    takesAll: withoutArguments,
    run: listBarred,
  },
  {
    name: 'barred lift',
    args: 'MERCHANT ORDER',
    summary: 'let an order take requests again, once you resolved it elsewhere',
    merchantsIn: ofMerchant,
    run: liftBar,
  },
  {
    name: 'settlement import',
    args: 'FILE [--format NAME] [--source NAME] [--merchant ID] [--dry-run]',
    summary: 'match a report of what was paid out; exit code 1 if anything differs',
    merchantsIn: ofMerchant,
    run: importSettlement,
  },
  {
    name: 'settlement fetch',
    args: 'PROVIDER --merchant ID --from DATE --to DATE [--dry-run]',
    summary: "the same of a report that the provider's server gives",
    merchantsIn: ofMerchant,
    run: fetchSettlement,
  },
  {
    name: 'settlement report',
    args: '[--until TIME]',
    summary: 'what differs in all that was imported; exit code 1 if anything does',
    takesAll: withoutArguments,
    run: reportSettlement,
  },
];
