/**
 * Returns the name under which an IP address is counted. An IPv6 host usually has a whole /64, so all addresses of a
 * /64 share one name.
 *
 * @param address the IP address of a socket, possibly with a zone, or IPv4 in IPv6 form
 */
export function networkOf(address: string): string {
  const v4 = ipv4Of(address);
  return v4 ?? ipv6Network(address, HOST_GROUPS);
}

/**
 * Returns the larger network around an IP address, which may belong to one owner: /24 in IPv4, /48 in IPv6. @param
 * address the IP address of a socket, possibly with a zone, or IPv4 in IPv6 form
 */
export function widerNetworkOf(address: string): string {
  const v4 = ipv4Of(address);
  return v4 === undefined ? ipv6Network(address, SITE_GROUPS) : `${v4.slice(0, v4.lastIndexOf('.'))}.0/24`;
}

/** The lengths of the prefixes in groups of 16 bits. */
const HOST_GROUPS = 4;
const SITE_GROUPS = 3;
const GROUP_BITS = 16;

/** @returns the IPv4 address; undefined for IPv6; other text unchanged */
function ipv4Of(address: string): string | undefined {
  const bare = withoutZone(address);
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1] ?? (bare.includes(':') ? undefined : bare);
}

function ipv6Network(address: string, count: number): string {
  const [head = '', tail = ''] = withoutZone(address).split('::');
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  const network = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/${count * GROUP_BITS}`;
}

function withoutZone(address: string): string {
  return address.toLowerCase().split('%', 1)[0] ?? '';
}
