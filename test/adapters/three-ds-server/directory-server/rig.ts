/** A directory server on a real port, with mutual TLS and replies set by the test. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DirectoryServerSettings } from '../../../../src/adapters/three-ds-server/directory-server/settings.ts';
import { Secret } from '../../../../src/contract/secret.ts';
import { createAuthority, type Issued } from '../../../support/certificates.ts';

const scheme = createAuthority('Test Scheme');
const stranger = createAuthority('Another Authority');

export const CERTIFICATES = {
  scheme,
  stranger,
  ours: scheme.issue({ name: 'turnpike', use: 'client' }),
  strangers: stranger.issue({ name: 'turnpike', use: 'client' }),
  server: scheme.issue({ name: 'localhost', use: 'server', hosts: ['localhost', '127.0.0.1'] }),
  otherServer: stranger.issue({ name: 'localhost', use: 'server', hosts: ['localhost', '127.0.0.1'] }),
  otherHost: scheme.issue({ name: 'ds.example', use: 'server', hosts: ['ds.example'] }),
} as const;

export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The subject of the client's certificate. */
  readonly caller: string;
}

export interface Played {
  readonly settings: DirectoryServerSettings;
  readonly seen: Seen[];
  connections: number;
  /** Sets the replies to the next messages, in order; the last one repeats. */
  reply: (...replies: Reply[]) => void;
  stop: () => Promise<void>;
}

export type Reply = (seen: Seen, response: ServerResponse) => void;

export const answers =
  (
    body: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/JSON;charset=UTF-8' },
  ): Reply =>
  (_, response) => {
    response.writeHead(200, headers);
    response.end(body);
  };

export const settingsOf = (
  url: string,
  own: Partial<Record<'ca' | 'cert' | 'key', string>> = {},
): DirectoryServerSettings => ({
  scheme: 'VISA',
  url,
  ca: own.ca ?? CERTIFICATES.scheme.cert,
  cert: own.cert ?? CERTIFICATES.ours.cert,
  key: new Secret(own.key ?? CERTIFICATES.ours.key),
  threeDSServerRefNumber: '3DS_LOA_SER_TEST_020200_00001',
  threeDSServerOperatorId: '10075020',
  threeDSServerUrl: 'https://pay.example/3ds/visa',
});

export async function directoryServer(certificate: Issued = CERTIFICATES.server): Promise<Played> {
  const replies: Reply[] = [];
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const tls = { cert: certificate.cert, key: certificate.key, ca: scheme.cert, requestCert: true } as const;
  const server = createServer({ ...tls, rejectUnauthorized: true }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { subject } = (
        request.socket as unknown as { getPeerCertificate(): { subject?: { CN?: string } } }
      ).getPeerCertificate();
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        caller: subject?.CN ?? '',
      };
      seen.push(one);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      reply?.(one, response);
    });
  });
  const played: Played = {
    settings: settingsOf(''),
    seen,
    connections: 0,
    reply: (...next) => replies.splice(0, replies.length, ...next),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
  server.on('connection', (socket: Socket) => {
    played.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => played.stop());
  const { port } = server.address() as AddressInfo;
  return Object.assign(played, { settings: settingsOf(`https://localhost:${port}/ds`) });
}
