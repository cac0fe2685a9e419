/** A link and a peer for a test, closed when the test ends. */
import { onTestFinished } from 'vitest';
import { acquirerAddress } from '../../../../src/adapters/acquirers/acquirer-address.ts';
import type { BreakerTimes } from '../../../../src/adapters/acquirers/breaker.ts';
import { type AcquirerLink, openAcquirerLink } from '../../../../src/adapters/acquirers/iso8583/link.ts';
import type { LinkTimes } from '../../../../src/adapters/acquirers/link-limits.ts';
import type { LinkLog } from '../../../../src/adapters/acquirers/link-log.ts';
import type { LinkTarget } from '../../../../src/adapters/acquirers/link-socket.ts';
import { memoryLog } from '../fixtures.ts';
import { type PeerOptions, startPeer } from './peer.ts';

export interface AcquirerOptions extends Omit<LinkTarget, 'host' | 'port' | 'isSecure'> {
  readonly url: string;
  readonly requestTimeoutMs?: number;
  readonly log: LinkLog;
  readonly times?: Partial<LinkTimes>;
  readonly breakerTimes?: Partial<BreakerTimes>;
}

export function createAcquirer(options: AcquirerOptions): AcquirerLink {
  const { url, log, requestTimeoutMs, times, breakerTimes, ...target } = options;
  const given = requestTimeoutMs === undefined ? times : { ...times, requestTimeoutMs };
  return openAcquirerLink(
    { ...target, ...acquirerAddress(url, 'iso8583') },
    { log, ...(given && { times: given }) },
    breakerTimes,
  );
}

export async function peerWith(options: PeerOptions = {}) {
  const peer = await startPeer(options);
  onTestFinished(() => peer.close());
  return peer;
}

export function linkTo(url: string, options: Partial<AcquirerOptions> = {}) {
  const log = memoryLog();
  const link = createAcquirer({ url, log, ...options, times: { reconnectBaseMs: 5, ...options.times } });
  onTestFinished(() => link.close());
  return { link, log };
}
