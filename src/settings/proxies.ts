/** Parses the IP addresses of trusted proxies in `TRUSTED_PROXIES` and `CLIENT_CERT_PROXIES`. */
import { BlockList, isIP } from 'node:net';
import { SettingsError } from './settings-error.ts';

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;

/** An IP address or a CIDR range. A zone such as `%eth0` is refused, because it names an interface of this machine. */
const RANGE = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/;

/**
 * @param setting the name of the setting, for the error
 * @param text IP addresses and CIDR ranges, separated by commas; undefined: no proxies
 * @throws SettingsError with one line that names the setting
 */
export function readProxies(setting: string, text: string | undefined): BlockList {
  const proxies = new BlockList();
  for (const part of text?.split(',') ?? []) {
    const [, address = '', prefix] = RANGE.exec(part.trim()) ?? [];
    const version = isIP(address);
    const bits = ADDRESS_BITS[version] ?? 0;
    const length = prefix === undefined ? bits : Number(prefix);
    // A prefix of length zero would trust every caller.
    if (length < 1 || length > bits) {
      throw proxiesError(setting, text ?? '');
    }
    proxies.addSubnet(address, length, FAMILIES[version as 4 | 6]);
  }
  return proxies;
}

function proxiesError(setting: string, text: string): SettingsError {
  return new SettingsError(
    `${setting}=${JSON.stringify(text)} cannot be used: it takes addresses and CIDR ranges (/1 and longer), separated by commas, such as 10.0.0.5,fd00::/8.`,
  );
}
