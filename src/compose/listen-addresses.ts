/** The addresses of the listeners: those of the settings, or the sockets that a supervisor has opened there. */
import { lookup } from 'node:dns/promises';
import type { FastifyListenOptions } from 'fastify';
import type { Supervision } from '../platform/supervision.ts';
import type { Settings } from '../settings/index.ts';

/** Node's servers take a file descriptor as well, which fastify passes on and its types lack. */
type ListenAddress = FastifyListenOptions & { readonly fd?: number | undefined };

/** Without a host, fastify would listen on both addresses of `localhost` besides. */
const NO_HOST = '';

export interface ListenAddresses {
  readonly main: ListenAddress;
  /** Meaningless without `ADMIN_PORT`. */
  readonly admin: ListenAddress;
}

/**
 * @param supervision absent: the process opens its own sockets
 * @throws Error if the name of a host has no address
 */
export async function listenAddresses(
  { host, port, adminHost, adminPort }: Pick<Settings, 'host' | 'port' | 'adminHost' | 'adminPort'>,
  supervision: Supervision | undefined,
): Promise<ListenAddresses> {
  if (supervision !== undefined) {
    return {
      main: { host: NO_HOST, fd: supervision.listener },
      admin: { host: NO_HOST, fd: supervision.adminListener },
    };
  }
  const [main, admin] = await Promise.all([addressOf(host), addressOf(adminHost)]);
  return { main: { host: main, port }, admin: { host: admin, port: adminPort } };
}

/**
 * One address: at each further one of `localhost` fastify would open a server of its own, without the limits of
 * connections and without the stores of the directory.
 */
async function addressOf(host: string): Promise<string> {
  return (await lookup(host)).address;
}
