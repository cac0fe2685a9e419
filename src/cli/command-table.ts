/** Every operator command, by name. */
import { showArchive } from './archive-command.ts';
import { exportAudit, listAudit, verifyAudit } from './audit/audit-commands.ts';
import {
  closeLatePayment,
  listLatePayments,
  refundLatePayment,
  showBrowserPayments,
} from './browser-payment-commands.ts';
import type { CliCommand } from './command.ts';
import { invitePerson, listPeople, removePerson, resetFactor } from './console-commands.ts';
import { doctor } from './doctor/doctor.ts';
import { checkEmbedding } from './embed/embed-check.ts';
import { erase } from './erase-command.ts';
import { findPayment } from './find-command.ts';
import { retireKeys } from './keys/retire.ts';
import { rotateKeys } from './keys/rotate.ts';
import { joinKey, splitNewKey } from './keys/shares.ts';
import { showKeys } from './keys/status.ts';
import { liftLimit, showLimits } from './limit-commands.ts';
import { createLink, drawLink, endLink, listLinks, showLink } from './link-commands.ts';
import { mailLink } from './link-mail.ts';
import { JSON_OPTION } from './listing.ts';
import { putLogo } from './logo-commands.ts';
import { installMarksCommand, removeMarksCommand } from './mark-commands.ts';
import {
  disableMerchant,
  enableMerchant,
  listMerchants,
  merchantInFile,
  putMerchant,
  removeMerchant,
  setMerchant,
  showMerchant,
} from './merchant-commands.ts';
import { changePassword } from './merchant-password.ts';
import { migrateCommand } from './migrate.ts';
import {
  listNotifications,
  replayNotification,
  rotateNotificationKey,
  showNotification,
  showNotificationKeys,
} from './notification-commands.ts';
import { rebuildOrders, showOrderIndex } from './order-commands.ts';
import { checkPage } from './page/page-check.ts';
import { linkPayer } from './payer-authentication-commands.ts';
import { resolvePayment } from './payment-commands.ts';
import { checkProvider } from './provider-commands.ts';
import { reconcile } from './reconcile.ts';
import { approveRefund, listRefunds, rejectRefund } from './refund-commands.ts';
import { rehearse } from './rehearse/rehearse.ts';
import { liftBar, listBarred } from './restore/barred-commands.ts';
import { restoredCommand } from './restore/restored-command.ts';
import { reportRetention } from './retention-command.ts';
import { acceptReview, listReviews, rejectReview } from './review-commands.ts';
import { showCardHash, tryRules } from './review-try.ts';
import { importSettlement, reportSettlement } from './settlement-commands.ts';
import { fetchSettlement } from './settlement-fetch.ts';
import { moveCommand } from './stores/move-command.ts';
import { addStore, listStores } from './stores/store-commands.ts';

/** The merchant's id is an argument. An order's id may be one too; it comes after the merchant's. */
const ofMerchant = (args: readonly string[]): readonly string[] => args;

export const COMMANDS: readonly CliCommand[] = [
  {
    name: 'merchant put',
    args: 'FILE.json [--password VALUE]',
    summary: "create or replace a merchant's profile",
    merchantsIn: merchantInFile,
    run: putMerchant,
  },
  {
    name: 'merchant set',
    args: 'ID MEMBER=VALUE…',
    summary: "change members of a merchant's profile, and leave the others",
    merchantsIn: ofMerchant,
    run: setMerchant,
  },
  { name: 'merchant list', args: '', summary: 'all merchants', lists: true, run: listMerchants },
  { name: 'merchant show', args: 'ID', summary: "one merchant's profile", merchantsIn: ofMerchant, run: showMerchant },
  {
    name: 'merchant logo',
    args: 'ID FILE|--none',
    summary: 'show a PNG or SVG on its payment pages, or none',
    merchantsIn: ofMerchant,
    run: putLogo,
  },
  {
    name: 'marks install',
    args: 'DIR',
    summary: 'show official artwork of card schemes and wallets on all payment pages',
    isOfAllStores: true,
    run: installMarksCommand,
  },
  {
    name: 'marks remove',
    args: '',
    summary: 'show our own drawings again',
    isOfAllStores: true,
    run: removeMarksCommand,
  },
  {
    name: 'merchant password',
    args: 'ID [--keep HOURS|--retire]',
    summary: 'make a new API password and print it once; the old one stays valid for a day; or end the old ones now',
    merchantsIn: ofMerchant,
    run: changePassword,
  },
  {
    name: 'merchant disable',
    args: 'ID',
    summary: 'refuse its credentials and its pages until it is enabled',
    merchantsIn: ofMerchant,
    run: disableMerchant,
  },
  { name: 'merchant enable', args: 'ID', summary: 'end that', merchantsIn: ofMerchant, run: enableMerchant },
  {
    name: 'merchant remove',
    args: 'ID',
    summary: 'remove a merchant that has no orders',
    erases: true,
    merchantsIn: ofMerchant,
    run: removeMerchant,
  },
  {
    name: 'link create',
    args: 'MERCHANT --currency CODE --amount AMOUNT|--max AMOUNT [--once|--payments N] [--until TIME]…',
    summary: 'make a link that takes payments, for a merchant without a server',
    merchantsIn: ofMerchant,
    run: createLink,
  },
  {
    name: 'link list',
    args: 'MERCHANT',
    summary: "a merchant's links, the newest first",
    lists: true,
    merchantsIn: ofMerchant,
    run: listLinks,
  },
  { name: 'link show', args: 'ID', summary: 'a link, and the orders that were paid by it', run: showLink },
  { name: 'link qr', args: 'ID FILE.png|FILE.svg', summary: 'write the link as a QR code', run: drawLink },
  {
    name: 'link mail',
    args: 'ID ADDRESS [--language TAG]',
    summary: "mail the link to a payer, in the payer's language; the address is not stored",
    run: mailLink,
  },
  { name: 'link end', args: 'ID', summary: 'end a link: nobody can pay by it any more', run: endLink },
  {
    name: 'console invite',
    args: 'E-MAIL --role ROLE [--merchant ID]',
    summary: 'give a person a role in the console, and print a link that sets up the account',
    isOfAllStores: true,
    run: invitePerson,
  },
  {
    name: 'console reset-factor',
    args: 'E-MAIL',
    summary: 'end password, authenticator app and sessions of a person, and print a link that sets them up again',
    isOfAllStores: true,
    run: resetFactor,
  },
  {
    name: 'console list',
    args: '',
    summary: 'the people of the console, and their roles',
    lists: true,
    isOfAllStores: true,
    run: listPeople,
  },
  {
    name: 'console remove',
    args: 'E-MAIL [--merchant ID]',
    summary: 'end the role at one merchant; or remove the person with all roles, and end the sessions',
    isOfAllStores: true,
    run: removePerson,
  },
  {
    name: 'limits show',
    args: 'MERCHANT',
    summary: 'cards, ranges and payers with declined payments, and which of them are limited',
    lists: true,
    merchantsIn: ofMerchant,
    run: showLimits,
  },
  {
    name: 'limits lift',
    args: 'MERCHANT CARD|RANGE|PAYER',
    summary: 'forget the declines of a card, range or payer, as limits show prints it',
    merchantsIn: ofMerchant,
    run: liftLimit,
  },
  { name: 'refund list', args: '', summary: 'refunds that wait for approval', lists: true, run: listRefunds },
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
    run: listNotifications,
  },
  {
    name: 'notifications show',
    args: 'ID',
    summary: 'one notification with each delivery attempt',
    run: showNotification,
  },
  { name: 'notifications replay', args: 'ID', summary: 'send a notification again', run: replayNotification },
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
    name: 'reconcile',
    args: '[--ledger FILE.json [--acquirer NAME|--provider ID] [--from TIME] [--until TIME] [--adopt|--bar]]',
    summary: 'what needs the operator; exit code 1 if anything does',
    lists: true,
    run: reconcile,
  },
  {
    name: 'orders rebuild',
    args: '[--wait]',
    summary: 'make the index of orders again while gateways run',
    run: rebuildOrders,
  },
  { name: 'orders status', args: '', summary: 'how old the index of orders is, and its build', run: showOrderIndex },
  {
    name: 'barred list',
    args: '',
    summary: 'orders with movements that only a ledger has',
    lists: true,
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
    run: reportSettlement,
  },
  {
    name: 'keys status',
    args: '',
    summary: 'each key, what needs it, and what to do next',
    lists: true,
    run: showKeys,
  },
  {
    name: 'keys rotate',
    args: '[--wrapping|--data|--hash|--cookies] [--rate ROWS]',
    summary: 'change keys while gateways run; may be cut off and called again',
    run: rotateKeys,
  },
  {
    name: 'keys retire',
    args: '[ID]',
    summary: 'destroy old keys that nothing needs any more',
    erases: true,
    run: retireKeys,
  },
  {
    name: 'keys split',
    args: '[--shares 3] [--threshold 2]',
    summary: 'make a key for TURNPIKE_KEYS, and print its shares for several people',
    runAlone: splitNewKey,
  },
  { name: 'keys join', args: '', summary: 'ask for shares and print the key', runAlone: joinKey },
  {
    name: 'retention report',
    args: '[MERCHANT]',
    summary: 'what is kept of payers, how much, since when, why and until when',
    lists: true,
    merchantsIn: ofMerchant,
    run: reportRetention,
  },
  {
    name: 'archive status',
    args: '',
    summary: 'the monthly pieces of the archive of ended orders; exit code 1 if one is missing',
    lists: true,
    run: showArchive,
  },
  {
    name: 'erase',
    args: 'MERCHANT ORDER|EMAIL [--dry-run] [--as order|email]',
    summary: 'erase what is known of a customer, and keep the money; exit code 1 if an order was left',
    erases: true,
    merchantsIn: ofMerchant,
    run: erase,
  },
  {
    name: 'audit list',
    args: '[--from TIME] [--until TIME] [--action NAME]',
    summary: 'who did what; without a time the newest hundred entries',
    lists: true,
    run: listAudit,
  },
  {
    name: 'audit export',
    args: '[--from TIME] [--until TIME]',
    summary: 'every entry with its hash, as JSON lines that can be verified elsewhere',
    run: exportAudit,
  },
  {
    name: 'audit verify',
    args: '[--head FILE]…',
    summary: 'whether an entry was changed, removed, moved, added or cut; exit code 1 if one was',
    run: verifyAudit,
  },
  {
    name: 'doctor',
    args: '[MERCHANT] [--go-live] [--json]',
    summary:
      'what is well, doubtful, or will fail; or the checklist before real payments; exit code 1 if anything fails',
    runAlone: doctor,
  },
  {
    name: 'rehearse',
    args: 'MERCHANT [--rate PAYMENTS] [--seconds N] [--origin URL] [--json]',
    summary: 'payments at a rate at a staging gateway: latencies and failures; exit code 1 if a payment failed',
    runAlone: rehearse,
  },
  {
    name: 'embed check',
    args: 'URL [--json]',
    summary: "what would keep the gateway's scripts from working on a shop's page; exit code 1 if anything would",
    runAlone: checkEmbedding,
  },
  {
    name: 'page check',
    args: '[URL] [--json]',
    summary: "whether payers' pages are what this release has, seen from outside; exit code 1 if one is not",
    runAlone: checkPage,
  },
  {
    name: 'provider check',
    args: 'ID',
    summary: 'what an adapter promises, tried beside its stand-in; exit code 1 if one is broken',
    runAlone: checkProvider,
  },
  {
    name: 'restored',
    args: '[--open [--without LEDGERS]]',
    summary: 'close a store that was restored from a backup; open it once it was compared with the ledgers',
    isFirst: (args) => args.length === 0,
    run: restoredCommand,
  },
  {
    name: 'store list',
    args: '',
    summary: 'the stores of the directory, opened once each; exit code 1 if one cannot be served',
    lists: true,
    isOfAllStores: true,
    run: listStores,
  },
  {
    name: 'store add',
    args: 'NAME [--url URL] [--schema NAME]',
    summary: 'make a further store, in a database or schema that is empty, and serve it from then on',
    isOfAllStores: true,
    run: addStore,
  },
  {
    name: 'store move',
    args: 'MERCHANT --to STORE [--wait SECONDS] [--cancel]',
    summary: 'move a merchant with its orders to another store while it pays; may be cut off and called again',
    isOfAllStores: true,
    run: moveCommand,
  },
  {
    name: 'migrate',
    args: '',
    summary: "migrate the database to this program's schema",
    migrates: true,
    run: migrateCommand,
  },
];

const CALL_CHARACTERS = 140;

/** @example `turnpike notifications list [--all] [--json]` */
export function usageOf(command: CliCommand): string {
  const options = 'lists' in command ? [`[${JSON_OPTION}]`] : [];
  return ['turnpike', command.name, command.args, ...options].filter((part) => part !== '').join(' ');
}

export const USAGE = COMMANDS.map((command) => usageOf(command).padEnd(CALL_CHARACTERS) + command.summary).join('\n');
