/**
 * `page check [URL] [--json]`: fetches the live gateway's pages and scripts from outside, and reports differences from
 * this release. It needs no store, so it can run on another machine.
 */
import { parseArgs } from 'node:util';
import { checkPages, readInventory } from '../../back-office/page-integrity/index.ts';
import { readSettings } from '../../settings/index.ts';
import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import { type CheckLine, fails, findingsReport, well } from '../finding.ts';

const UNCHANGED_PAGE = 'It is as this release has it.';
/** The sentence if the operator gave no address of a payment form. */
const UNCHANGED_WITHOUT_FORM =
  'The page of a checkout that does not exist is as this release has it. Name a payer’s page to look at its form too.';
const REMEDY =
  "take nobody's card data until you know why: compare the release, and what is between the gateway and its payers";

export async function checkPage({ env, args, usage }: LoneCall): Promise<CommandResult> {
  const { page, isJson } = readArguments(args, usage);
  const origin = new URL(page?.origin ?? readSettings(env).publicOrigin);
  const all = await checkPages(readInventory(), origin, page);
  const lines = all.flatMap(({ what, differences }): CheckLine[] =>
    differences.length === 0
      ? [{ check: what, ...well(page === undefined && what === 'page' ? UNCHANGED_WITHOUT_FORM : UNCHANGED_PAGE) }]
      : differences.map((difference) => ({ check: what, ...fails(`${difference}.`, REMEDY) })),
  );
  return findingsReport(lines, isJson, { origin: origin.origin });
}

function readArguments(
  args: readonly string[],
  usage: string,
): { readonly page: URL | undefined; readonly isJson: boolean } {
  try {
    const options = { json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [address, ...rest] = positionals;
    const page = address === undefined ? undefined : new URL(address);
    if (rest.length === 0 && (page === undefined || /^https?:$/.test(page.protocol))) {
      return { page, isJson: values.json === true };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}
