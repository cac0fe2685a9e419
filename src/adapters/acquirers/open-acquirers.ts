/** Opens every configured acquirer, each with its own link, breaker and counters. */
import { acquirerAddress, hasScheme } from './acquirer-address.ts';
import type { LinkTimes } from './link-limits.ts';
import type { LinkLog } from './link-log.ts';
import type { LinkTarget } from './link-socket.ts';
import type { AcquirerProtocol, OpenAcquirer } from './protocol.ts';

export interface ConfiguredAcquirer
  extends Pick<LinkTarget, 'plaintextReach' | 'refusesSimulator' | 'requiresSimulator' | 'tls'> {
  readonly url: string;
  /** `setting` returns a setting by the end of its name; `nameOf` returns that name in full. */
  readonly setting: (name: string) => string | undefined;
  readonly nameOf: (name: string) => string;
}

export interface OpenedWith {
  readonly protocols: readonly AcquirerProtocol[];
  /** @returns the log of one acquirer, which adds the acquirer's name to its lines */
  readonly log: (acquirer: string) => LinkLog;
  readonly times?: Partial<LinkTimes>;
}

/** Keyed by name. */
export type OpenAcquirers = ReadonlyMap<string, OpenAcquirer>;

/**
 * Starts connecting to every acquirer at once.
 *
 * @throws Error with one line for the operator, after it has closed the acquirers that were opened before
 */
export async function openAcquirers(
  configured: ReadonlyMap<string, ConfiguredAcquirer>,
  { protocols, log, times = {} }: OpenedWith,
): Promise<OpenAcquirers> {
  const opened = new Map<string, OpenAcquirer>();
  try {
    for (const [name, { url, setting, nameOf, ...target }] of configured) {
      const needed = (end: string) => {
        const value = setting(end);
        if (value === undefined) {
          throw new Error(`${nameOf(end)} is not set, which ${nameOf('URL')} needs.`);
        }
        return value;
      };
      const protocol = protocolOf(url, protocols);
      const address = acquirerAddress(url, protocol.scheme);
      opened.set(name, protocol.open({ ...target, ...address }, { log: log(name), setting, needed, times }));
    }
  } catch (error) {
    await closeAcquirers(opened);
    throw error;
  }
  return opened;
}

export async function closeAcquirers(acquirers: OpenAcquirers): Promise<void> {
  await Promise.all([...acquirers.values()].map((acquirer) => acquirer.close()));
}

/** @throws TypeError for a URL of an unknown protocol, which the settings refuse earlier */
function protocolOf(url: string, protocols: readonly AcquirerProtocol[]): AcquirerProtocol {
  const found = protocols.find(({ scheme }) => hasScheme(url, scheme));
  if (found === undefined) {
    throw new TypeError(`no acquirer has the scheme of ${url}`);
  }
  return found;
}
