/** Ports for processes that need them before they start, and again after a restart. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the system's range of ephemeral ports: an outgoing connection could occupy a port while its owner is being
 * restarted.
 */
const PORT_MIN = 20_000;
const PORT_MAX = 32_000;

/** Free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    if (await isClaimable(port)) {
      found.add(port);
    }
  }
  return [...found];
}

async function isClaimable(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
