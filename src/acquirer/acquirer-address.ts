export interface AcquirerAddress {
  readonly host: string;
  readonly port: number;
}

const PORT_MAX = 65_535;

/**
 * The host and port of `iso8583://host:port`. An IPv6 address is written in brackets.
 *
 * @throws {TypeError} for anything else.
 */
export function acquirerAddress(url: string): AcquirerAddress {
  const match = /^iso8583:\/\/(?:\[([0-9A-Fa-f:.]+)\]|([^/:@?#[\]\s]+)):(\d{1,5})\/?$/.exec(url);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || port < 1 || port > PORT_MAX) {
    throw new TypeError(`not an acquirer address, iso8583://host:port expected: ${url}`);
  }
  return { host, port };
}
