/** Commands about keys, stored data, checks, and stores. */
import { showArchive } from './archive-command.ts';
import { exportAudit, listAudit, verifyAudit } from './audit/audit-commands.ts';
import { type CliCommand, ofMerchant, withoutArguments } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { checkEmbedding } from './embed/embed-check.ts';
import { erase } from './erase-command.ts';
import { retireKeys } from './keys/retire.ts';
import { rotateKeys } from './keys/rotate.ts';
import { joinKey, splitNewKey } from './keys/shares.ts';
import { showKeys } from './keys/status.ts';
import { migrateCommand } from './migrate.ts';
import { checkPage } from './page/page-check.ts';
import { checkProvider } from './provider-commands.ts';
import { rehearse } from './rehearse/rehearse.ts';
import { restoredCommand } from './restore/restored-command.ts';
import { reportRetention } from './retention-command.ts';
import { closeCommand, openCommand, putStore, removeStore } from './stores/address-commands.ts';
import { moveCommand } from './stores/move-command.ts';
import { addStore, listStores } from './stores/store-commands.ts';
import { showVersions } from './versions/versions-command.ts';

export const INSTALLATION_COMMANDS: readonly CliCommand[] = [
  {
    name: 'keys status',
    args: '',
    summary: 'each key, what needs it, and what to do next',
    lists: true,
    takesAll: withoutArguments,
    run: showKeys,
  },
  {
    name: 'keys rotate',
    args: '[--wrapping|--data|--hash|--cookies] [--rate ROWS]',
    summary: 'change keys while gateways run; may be cut off and called again',
    takesAll: withoutArguments,
    run: rotateKeys,
  },
  {
    name: 'keys retire',
    args: '[ID]',
    summary: 'destroy old keys that nothing needs any more',
    erases: true,
    takesAll: withoutArguments,
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
    takesAll: withoutArguments,
    run: reportRetention,
  },
  {
    name: 'archive status',
    args: '',
    summary: 'the monthly pieces of the archive of ended orders; exit code 1 if one is missing',
    lists: true,
    takesAll: withoutArguments,
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
    takesAll: withoutArguments,
    run: verifyAudit,
  },
  {
    name: 'doctor',
    args: '[MERCHANT] [--store NAME|all] [--go-live] [--json]',
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
    name: 'versions',
    args: 'FILE.json|- [--operation NAME] [--json]',
    summary: "which versions accept a request's body, and what each ignores or refuses; exit code 1 if none accepts it",
    runAlone: (call) => showVersions(call),
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
    name: 'store put',
    args: 'NAME --url URL [--schema NAME] [--without-old]',
    summary: 'serve a store at another address, once it is the same store there; may be cut off and called again',
    isOfAllStores: true,
    run: putStore,
  },
  {
    name: 'store close',
    args: 'NAME',
    summary: 'stop serving a store, so that its database can be copied or its standby promoted',
    isOfAllStores: true,
    run: closeCommand,
  },
  {
    name: 'store open',
    args: 'NAME',
    summary: 'serve a closed store again at its address',
    isOfAllStores: true,
    run: openCommand,
  },
  {
    name: 'store remove',
    args: 'NAME [--end-addresses]',
    summary: 'end a store without merchants; its number is not given again, and its database stays',
    isOfAllStores: true,
    run: removeStore,
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
    takesAll: withoutArguments,
    run: migrateCommand,
  },
];
