/**
 * The addresses of acquirers: a protocol's scheme, a host and a port. They hold no secret, so that logs may show them.
 */
export interface AcquirerAddress {
  readonly host: string;
  readonly port: number;
  /** TLS: the scheme with an `s` at its end. */
  readonly isSecure: boolean;
}

const PORT_MAX = 65_535;

/**
 * The host and port of `SCHEME://host:port` or `SCHEMEs://host:port`. An IPv6 address is written in brackets.
 *
 * @param scheme of the protocol, without the `s`
 * @throws {TypeError} for anything else.
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

/** Whether the URL names the protocol of this scheme, in clear or over TLS. */
export function hasScheme(url: string, scheme: string): boolean {
  return url.startsWith(`${scheme}://`) || url.startsWith(`${scheme}s://`);
}
