/**
 * A link between a primary and its standby, on any free port, that passes on so many bytes a second to the standby, as
 * a standby with a slow disk takes them. It is fast until it is slowed down. Its argument: the primary's port.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { listening } from './server-side.ts';

export interface SlowDown {
  /** 0: as fast as possible. */
  readonly bytesPerSecond: number;
}

const HOST = '127.0.0.1';
const primaryPort = Number(process.argv[2]);
let bytesPerSecond = 0;
process.on('message', (message: Partial<SlowDown>) => {
  bytesPerSecond = message.bytesPerSecond ?? bytesPerSecond;
});

const server = createServer((standby) => {
  const primary = connect(primaryPort, HOST);
  for (const [one, other] of [
    [standby, primary],
    [primary, standby],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
  standby.pipe(primary);
  let freeAt = 0;
  primary.on('data', (bytes) => {
    standby.write(bytes);
    if (bytesPerSecond > 0) {
      primary.pause();
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + (bytes.length / bytesPerSecond) * 1_000;
      setTimeout(() => primary.resume(), freeAt - now);
    }
  });
});
server.listen(0, HOST);
await once(server, 'listening');
listening((server.address() as AddressInfo).port);
