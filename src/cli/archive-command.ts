/**
 * `archive status`: the archive's months, with the orders and transactions that refer to each, and whether its piece
 * exists.
 */
import { type CommandCall, type CommandResult, UsageError } from './command.ts';

/** Exit code 1 if a piece that orders refer to is missing. */
export async function showArchive({ store, args, usage }: CommandCall): Promise<CommandResult> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  const months = await store.archive.months();
  const lines = months.map(({ month, orders, transactions, place, isMissing }) =>
    [month, `${orders} orders`, `${transactions} transactions`, isMissing ? 'MISSING' : place].join('\t'),
  );
  const missing = months.filter(({ isMissing }) => isMissing).length;
  const summary =
    months.length === 0
      ? 'Nothing is in the archive. retention.archiveDays of a merchant profile says when orders go there.'
      : `${months.length} months, ${missing} missing.`;
  const remedy =
    missing === 0 ? [] : ['Bring missing pieces back from a backup: their orders cannot be shown until then.'];
  const rows = months.map(({ month, orders, transactions, place, isMissing }) => ({
    month,
    orders,
    transactions,
    place,
    isMissing,
  }));
  return { text: [...lines, summary, ...remedy].join('\n'), exitCode: missing > 0 ? 1 : 0, rows };
}
