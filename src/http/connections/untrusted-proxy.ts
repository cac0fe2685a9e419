/**
 * Warns the operator once about a proxy that is missing from `TRUSTED_PROXIES`: all its callers seem to have the
 * proxy's IP address, and share its limits on connections, refusals and guesses.
 */
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { isListed, withoutZone } from './client-address.ts';
import { isPrivate } from './private-networks.ts';

/** @returns a function that must be called with each request */
export function untrustedProxyWarner(log: Logger, proxies: BlockList): (request: IncomingMessage) => void {
  let isWarned = false;
  return ({ headers, socket }) => {
    if (isWarned || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) {
      return;
    }
    const from = withoutZone(socket.remoteAddress ?? '');
    // From the internet, any client may send the header, so it does not prove a proxy.
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
