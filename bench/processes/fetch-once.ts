/** One request on a connection of its own, with the answer as received. */
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received: compressed if the server compressed it. */
  readonly body: Buffer;
  /** Bytes of head and body, as transferred. */
  readonly bytes: number;
}

export function fetchOnce(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          bytes: response.socket.bytesRead,
        }),
      );
    });
    sent.end(body);
  });
}
