/** One request on a connection of its own, with the answer as it came over the wire. */
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came: compressed where the server compressed it. */
  readonly body: Buffer;
  /** Head and body on the wire. */
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
    const asked = request(url, { method, headers, agent: false });
    asked.on('error', reject);
    asked.on('response', (response) => {
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
    asked.end(body);
  });
}
