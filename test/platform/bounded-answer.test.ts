/** Reading another server's answer costs at most its limit, regardless of its length and compression ratio. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPages } from '../../src/back-office/page-integrity/check.ts';
import { readInventory } from '../../src/back-office/page-integrity/index.ts';
import { fetchInventory } from '../../src/cli/embed/inventory.ts';
import { openPage } from '../../src/cli/embed/shop-page.ts';
import { boundedBody } from '../../src/platform/bounded-answer.ts';

const LIMIT = 100_000;
const PIECE = Buffer.alloc(64 * 1_024, 'a');
/** 64 MiB that each compression packs into some kilobytes. */
const ZEROS = Buffer.alloc(64 * 1_024 * 1_024);
const PACKED = { br: brotliCompressSync(ZEROS), deflate: deflateSync(ZEROS), gzip: gzipSync(ZEROS) };

let server: Server;
let origin: URL;
/** The bytes sent to the last client of an endless answer, and whether it closed the connection. */
let endless: { bytes: number; isClosed: boolean };

function sendWithoutEnd(response: ServerResponse): void {
  const sent = { bytes: 0, isClosed: false };
  endless = sent;
  response.once('close', () => {
    sent.isClosed = true;
  });
  const send = () => {
    while (!sent.isClosed && response.write(PIECE)) {
      sent.bytes += PIECE.length;
    }
    response.once('drain', send);
  };
  send();
}

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const encoding = url.slice(1) as keyof typeof PACKED;
    if (encoding in PACKED) {
      response.setHeader('Content-Encoding', encoding).end(PACKED[encoding]);
    } else if (url === '/short') {
      response.end('short');
    } else {
      sendWithoutEnd(response);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const fetched = async (path: string) => boundedBody(await fetch(new URL(path, origin)), LIMIT);

describe('a body', () => {
  it('is read whole if it is short', async () => {
    expect(await fetched('/short')).toEqual({ bytes: Buffer.from('short'), isCut: false });
  });

  it('is read to the limit if it is endless, and its connection is closed', async () => {
    const { bytes, isCut } = await fetched('/endless');
    expect([bytes.length, isCut]).toEqual([LIMIT, true]);
    await expect.poll(() => endless.isClosed).toBe(true);
  });

  it.each(Object.keys(PACKED))(
    'that is highly compressed is read to the limit of its decompressed size: %s',
    async (encoding) => {
      const before = process.memoryUsage().arrayBuffers;
      const { bytes, isCut } = await fetched(`/${encoding}`);
      expect([bytes.length, isCut]).toEqual([LIMIT, true]);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(ZEROS.length / 2);
    },
  );
});

describe('an endless answer', () => {
  it('is reported as a difference of a page and of each script', async () => {
    const checked = await checkPages(readInventory(), origin, new URL('/checkout/pay/x', origin));
    expect(checked.length).toBeGreaterThan(2);
    for (const { differences } of checked) {
      expect(differences).toContain('it has more than 1000000 bytes');
    }
    await expect.poll(() => endless.isClosed).toBe(true);
  });

  it('of a shop’s page is read up to the limit of a page', async () => {
    expect(await openPage(new URL('/endless', origin), 30_000)).toMatchObject({ status: 200, scripts: [] });
    await expect.poll(() => endless.isClosed).toBe(true);
  });

  it('is not accepted as an inventory of a gateway', async () => {
    await expect(fetchInventory(origin, 30_000)).rejects.toThrow(/not as a gateway/);
    await expect.poll(() => endless.isClosed).toBe(true);
  });
});

/** A test's own servers, the sandbox's, and code that runs in a browser or in a merchant's server. */
const OWN_SERVERS =
  /^(?:cli\/(?:simulators|trigger)|api\/reference\/client|browser-scripts|sandbox|world|web\/(?:components|rendering))\//;
const UNBOUNDED = /\bawait\b[^;\n]*\.(?:arrayBuffer|blob|bytes|formData|json|text)\(\)/;

/** It reads files in the body of a form, which was received up to its limit. */
const FILES_OF_FORMS = 'http/endpoints/form-fields.ts';

it('no code of the gateway reads an answer whole without a limit', () => {
  const src = new URL('../../src/', import.meta.url);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !OWN_SERVERS.test(file))
    .filter((file) => UNBOUNDED.test(readFileSync(new URL(file, src), 'utf8')));
  expect(files).toEqual([FILES_OF_FORMS]);
});
