/**
 * The commands that the audit trail records, and what of their arguments it keeps. Every command that changes anything
 * has its row; a test holds the table against the commands.
 */
import type { AuditTrail } from '../../audit/index.ts';
import { holdsCardData } from '../../contract/card-data.ts';
import type { CommandCall } from '../command.ts';
import { resolvedArguments } from '../payment-commands.ts';
import { changesOf, profileChanges } from './profile-changes.ts';

/** `subject` becomes the entry's; the other members its details. */
export type Kept = Readonly<Record<string, boolean | string | null>> & { readonly subject?: string | null };

export interface AuditedCommand {
  /** Never a secret: passwords come in arguments too. */
  readonly kept: (args: readonly string[]) => Kept;
  /** Whether a call changes nothing. */
  readonly isIdle?: (args: readonly string[]) => boolean;
  /** Runs before the command's first entry. */
  readonly first?: (trail: AuditTrail, args: readonly string[]) => Promise<unknown>;
  /** Looks at what the command will change. @returns what it has changed, asked once it is done */
  readonly watch?: (call: CommandCall) => Promise<() => Promise<Readonly<Record<string, unknown>>>>;
}

const ofMerchant: AuditedCommand = { kept: ([id]) => ({ subject: text(id) }) };
const ofOrder: AuditedCommand = { kept: ([id, order]) => ({ subject: text(id), order: text(order) }) };
const ofTransaction: AuditedCommand = {
  kept: ([id, order, transaction]) => ({ subject: text(id), order: text(order), transaction: text(transaction) }),
};
const resolves = (args: readonly string[]): boolean => args.includes('--adopt') || args.includes('--bar');
const isDryRun = (args: readonly string[]): boolean => args.includes('--dry-run');

export const AUDITED: Readonly<Record<string, AuditedCommand>> = {
  'merchant put': {
    kept: ([file, flag]) => ({ file: text(file), setsPassword: flag === '--password' }),
    watch: profileChanges,
  },
  // Names alone: a value may be a secret.
  'merchant set': {
    kept: ([id, ...members]) => ({
      subject: text(id),
      members: text(members.map((one) => one.split('=', 1)[0]).join(' ')),
    }),
    watch: ({ store, args: [id] }) => changesOf(store, id),
  },
  'merchant logo': { kept: ([id, file]) => ({ subject: text(id), file: text(file) }) },
  'merchant password': { kept: ([id, ...rest]) => ({ subject: text(id), options: text(rest.join(' ')) }) },
  'merchant disable': ofMerchant,
  'merchant enable': ofMerchant,
  'merchant remove': ofMerchant,
  'refund approve': ofTransaction,
  'refund reject': ofTransaction,
  'payer-authentication link': ofOrder,
  'review accept': ofTransaction,
  'review reject': ofTransaction,
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
    // Whoever is erased is not named here for good.
    kept: ([id, named]) => ({
      subject: text(id),
      ...(named?.includes('@') ? { by: 'e-mail' } : { order: text(named) }),
    }),
    isIdle: isDryRun,
  },
  reconcile: { kept: (args) => ({ options: text(args.join(' ')) }), isIdle: (args) => !resolves(args) },
  'barred lift': ofOrder,
  restored: {
    kept: (args) => ({ options: text(args.join(' ')) }),
    first: async (trail, args) => (args.length === 0 ? trail.restored() : undefined),
  },
  migrate: {
    kept: () => ({}),
    watch:
      async ({ store }) =>
      async () => ({ migrations: store.migrated }),
  },
};

/** What somebody pasted in the wrong place is not kept. */
function text(argument: string | undefined): string | null {
  if (argument === undefined) {
    return null;
  }
  return holdsCardData(argument) ? '(card data)' : argument;
}
