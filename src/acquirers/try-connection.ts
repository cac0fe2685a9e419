/** Whether an acquirer's host can be reached: a connection by the link's own rules, on which nothing is sent. */
import { acquirerAddress, hasScheme } from './acquirer-address.ts';
import { type LinkTarget, openLinkSocket } from './link-socket.ts';
import type { AcquirerProtocol } from './protocol.ts';

export interface TriedTarget extends Pick<LinkTarget, 'plaintextReach' | 'tls'> {
  readonly url: string;
}

/**
 * No sign-on: a host that takes one connection from each client would end the gateway's.
 *
 * @returns undefined when it came about, or the code of what failed: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `ETIMEDOUT`;
 *   `PLAINTEXT_REFUSED` where the host is farther away than a connection without TLS may reach
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
