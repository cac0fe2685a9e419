/** Parses `NOTIFICATION_LOOPBACK_PORTS`: the ports of this machine to which the sandbox may send notifications. */
import { SettingsError } from './settings-error.ts';

export interface Ports {
  has(port: number): boolean;
}

const PORT_MAX = 65_535;
const RANGE = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/**
 * @param text ports and ranges of ports, separated by commas; undefined: no ports
 * @param always a port that is always included
 * @throws SettingsError with one line that names the setting
 */
export function readLoopbackPorts(text: string | undefined, always: number): Ports {
  const ranges = text?.split(',').map((part) => range(part.trim(), text)) ?? [];
  return { has: (port) => port === always || ranges.some(([first, last]) => first <= port && port <= last) };
}

function range(part: string, text: string): readonly [first: number, last: number] {
  const [, begin = '', end = begin] = RANGE.exec(part) ?? [];
  const [first, last] = [Number(begin), Number(end)];
  if (begin === '' || first < 1 || last < first || last > PORT_MAX) {
    throw new SettingsError(
      `NOTIFICATION_LOOPBACK_PORTS=${JSON.stringify(text)} cannot be used: it takes ports and ranges of ports from 1 to ${PORT_MAX}, separated by commas, such as 3000,9000-9010.`,
    );
  }
  return [first, last];
}
