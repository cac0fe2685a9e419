/** `settlement fetch PROVIDER`: requests a report from the provider's server, and imports it like a file. */

import { type ProviderReports, REPORTS, type ReportSpan, ReportUnavailable } from '../adapters/providers/index.ts';
import { Vault } from '../adapters/vault/index.ts';
import { PAGE_READERS, type ReadEntry, SettlementFileError } from '../back-office/settlement/index.ts';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { providerAccount } from '../core/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { hashOf, importedResult, ofSource, options } from './settlement-commands.ts';

const TEXT = { type: 'string' } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Maximum number of entries, each of which takes a few kilobytes of memory while it is matched. */
const ENTRIES_MAX = 500_000;

/** @returns exit code 0 without differences, else 1 */
export async function fetchSettlement(call: CommandCall): Promise<CommandResult> {
  const { provider, merchant, from, to, dryRun } = fetchOptions(call);
  const reports = REPORTS[provider]?.(call.settings.providers);
  const read = PAGE_READERS[provider];
  if (reports === undefined || read === undefined) {
    throw new UsageError(`${provider} is not set up, or gives no reports. ${Object.keys(REPORTS).join(', ')} can.`);
  }
  const now = Date.now();
  const span = spanOf(from, to, reports, now);
  const account = await accountOf(call, provider, merchant);
  const entries: ReadEntry[] = [];
  try {
    for await (const page of reports.pages(account, span)) {
      entries.push(...read(page));
      if (entries.length > ENTRIES_MAX) {
        throw new UsageError(`That is more than ${ENTRIES_MAX} transactions: fetch a shorter time.`);
      }
    }
  } catch (error) {
    throw error instanceof ReportUnavailable || error instanceof SettlementFileError
      ? new Error(`Nothing is imported. ${error.message}`)
      : error;
  }
  const all = entries.map(ofSource(provider, merchant));
  const name = `${merchant} ${from} to ${to}`;
  // The report is named by its days, so that a repeated command completes an interrupted import, even if the provider
  // reports more transactions by then.
  const report = { source: provider, name, hash: hashOf(name) };
  return importedResult(call, report, all, dryRun, lateNotes(span, reports, now));
}

function fetchOptions({ args, usage }: CommandCall) {
  const known = { merchant: TEXT, from: TEXT, to: TEXT, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = options(args, known, usage);
  const { merchant, from, to, 'dry-run': dryRun = false } = values as Record<string, string | boolean | undefined>;
  const [provider, ...rest] = positionals;
  if (provider === undefined || rest.length > 0 || !merchant || !from || !to) {
    throw new UsageError(usage);
  }
  return {
    provider,
    merchant: `${merchant}`,
    from: `${from}`,
    to: `${to}`,
    dryRun: dryRun === true,
  };
}

/** The span of whole days in UTC, which ends now at the latest. @throws UsageError */
function spanOf(from: string, to: string, { ageMsMax }: ProviderReports, now: number): ReportSpan {
  const [first, last] = [from, to].map((text) => (DAY.test(text) ? Date.parse(text) : Number.NaN));
  if (first === undefined || last === undefined || !(first <= last) || first > now) {
    throw new UsageError(
      '--from and --to are days such as 2026-11-01, the first no later than the last and than today.',
    );
  }
  if (first < now - ageMsMax) {
    throw new UsageError(`It gives reports of the last ${Math.floor(ageMsMax / DAY_MS)} days.`);
  }
  return { from: first, until: Math.min(last + DAY_MS - 1, now) };
}

/** @throws UsageError */
async function accountOf({ store, settings }: CommandCall, provider: string, merchantId: string) {
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${merchantId}.`);
  }
  if (merchant.profile.providerAccounts[provider] === undefined) {
    throw new UsageError(`${merchantId} has no account with ${provider} in its profile.`);
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  return { ...providerAccount(merchant.profile, provider, vault), merchantId };
}

function lateNotes({ until }: ReportSpan, { lateMsMax }: ProviderReports, now: number): string[] {
  return until > now - lateMsMax
    ? [`What was made in the last ${lateMsMax / HOUR_MS} hours may be missing: fetch the same days again later.`]
    : [];
}
