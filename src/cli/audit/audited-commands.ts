/**
 * The commands that the audit trail records, with the arguments to record. Each command that makes changes has a row; a
 * test compares the table with the commands.
 */
import type { AuditTrail } from '../../back-office/audit/index.ts';
import { holdsCardData } from '../../contract/card-data.ts';
import { isStoreName } from '../../settings/index.ts';
import type { CommandCall } from '../command.ts';
import { linkArguments } from '../link-commands.ts';
import { resolvedArguments } from '../payment-commands.ts';
import { changesOf, profileChanges } from './profile-changes.ts';

/** `subject` is the subject of the audit entry; the other members are the entry's details. */
export type AuditDetails = Readonly<Record<string, boolean | string | null>> & { readonly subject?: string | null };

export interface AuditedCommand {
  /** The arguments to record. Must omit secrets, since arguments may include passwords. */
  readonly kept: (args: readonly string[]) => AuditDetails;
  /** Whether a call makes no changes. */
  readonly isIdle?: (args: readonly string[]) => boolean;
  /** Runs before the command's first entry is appended. */
  readonly first?: (trail: AuditTrail, args: readonly string[]) => Promise<unknown>;
  /** Reads the state before the command. @returns a function to call after the command, which returns the changes */
  readonly watch?: (call: CommandCall) => Promise<() => Promise<Readonly<Record<string, unknown>>>>;
}

const ofMerchant: AuditedCommand = { kept: ([id]) => ({ subject: text(id) }) };
const ofOrder: AuditedCommand = { kept: ([id, order]) => ({ subject: text(id), order: text(order) }) };
const ofTransaction: AuditedCommand = {
  kept: ([id, order, transaction]) => ({ subject: text(id), order: text(order), transaction: text(transaction) }),
};
const resolvesDifferences = (args: readonly string[]): boolean => args.includes('--adopt') || args.includes('--bar');
const isDryRun = (args: readonly string[]): boolean => args.includes('--dry-run');

const ofStore: AuditedCommand = { kept: (args) => ({ store: text(args.find(isStoreName)) }) };

/** The person is a member of staff, not a payer. */
const ofPerson: AuditedCommand = {
  kept: (args) => ({
    subject: text(optionIn(args, '--merchant')),
    person: text(args.find((one) => one.includes('@'))),
    role: text(optionIn(args, '--role')),
  }),
};

export const AUDITED_COMMANDS: Readonly<Record<string, AuditedCommand>> = {
  'merchant put': {
    kept: ([file, flag]) => ({ file: text(file), setsPassword: flag === '--password' }),
    watch: profileChanges,
  },
  // Records only the names of the members, since a value may be a secret.
  'merchant set': {
    kept: ([id, ...members]) => ({
      subject: text(id),
      members: text(members.map((one) => one.split('=', 1)[0]).join(' ')),
    }),
    watch: ({ store, args: [id] }) => changesOf(store, id),
  },
  'merchant logo': { kept: ([id, file]) => ({ subject: text(id), file: text(file) }) },
  'marks install': { kept: ([folder]) => ({ folder: text(folder) }) },
  'marks remove': { kept: () => ({}) },
  'merchant password': { kept: ([id, ...rest]) => ({ subject: text(id), options: text(rest.join(' ')) }) },
  'merchant disable': ofMerchant,
  'merchant enable': ofMerchant,
  'merchant remove': ofMerchant,
  'link create': {
    kept: (args) => {
      const { merchantId, ...money } = linkArguments(args);
      return {
        subject: text(merchantId),
        ...Object.fromEntries(Object.entries(money).map(([name, one]) => [name, text(one)])),
      };
    },
  },
  // Without the payer's address.
  'link mail': { kept: ([id]) => ({ link: text(id) }) },
  'link end': { kept: ([id]) => ({ link: text(id) }) },
  'refund approve': ofTransaction,
  'refund reject': ofTransaction,
  'payer-authentication link': ofOrder,
  'review accept': ofTransaction,
  'review reject': ofTransaction,
  'console invite': ofPerson,
  'console reset-factor': ofPerson,
  'console remove': ofPerson,
  'limits lift': { kept: ([id, subject]) => ({ subject: text(id), limited: text(subject) }) },
  'payment resolve': {
    kept: (args) => {
      const { subject, ...named } = resolvedArguments(args);
      return {
        subject: text(subject),
        ...Object.fromEntries(Object.entries(named).map(([name, one]) => [name, text(one)])),
      };
    },
  },
  'late-payment refund': ofTransaction,
  'late-payment close': ofTransaction,
  'notifications replay': { kept: ([id]) => ({ notification: text(id) }) },
  'notifications rotate': { kept: ([id, ...rest]) => ({ subject: text(id), options: text(rest.join(' ')) }) },
  'settlement import': { kept: (args) => ({ options: text(args.join(' ')) }), isIdle: isDryRun },
  'settlement fetch': { kept: (args) => ({ options: text(args.join(' ')) }), isIdle: isDryRun },
  'keys rotate': { kept: (args) => ({ options: text(args.join(' ')) }) },
  'keys retire': { kept: ([id]) => ({ key: text(id) }) },
  erase: {
    // The erased customer must not stay in the audit trail.
    kept: ([id, named]) => ({
      subject: text(id),
      ...(named?.includes('@') ? { by: 'e-mail' } : { order: text(named) }),
    }),
    isIdle: isDryRun,
  },
  reconcile: { kept: (args) => ({ options: text(args.join(' ')) }), isIdle: (args) => !resolvesDifferences(args) },
  'barred lift': ofOrder,
  restored: {
    kept: (args) => ({ options: text(args.join(' ')) }),
    first: async (trail, args) => (args.length === 0 ? trail.recordRestoration() : undefined),
  },
  'store move': { kept: ([id, ...rest]) => ({ subject: text(id), options: text(rest.join(' ')) }) },
  // Without the URL, which may contain a password.
  'store add': ofStore,
  'store put': { kept: (args) => ({ ...ofStore.kept(args), withoutOld: args.includes('--without-old') }) },
  'store close': ofStore,
  'store open': ofStore,
  'store remove': { kept: (args) => ({ ...ofStore.kept(args), endsAddresses: args.includes('--end-addresses') }) },
  migrate: {
    kept: () => ({}),
    watch:
      async ({ store }) =>
      async () => ({ migrations: store.migrated }),
  },
};

/** @example optionIn(['a@b.example', '--role', 'viewer'], '--role') // 'viewer' */
function optionIn(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((one) => one === name || one.startsWith(`${name}=`));
  const [, value] = args[at]?.split('=', 2) ?? [];
  return value ?? (at < 0 ? undefined : args[at + 1]);
}

/** Leaves out card data that was pasted in the wrong place. */
function text(argument: string | undefined): string | null {
  if (argument === undefined) {
    return null;
  }
  return holdsCardData(argument) ? '(card data)' : argument;
}
