/** Stands before an acquirer's host on another address, or speaks TLS for it, and counts what arrives. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface Relay {
  readonly port: number;
  /** Bytes of callers; by TLS, those that came through it. */
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

/** An address of this machine that is not its loopback; undefined where it has none. */
export function ownAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
