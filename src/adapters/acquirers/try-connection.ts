/**
 * Checks whether an acquirer's host can be reached: opens a connection by the link's own rules, and sends no message.
 */
import { acquirerAddress, hasScheme } from './acquirer-address.ts';
import { type LinkTarget, openLinkSocket } from './link-socket.ts';
import type { AcquirerProtocol } from './protocol.ts';

export interface TriedTarget extends Pick<LinkTarget, 'plaintextReach' | 'tls'> {
  readonly url: string;
}

/**
 * Does not sign on, because a host that allows one connection per client would close the gateway's connection.
 *
 * @returns undefined on success, or the failure's code: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `ETIMEDOUT`;
 *   `PLAINTEXT_REFUSED` if the host is farther away than a connection without TLS may reach
 */
export function tryConnection(
  { url, ...target }: TriedTarget,
  protocols: readonly AcquirerProtocol[],
  msMax: number,
): Promise<string | undefined> {
  const scheme = protocols.find((one) => hasScheme(url, one.scheme))?.scheme ?? '';
  return new Promise((resolve) => {
    const end = (failure: string | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(failure);
    };
    const timer = setTimeout(() => end('ETIMEDOUT'), msMax);
    const socket = openLinkSocket(
      { ...target, ...acquirerAddress(url, scheme) },
      { onOpen: () => end(undefined), onTooFar: () => end('PLAINTEXT_REFUSED') },
    );
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code ?? 'UNKNOWN'));
    socket.on('close', () => end('ECONNRESET'));
  });
}
