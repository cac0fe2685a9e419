/** The sandbox's acquirer with a link to it, over a real socket, closed at the end of the test that opened it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { AcquirerLink } from '../../../src/adapters/acquirers/iso8583/link.ts';
import type { AcquirerOutcome, StatusInquiry } from '../../../src/core/ports/index.ts';
import { type AcquirerHost, startAcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import { type Earlier, memoryLog, nextTrace, replyOf } from '../../adapters/acquirers/fixtures.ts';
import { type AcquirerOptions, createAcquirer } from '../../adapters/acquirers/iso8583/rig.ts';

export interface HostGiven {
  readonly ledgerFile?: string;
  readonly port?: number;
  readonly speed?: number;
}

export async function hostWith({ ledgerFile, port = 0, speed = 1 }: HostGiven = {}) {
  const log = memoryLog();
  const where = ledgerFile === undefined ? ({ memory: true } as const) : { ledgerFile };
  const host = await startAcquirerHost({ host: '127.0.0.1', port, speed, log, ...where });
  onTestFinished(() => host.close());
  return { host, log };
}

export async function linkTo(
  host: Pick<AcquirerHost, 'port'>,
  options: Partial<AcquirerOptions> = {},
): Promise<AcquirerLink> {
  const times = { reconnectBaseMs: 5, reconnectCapMs: 20, ...options.times };
  const link = createAcquirer({ url: `iso8583://127.0.0.1:${host.port}`, log: memoryLog(), ...options, times });
  onTestFinished(() => link.close());
  await vi.waitFor(() => {
    if (!link.ready()) {
      throw new Error('not signed on yet');
    }
  });
  return link;
}

/** The state of every movement in the host's ledger, in order. */
export function statesOf(host: AcquirerHost): string[] {
  return host.ledger({}).map((entry) => entry.state);
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-acquirer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A host and a link that is signed on to it. */
export async function connected(given: HostGiven = {}, options: Partial<AcquirerOptions> = {}) {
  const { host } = await hostWith(given);
  return { host, link: await linkTo(host, options) };
}

/** Every movement in the host's ledger, in order, as `KIND amount state`. */
export function movementsOf(host: AcquirerHost): string[] {
  return host.ledger({}).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`);
}

/** The host's answer: field 39. */
export async function codeOf(outcome: Promise<AcquirerOutcome>): Promise<string> {
  return replyOf(await outcome).acquirerCode;
}

/** An inquiry about a message, by its trace. */
export function inquiryOf({ trace, kind, merchantId }: Pick<Earlier, 'trace' | 'kind' | 'merchantId'>): StatusInquiry {
  return { trace: nextTrace(), original: trace, originalKind: kind, merchantId };
}
