/** A merchant's server that sends payments sequentially on one connection. */
import { Agent } from 'node:http';
import { authorizationOf, MERCHANT_PATH, newOrderId } from '../support/merchant.ts';
import { API_PASSWORD } from '../support/stack.ts';
import { send } from './attackers.ts';
import { BODIES } from './scripts.ts';

/** Sends one PAY after another on one connection. @returns the latencies in milliseconds, and the answers */
export async function payFor(
  ms: number,
  port: number,
  localAddress?: string,
): Promise<{ ms: number[]; met: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const met: string[] = [];
  const since = performance.now();
  while (performance.now() - since < ms) {
    const began = performance.now();
    met.push(
      await send({
        port,
        method: 'PUT',
        path: `${MERCHANT_PATH}/order/${newOrderId()}/transaction/1`,
        headers: { authorization: authorizationOf(API_PASSWORD), 'content-type': 'application/json' },
        body: JSON.stringify(BODIES.PAY),
        agent,
        ...(localAddress !== undefined && { localAddress }),
      }),
    );
    took.push(performance.now() - began);
  }
  agent.destroy();
  return { ms: took, met };
}
