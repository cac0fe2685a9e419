/**
 * Warns the operator, once, of a proxy that `TRUSTED_PROXIES` lacks: all its callers then share its address, with its
 * limits on connections, refusals and guesses.
 */
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { isListed, withoutZone } from './client-address.ts';
import { isPrivate } from './private-networks.ts';

/** @returns to be called with each request */
export function untrustedProxyWarner(log: Logger, proxies: BlockList): (request: IncomingMessage) => void {
  let isWarned = false;
  return ({ headers, socket }) => {
    if (isWarned || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) {
      return;
    }
    const from = withoutZone(socket.remoteAddress ?? '');
    // From elsewhere, anybody may send the header.
    if (!isPrivate(from) || isListed(from, proxies)) {
      return;
    }
    isWarned = true;
    log.warn(
      { from },
      'a proxy at a private address names its callers, but TRUSTED_PROXIES lacks it: they share its limits',
    );
  };
}
