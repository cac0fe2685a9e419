/** The link's socket: TCP, or TLS over it. Messages are sent only after the other end was checked. */
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { Secret } from '../../contract/secret.ts';
import { TLS_CIPHERS } from '../../platform/tls-ciphers.ts';
import type { AcquirerAddress } from './acquirer-address.ts';
import { isWithinReach, type PlaintextReach } from './plaintext-reach.ts';

/** The certificates and the key of a TLS connection, in PEM. */
export interface LinkTls {
  /** Trusted certificate authorities, instead of the system's. */
  readonly ca?: string;
  /** The gateway's own certificate, for a host that requires one, and its key. */
  readonly cert?: string;
  readonly key?: Secret;
}

export interface LinkTarget extends AcquirerAddress {
  readonly tls?: LinkTls;
  /** Limits a connection without TLS; absent means no limit. */
  readonly plaintextReach?: PlaintextReach;
  /** True to close the connection to a host that identifies itself as the sandbox's acquirer. */
  readonly refusesSimulator?: boolean;
  /** True to close the connection to a host that does not identify itself as the sandbox's acquirer. */
  readonly requiresSimulator?: boolean;
}

export interface SocketHandlers {
  /** Called when the connection is ready for messages. */
  readonly onOpen: () => void;
  /** Called if the other end is farther away than a connection without TLS may reach. No message was sent. */
  readonly onTooFar: () => void;
}

export function openLinkSocket(target: LinkTarget, { onOpen, onTooFar }: SocketHandlers): Socket {
  const { host, port, plaintextReach } = target;
  const socket = target.isSecure ? connectTls(tlsOptions(target)) : connect({ host, port });
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  // For a host name, check the address that it resolved to.
  const isTooFar = () => plaintextReach !== undefined && !isWithinReach(plaintextReach, socket.remoteAddress ?? '');
  if (target.isSecure) {
    socket.on('secureConnect', onOpen);
  } else {
    socket.on('connect', () => (isTooFar() ? onTooFar() : onOpen()));
  }
  return socket;
}

function tlsOptions({ host, port, tls: { ca, cert, key } = {} }: LinkTarget): ConnectionOptions {
  return {
    // The certificate must be for this host name or address. SNI selects one of several names.
    host,
    servername: isIP(host) === 0 ? host : undefined,
    port,
    minVersion: 'TLSv1.2',
    ciphers: TLS_CIPHERS,
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
    ca,
    cert,
    key: key?.reveal(),
  };
}
