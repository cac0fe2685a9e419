/**
 * Which store each command is about. A new command fails here until it is in one of the lists, and in the documents.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CliCommand } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { ROOT } from '../docs-files/documentation.ts';

/** Commands by the store that they are about, in the order of the command table. */
const EXPECTED = {
  /** They take `--store NAME`, or `--store all` for one result each. */
  eachStore: [
    'merchant list',
    'refund list',
    'review list',
    'late-payment list',
    'notifications list',
    'reconcile',
    'orders rebuild',
    'orders status',
    'barred list',
    'settlement report',
    'keys status',
    'keys rotate',
    'keys retire',
    'retention report',
    'archive status',
    'audit verify',
    'doctor',
    'migrate',
  ],
  /** They take `--store NAME`, and are about the first store without it. */
  oneStore: ['audit list', 'audit export', 'restored'],
  /** They find the store of the merchant. */
  storeOfMerchant: [
    'merchant put',
    'merchant set',
    'merchant show',
    'merchant logo',
    'merchant password',
    'merchant disable',
    'merchant enable',
    'merchant remove',
    'link create',
    'link list',
    'limits show',
    'limits lift',
    'refund approve',
    'refund reject',
    'review accept',
    'review reject',
    'review card',
    'review try',
    'browser-payment show',
    'payer-authentication link',
    'payment resolve',
    'late-payment refund',
    'late-payment close',
    'notifications key',
    'notifications rotate',
    'record',
    'barred lift',
    'settlement import',
    'settlement fetch',
    'erase',
  ],
  /** They find the store of the id, or of the merchant. */
  storeOfId: [
    'link show',
    'link qr',
    'link mail',
    'link end',
    'find',
    'notifications show',
    'notifications replay',
    'listen',
  ],
  /** They are about the installation, and refuse `--store`. */
  installation: [
    'marks install',
    'marks remove',
    'console invite',
    'console reset-factor',
    'console list',
    'console remove',
    'store list',
    'store add',
    'store put',
    'store close',
    'store open',
    'store remove',
    'store move',
  ],
};

/** @returns undefined for a command that opens no store */
function groupOf(command: CliCommand): keyof typeof EXPECTED | undefined {
  if ('runAlone' in command) {
    return command.args.includes('--store') ? 'eachStore' : undefined;
  }
  if (command.isOfAllStores) {
    return 'installation';
  }
  if (command.takesAll !== undefined) {
    return 'eachStore';
  }
  if (command.namedById !== undefined) {
    return 'storeOfId';
  }
  return command.merchantsIn === undefined ? 'oneStore' : 'storeOfMerchant';
}

it('each command says which store it is about', () => {
  const groups = Map.groupBy(
    COMMANDS.filter((command) => groupOf(command) !== undefined),
    groupOf,
  );
  const found = Object.fromEntries([...groups].map(([group, of]) => [group, of.map(({ name }) => name)]));
  expect(found).toEqual(EXPECTED);
});

it('the page about commands lists those that take --store all', () => {
  const page = readFileSync(join(ROOT, 'docs/operating/command-line.md'), 'utf8').replace(/\s+/g, ' ');
  const [, listed = ''] = /`--store all` calls a command for each store[^:]*: ([^.]+)\./.exec(page) ?? [];
  expect([...listed.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual([...EXPECTED.eachStore].sort());
});
