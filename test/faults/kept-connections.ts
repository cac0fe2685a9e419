/**
 * Shops that keep one connection open for all payments, or open one for each. Failures are counted and not repeated.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { authorizationOf, MERCHANT_PATH, newOrderId } from '../support/merchant.ts';
import { API_PASSWORD } from '../support/stack.ts';
import { BODIES } from './scripts.ts';

/** So that at any moment some connections are idle and others are not. */
const BETWEEN_MS_MAX = 200;

export interface KeptConnections {
  /** Statuses of the answers, and the errors' codes. */
  readonly met: Map<string, number>;
  readonly orders: string[];
  end(): Promise<void>;
}

/**
 * @param port of the balancer, which is the clients' only address
 * @param fresh the number of further clients, which open a connection for each payment
 */
export function keepPaying(port: number, clients: number, fresh = 0): KeptConnections {
  const met = new Map<string, number>();
  const orders: string[] = [];
  let isOver = false;

  const pay = (agent: Agent): Promise<string> =>
    new Promise((resolve) => {
      const orderId = newOrderId();
      orders.push(orderId);
      const sent = request({
        agent,
        host: '127.0.0.1',
        port,
        method: 'PUT',
        path: `${MERCHANT_PATH}/order/${orderId}/transaction/1`,
        headers: {
          host: `localhost:${port}`,
          authorization: authorizationOf(API_PASSWORD),
          'content-type': 'application/json',
        },
      });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(`${response.statusCode}`));
        response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
      sent.end(JSON.stringify(BODIES.PAY));
    });

  async function client(keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isOver) {
      const outcome = await pay(agent);
      met.set(outcome, (met.get(outcome) ?? 0) + 1);
      await pause(Math.random() * BETWEEN_MS_MAX);
    }
    agent.destroy();
  }

  const running = Promise.all(Array.from({ length: clients + fresh }, (_, index) => client(index < clients)));
  return {
    met,
    orders,
    async end() {
      isOver = true;
      await running;
    },
  };
}
