/**
 * Parses addresses of acquirers: the protocol's scheme, a host and a port. Addresses contain no secrets, so logs may
 * show them.
 */
export interface AcquirerAddress {
  readonly host: string;
  readonly port: number;
  /** True for TLS: the scheme ends in an additional `s`. */
  readonly isSecure: boolean;
}

const PORT_MAX = 65_535;

/**
 * Parses `SCHEME://host:port` or `SCHEMEs://host:port`. An IPv6 address is written in brackets.
 *
 * @param scheme the protocol's scheme, without the additional `s` for TLS
 * @throws {TypeError} for any other text.
 */
export function acquirerAddress(url: string, scheme: string): AcquirerAddress {
  const match = /^([a-z0-9+.-]+):\/\/(?:\[([0-9A-Fa-f:.]+)\]|([^/:@?#[\]\s]+)):(\d{1,5})\/?$/.exec(url);
  const host = match?.[2] ?? match?.[3];
  const port = Number(match?.[4]);
  const isSecure = match?.[1] === `${scheme}s`;
  if (host === undefined || port < 1 || port > PORT_MAX || !(isSecure || match?.[1] === scheme)) {
    throw new TypeError(`not an acquirer address, ${scheme}://host:port or ${scheme}s://host:port expected: ${url}`);
  }
  return { host, port, isSecure };
}

/** True if the URL has the protocol's scheme, with or without TLS. */
export function hasScheme(url: string, scheme: string): boolean {
  return url.startsWith(`${scheme}://`) || url.startsWith(`${scheme}s://`);
}
