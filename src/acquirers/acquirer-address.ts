export interface AcquirerAddress {
  readonly host: string;
  readonly port: number;
  /** TLS, `iso8583s://`. */
  readonly isSecure: boolean;
}

const PORT_MAX = 65_535;

/**
 * The host and port of `iso8583://host:port` or `iso8583s://host:port`. An IPv6 address is written in brackets.
 *
 * @throws {TypeError} for anything else.
 */
export function acquirerAddress(url: string): AcquirerAddress {
  const match = /^iso8583(s?):\/\/(?:\[([0-9A-Fa-f:.]+)\]|([^/:@?#[\]\s]+)):(\d{1,5})\/?$/.exec(url);
  const host = match?.[2] ?? match?.[3];
  const port = Number(match?.[4]);
  if (host === undefined || port < 1 || port > PORT_MAX) {
    throw new TypeError(`not an acquirer address, iso8583://host:port or iso8583s://host:port expected: ${url}`);
  }
  return { host, port, isSecure: match?.[1] === 's' };
}
