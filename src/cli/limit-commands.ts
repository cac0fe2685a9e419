/** The limits on declined attempts: shows the counts of a merchant's cards and payers, and lifts a limit. */
import { limitsOf } from '../core/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { listing } from './listing.ts';
import { printable } from './printable.ts';

/**
 * The subjects as `limits show` prints them: a masked number, the digits of a range, a payer's hash, or all pages of
 * the merchant.
 */
const LISTED_SUBJECT = /^(?:[0-9x]{6,19}|(?:address|device):[\w-]{12}|pages)$/;

/** One line for each card, range or payer, limited ones first. */
export async function showLimits(call: CommandCall): Promise<CommandResult> {
  const { store, args, usage } = call;
  const [id, ...rest] = args;
  if (id === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await findMerchant(call, id);
  const limits = limitsOf(merchant.profile.limits, await store.attemptCounts.ofMerchant(merchant.key), Date.now());
  const rows = limits.map(({ shown, declines, limited = null, slowed = null }) => ({
    subject: shown,
    declines,
    limited,
    slowed,
  }));
  return listing(
    rows,
    ({ subject, declines, limited, slowed }) => [
      subject,
      `${declines} declined`,
      ...(limited === null ? [] : [limited]),
      ...(slowed === null ? [] : [`${slowed}: payers wait`]),
    ],
    'No declines are counted.',
  );
}

/** Other processes apply the change within a second or two. */
export async function liftLimit(call: CommandCall): Promise<string> {
  const { store, args, usage } = call;
  const [id, shown, ...rest] = args;
  if (id === undefined || shown === undefined || !LISTED_SUBJECT.test(shown) || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await findMerchant(call, id);
  const lifted = await store.attemptCounts.lift(merchant.key, shown, Date.now());
  if (lifted === 0) {
    throw new Error(`Nothing is counted of ${shown} at ${merchant.id}.`);
  }
  return `${shown} is free: its declines so far no longer count.`;
}

async function findMerchant({ store }: CommandCall, id: string) {
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) {
    throw new Error(`There is no merchant ${printable(id)}.`);
  }
  return merchant;
}
