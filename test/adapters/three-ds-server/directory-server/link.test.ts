import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DirectoryServer } from '../../../../src/adapters/three-ds-server/directory-server/directory-server.ts';
import {
  type DirectoryServerLink,
  openDirectoryServerLink,
} from '../../../../src/adapters/three-ds-server/directory-server/link.ts';
import type { DirectoryServerSettings } from '../../../../src/adapters/three-ds-server/directory-server/settings.ts';
import { answers, CERTIFICATES, directoryServer, settingsOf } from './rig.ts';

async function whole(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function linkTo(settings: DirectoryServerSettings): DirectoryServerLink {
  const link = openDirectoryServerLink(settings);
  onTestFinished(() => link.close());
  return link;
}

const ask = (link: DirectoryServerLink, answerMsMax = 20_000, answerBytesMax = 1_000) =>
  link.exchange({ body: '{"é":1}', answerMsMax, answerBytesMax, read: whole });

describe('the link to a directory server', () => {
  it('posts a message with its type, over TLS with our certificate, and reads the answer', async () => {
    const { settings, seen, reply } = await directoryServer();
    reply(answers('{"a":"b"}'));
    expect(await ask(linkTo(settings))).toEqual({ ok: true, value: '{"a":"b"}' });
    expect(seen).toMatchObject([
      {
        path: '/ds',
        body: '{"é":1}',
        caller: 'turnpike',
        headers: { 'content-type': 'application/JSON;charset=UTF-8', 'content-length': '8' },
      },
    ]);
  });

  it.each([
    ['application/json', 'application/json'],
    ['no type at all', undefined],
    ['text', 'text/plain'],
    ['another case', 'APPLICATION/JSON; CHARSET = utf-8'],
  ])('accepts an answer with %s', async (_, type) => {
    const { settings, reply } = await directoryServer();
    reply(answers('{}', type === undefined ? {} : { 'content-type': type }));
    expect(await ask(linkTo(settings))).toEqual({ ok: true, value: '{}' });
  });

  it('keeps a connection alive for further messages', async () => {
    const played = await directoryServer();
    played.reply(answers('{}'));
    const link = linkTo(played.settings);
    await ask(link);
    await ask(link);
    expect([played.connections, played.seen.length]).toEqual([1, 2]);
  });

  it.each([
    ['of another authority', CERTIFICATES.otherServer],
    ['for another host', CERTIFICATES.otherHost],
  ])('sends no message to a server with a certificate %s', async (_, certificate) => {
    const { settings, seen, reply } = await directoryServer(certificate);
    reply(answers('{}'));
    expect(await ask(linkTo(settings))).toEqual({ ok: false, failure: 'CERTIFICATE', isSent: false });
    expect(seen).toEqual([]);
  });

  it('trusts only the configured authority', async () => {
    const { settings, seen } = await directoryServer();
    const trusting = { ...settings, ca: CERTIFICATES.stranger.cert };
    expect(await ask(linkTo(trusting))).toMatchObject({ ok: false, failure: 'CERTIFICATE', isSent: false });
    expect(seen).toEqual([]);
  });

  it('is refused with a certificate that the directory server does not accept', async () => {
    const { settings, seen } = await directoryServer();
    const { cert, key } = CERTIFICATES.strangers;
    const { ok, failure } = (await ask(linkTo({ ...settings, ...settingsOf(settings.url, { cert, key }) }))) as {
      ok: boolean;
      failure: string;
    };
    expect([ok, seen]).toEqual([false, []]);
    // In TLS 1.3 the refusal arrives after our side of the handshake is done.
    expect(['BROKEN', 'CERTIFICATE']).toContain(failure);
  });

  it('tries a directory server that is down twice, and fails', async () => {
    const played = await directoryServer();
    await played.stop();
    expect(await ask(linkTo(played.settings))).toEqual({ ok: false, failure: 'AWAY', isSent: false });
  });

  it('retries once where a connection is closed at once', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect(await ask(linkTo(settingsOf(`https://localhost:${port}`)))).toMatchObject({ ok: false, isSent: false });
    expect(connections).toBe(2);
  });

  it('times out on one that does not answer', async () => {
    const { settings, seen, reply } = await directoryServer();
    reply(() => {});
    expect(await ask(linkTo(settings), 300)).toEqual({ ok: false, failure: 'SLOW', isSent: true });
    expect(seen).toHaveLength(1);
  });

  it('times out on one that answers a byte now and then', async () => {
    const { settings, reply } = await directoryServer();
    reply((_, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write('{'), 20);
      response.on('close', () => clearInterval(dripping));
    });
    expect(await ask(linkTo(settings), 400)).toEqual({ ok: false, failure: 'SLOW', isSent: true });
  });

  it('times out on one that accepts a connection and stays silent', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const link = linkTo(settingsOf(`https://localhost:${port}`));
    expect(await ask(link, 300)).toEqual({ ok: false, failure: 'SLOW', isSent: false });
  });

  it('reads an answer of ten megabytes only up to its limit', async () => {
    const { settings, reply } = await directoryServer();
    reply(answers(Buffer.alloc(10_000_000, 0x20)));
    expect(await ask(linkTo(settings))).toEqual({ ok: false, failure: 'TOO_LONG', isSent: true });
  });

  it.each([301, 302, 307, 308])('does not follow a redirect (%i)', async (code) => {
    const { settings, seen, reply } = await directoryServer();
    reply((_, response) => {
      response.writeHead(code, { location: '/elsewhere' });
      response.end('{}');
    });
    expect(await ask(linkTo(settings))).toEqual({ ok: false, failure: 'STATUS', isSent: true });
    expect(seen.map(({ path }) => path)).toEqual(['/ds']);
  });

  it.each([204, 400, 403, 500, 503])('rejects an answer with status %i', async (code) => {
    const { settings, reply } = await directoryServer();
    reply((_, response) => {
      response.writeHead(code);
      response.end();
    });
    expect(await ask(linkTo(settings))).toEqual({ ok: false, failure: 'STATUS', isSent: true });
  });

  it('rejects a truncated answer', async () => {
    const { settings, reply } = await directoryServer();
    reply((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{}');
      setImmediate(() => response.destroy());
    });
    expect(await ask(linkTo(settings))).toEqual({ ok: false, failure: 'BROKEN', isSent: true });
  });

  it.each([
    ['http', settingsOf('http://localhost:1/ds')],
    ['no URL', settingsOf('ds')],
    ['no certificate', settingsOf('https://localhost:1/ds', { cert: 'x' })],
    ['a key of another certificate', settingsOf('https://localhost:1/ds', { key: CERTIFICATES.strangers.key })],
  ])('is not opened with %s', (_, settings) => {
    expect(() => openDirectoryServerLink(settings)).toThrow();
  });
});

describe('a directory server', () => {
  const settings = settingsOf('https://localhost:1/ds');

  it('is opened with settings for messages', () => {
    expect(() => new DirectoryServer(settings).close()).not.toThrow();
  });

  it.each([
    ['no reference number', { threeDSServerRefNumber: '' }, 'threeDSServerRefNumber'],
    ['a long reference number', { threeDSServerRefNumber: 'x'.repeat(33) }, 'threeDSServerRefNumber'],
    ['a long operator id', { threeDSServerOperatorId: 'x'.repeat(33) }, 'threeDSServerOperatorID'],
    ['an address for results in clear', { threeDSServerUrl: 'http://pay.example/3ds' }, 'https:'],
  ])('is not opened with %s', (_, more, said) => {
    expect(() => new DirectoryServer({ ...settings, ...more })).toThrow(said);
  });
});
