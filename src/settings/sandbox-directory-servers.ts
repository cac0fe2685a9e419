/** Creates the gateway's settings for the sandbox's directory servers. */

import type { DirectoryServerSettings, Scheme } from '../adapters/three-ds-server/index.ts';
import { Secret } from '../contract/secret.ts';
import type { SandboxThreeDSCertificates } from './sandbox/index.ts';

/** The gateway's reference number as a 3DS Server: invented, in EMVCo's format. */
const REFERENCE_NUMBER = '3DS_LOA_SER_SANDBOX_020200_00001';

/** The directory servers: the scheme, the last segment of the URL, and the registered application provider id (RID). */
const DIRECTORY_SERVERS: readonly (readonly [scheme: Scheme, path: string, directoryServerId: string])[] = [
  ['AMEX', 'amex', 'A000000025'],
  ['DISCOVER', 'discover', 'A000000152'],
  ['JCB', 'jcb', 'A000000065'],
  ['MASTERCARD', 'mastercard', 'A000000004'],
  ['VISA', 'visa', 'A000000003'],
];

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Returns true if directory servers can send results to the origin. URLs in 3DS messages must use HTTPS or name this
 * machine. So with any other origin, such as a laptop's IP address in its network, payers cannot be authenticated.
 */
export function isOriginOfResults(publicOrigin: string): boolean {
  const { protocol, hostname } = new URL(publicOrigin);
  return protocol === 'https:' || LOOPBACK.has(hostname);
}

export function sandboxDirectoryServers(
  { ca, threeDSServer }: SandboxThreeDSCertificates,
  port: number,
  resultsUrl: (scheme: Scheme) => string,
): DirectoryServerSettings[] {
  return DIRECTORY_SERVERS.map(([scheme, path, directoryServerId]) => ({
    scheme,
    url: `https://localhost:${port}/${path}`,
    ca,
    cert: threeDSServer.cert,
    key: new Secret(threeDSServer.key),
    directoryServerId,
    threeDSServerRefNumber: REFERENCE_NUMBER,
    threeDSServerUrl: resultsUrl(scheme),
  }));
}
