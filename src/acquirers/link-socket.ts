/** The link's socket: TCP, or TLS over it. Nothing is sent before the other end is known to be allowed. */
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { Secret } from '../contract/secret.ts';
import { TLS_CIPHERS } from '../tls-ciphers.ts';
import type { AcquirerAddress } from './acquirer-address.ts';
import { isWithin, type PlaintextReach } from './plaintext-reach.ts';

/** PEM texts. */
export interface LinkTls {
  /** Authorities that are trusted in place of the system's. */
  readonly ca?: string;
  /** The gateway's own certificate, for a host that asks for one, and its key. */
  readonly cert?: string;
  readonly key?: Secret;
}

export interface LinkTarget extends AcquirerAddress {
  readonly tls?: LinkTls;
  /** Of a connection without TLS; absent: anywhere. */
  readonly plaintextReach?: PlaintextReach;
  /** Hang up on a host that says that it is the sandbox's acquirer. */
  readonly refusesSimulator?: boolean;
  /** Hang up on every other host. */
  readonly requiresSimulator?: boolean;
}

export interface SocketHandlers {
  /** Messages may be sent. */
  readonly onOpen: () => void;
  /** The other end is farther away than a connection without TLS may reach; nothing was sent. */
  readonly onTooFar: () => void;
}

export function openLinkSocket(target: LinkTarget, { onOpen, onTooFar }: SocketHandlers): Socket {
  const { host, port, plaintextReach } = target;
  const socket = target.isSecure ? connectTls(tlsOptions(target)) : connect({ host, port });
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  // A name is judged by the address that it led to.
  const isTooFar = () => plaintextReach !== undefined && !isWithin(plaintextReach, socket.remoteAddress ?? '');
  if (target.isSecure) {
    socket.on('secureConnect', onOpen);
  } else {
    socket.on('connect', () => (isTooFar() ? onTooFar() : onOpen()));
  }
  return socket;
}

function tlsOptions({ host, port, tls: { ca, cert, key } = {} }: LinkTarget): ConnectionOptions {
  return {
    // The certificate must be of this name or address. A host of several names is told which one is meant.
    host,
    ...(isIP(host) === 0 && { servername: host }),
    port,
    minVersion: 'TLSv1.2',
    ciphers: TLS_CIPHERS,
    // Whatever the environment says.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key: key.reveal() }),
  };
}
