/**
 * The servers outside the gateway in one process: the acquirer's host and the providers with their ledgers in memory,
 * and a merchant's server that accepts every notification. They use real sockets, and as little processor time as
 * possible.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startAcquirerHost } from '../../src/sandbox/acquirer/host.ts';
import { startProviders } from '../../src/sandbox/providers/start-providers.ts';
import './server-side.ts';

export interface World {
  readonly acquirerPort: number;
  readonly providersPort: number;
  /** The shared secret of the gateway and the providers. */
  readonly providersSecret: string;
  readonly notificationPort: number;
}

const silent = { info() {}, warn() {}, error() {} };
const acquirer = await startAcquirerHost({ host: '127.0.0.1', port: 0, memory: true, speed: 1, log: silent });
const providersSecret = randomBytes(32).toString('hex');
const providers = await startProviders({ memory: true, speed: 1, secret: providersSecret, log: silent });
const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(204).end();
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
process.send?.({
  acquirerPort: acquirer.port,
  providersPort: providers.port,
  providersSecret,
  notificationPort: (receiver.address() as AddressInfo).port,
} satisfies World);
