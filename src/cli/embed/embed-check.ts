/**
 * `embed check URL [--json]`: fetches a shop's page and reports problems that would keep this gateway's scripts from
 * working there. It reads the server's response, and does not run the page's scripts.
 */
import { parseArgs } from 'node:util';
import { readSettings } from '../../settings/index.ts';
import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import { type CheckLine, fails, findingsReport } from '../finding.ts';
import { fetchInventory, type GatewayScript } from './inventory.ts';
import { PAGE_CHECKS } from './page-checks.ts';
import { type FetchedPage, openPage } from './shop-page.ts';

const ANSWER_MS_MAX = 15_000;

export async function checkEmbedding({ env, args, usage }: LoneCall): Promise<CommandResult> {
  const { address, isJson } = readArguments(args, usage);
  const gateway = new URL(readSettings(env).publicOrigin);
  const [page, inventory] = await Promise.all([
    openPage(address, ANSWER_MS_MAX).catch(asError),
    fetchInventory(gateway, ANSWER_MS_MAX).catch(asError),
  ]);
  return findingsReport(linesOf(page, inventory, address, gateway), isJson, {
    page: address.href,
    gateway: gateway.origin,
  });
}

function linesOf(
  page: FetchedPage | Error,
  inventory: readonly GatewayScript[] | Error,
  address: URL,
  gateway: URL,
): CheckLine[] {
  const away = [
    ...(page instanceof Error
      ? [
          {
            check: 'page',
            ...fails(`No page came from ${address.href}: ${causeMessage(page)}.`, 'see that it is reached'),
          },
        ]
      : []),
    ...(inventory instanceof Error
      ? [
          {
            check: 'gateway',
            ...fails(`${gateway.origin}: ${causeMessage(inventory)}.`, 'start the gateway, and try again'),
          },
        ]
      : []),
  ];
  return page instanceof Error || inventory instanceof Error
    ? away
    : PAGE_CHECKS.flatMap(({ name, run }) =>
        run({ page, gateway, inventory }).map((finding) => ({ check: name, ...finding })),
      );
}

function readArguments(args: readonly string[], usage: string): { readonly address: URL; readonly isJson: boolean } {
  try {
    const options = { json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const address = URL.parse(positionals[0] ?? '');
    if (positionals.length === 1 && address !== null && /^https?:$/.test(address.protocol)) {
      return { address, isJson: values.json === true };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The error of `fetch` has only the message `fetch failed`. Its cause has the reason. */
function causeMessage({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || message : message;
}
