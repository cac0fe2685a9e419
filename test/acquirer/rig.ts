/** A link and the peer of a test's choice, put away after each test. */
import { afterEach } from 'vitest';
import { type AcquirerOptions, createAcquirer } from '../../src/acquirer/link.ts';
import { memoryLog } from './fixtures.ts';
import { type PeerOptions, startPeer } from './peer.ts';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

export async function peerWith(options: PeerOptions = {}) {
  const peer = await startPeer(options);
  cleanUps.push(() => peer.close());
  return peer;
}

export function linkTo(url: string, options: Partial<AcquirerOptions> = {}) {
  const log = memoryLog();
  const link = createAcquirer({ url, log, ...options, times: { reconnectBaseMs: 5, ...options.times } });
  cleanUps.push(() => link.close());
  return { link, log };
}
