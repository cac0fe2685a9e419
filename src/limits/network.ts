/**
 * The name by which an address is counted. A host of IPv6 has a whole /64 to itself, so that network is one name.
 *
 * @param address as of a socket: perhaps with a zone, perhaps IPv4 in IPv6 form
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined || !bare.includes(':')) {
    return mapped ?? bare;
  }
  const [head = '', tail = ''] = bare.split('::');
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
