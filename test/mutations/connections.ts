/** Sends requests unmodified over a few persistent connections. */
import { Agent, request } from 'node:http';
import type { Sent } from './draft.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
}

export class Connections {
  readonly #port: number;
  readonly #agent: Agent;

  constructor(port: number, count: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: count });
  }

  /** @throws Error if the connection breaks before the whole answer */
  send({ method, path, headers, body }: Sent): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path, headers });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
