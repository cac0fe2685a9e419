/** A link and the peer of a test's choice, put away at the end of the test that asked for it. */
import { onTestFinished } from 'vitest';
import { type AcquirerOptions, createAcquirer } from '../../../src/acquirers/iso8583/link.ts';
import { memoryLog } from '../fixtures.ts';
import { type PeerOptions, startPeer } from './peer.ts';

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
