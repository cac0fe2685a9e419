/** Forwards to an acquirer's host from another address, or terminates TLS for it, and counts the bytes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface Relay {
  readonly port: number;
  /** Bytes from clients; with TLS, the decrypted ones. */
  received(): number;
  close(): Promise<void>;
}

export async function startRelay(to: number, given: { host?: string; tls?: TlsOptions } = {}): Promise<Relay> {
  const { host = '127.0.0.1', tls } = given;
  const sockets = new Set<Socket>();
  let bytes = 0;
  const accept = (socket: Socket) => {
    const onward = connect({ host: '127.0.0.1', port: to });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
  };
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.on('tlsClientError', () => {});
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => bytes,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}

/** A non-loopback address of this machine, if it has one. */
export function ownAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
