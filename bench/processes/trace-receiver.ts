/**
 * A receiver of traces for the bench, on any free port. It reads each request, and answers it after the milliseconds of
 * its argument.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from './server-side.ts';

const delayMs = Number(process.argv[2]);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => setTimeout(() => response.end('{}'), delayMs));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
listening((server.address() as AddressInfo).port);
