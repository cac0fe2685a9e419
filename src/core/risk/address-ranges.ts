/** Ranges of network addresses in risk rules. */
import { BlockList, isIP } from 'node:net';

const BITS = { 4: 32, 6: 128 } as const;

interface AddressRange {
  readonly network: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function rangeOf(text: string): AddressRange | undefined {
  const [network = '', length, ...more] = text.split('/');
  const version = isIP(network) as 0 | 4 | 6;
  if (version === 0 || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) {
    return undefined;
  }
  const bits = length === undefined ? BITS[version] : Number(length);
  return bits > BITS[version] ? undefined : { network, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** @example isAddressRange('203.0.113.0/24') // true */
export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/**
 * @param ranges must be valid by `isAddressRange`
 * @returns a function that is true for an address in one of the ranges, and false for any other text
 */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges.map(rangeOf)) {
    if (range !== undefined) {
      list.addSubnet(range.network, range.bits, range.family);
    }
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
