/** The addresses of the listeners: those of the settings, or the sockets that a supervisor has opened there. */
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

/** @param supervision absent: the process opens its own sockets */
export function listenAddresses(
  { host, port, adminHost, adminPort }: Pick<Settings, 'host' | 'port' | 'adminHost' | 'adminPort'>,
  supervision: Supervision | undefined,
): ListenAddresses {
  return supervision === undefined
    ? { main: { host, port }, admin: { host: adminHost, port: adminPort } }
    : { main: { host: NO_HOST, fd: supervision.listener }, admin: { host: NO_HOST, fd: supervision.adminListener } };
}
