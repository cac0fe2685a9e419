import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transfersOf } from '../../bench/measures/transfers.ts';

const FILES: Record<string, { type: string; text: string; packed?: boolean }> = {
  '/page': {
    type: 'text/html; charset=utf-8',
    text: `<link rel="stylesheet" href="/a.css"><link href="/icon.svg" rel="icon" type="image/svg+xml">
      <link rel="canonical" href="/elsewhere"><a href="/another">x</a><script type="module" src="/a.js"></script>`,
  },
  '/a.css': {
    type: 'text/css',
    text: 'body { background: url(/back.svg) } i { background: url(data:x) }',
    packed: true,
  },
  '/a.js': { type: 'text/javascript', text: 'import{a}from"./b.js";a("/not-fetched.js")' },
  '/b.js': { type: 'text/javascript', text: 'export const a = 1;' },
  '/icon.svg': { type: 'image/svg+xml', text: '<svg/>' },
  '/back.svg': { type: 'image/svg+xml', text: '<svg/>' },
  '/broken': { type: 'text/html', text: '<script src="/absent.js"></script>' },
};

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const file = FILES[request.url ?? ''];
    if (file === undefined) {
      return response.writeHead(404).end();
    }
    const encoding = file.packed ? { 'content-encoding': 'br' } : {};
    return response
      .writeHead(200, { 'content-type': file.type, ...encoding })
      .end(file.packed ? brotliCompressSync(file.text) : file.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

test('a page counts once, as does every file that the page, its style or its script names', async () => {
  const transfers = await transfersOf(origin, '/page');
  expect(transfers.map(({ path }) => path).sort()).toEqual([
    '/a.css',
    '/a.js',
    '/b.js',
    '/back.svg',
    '/icon.svg',
    '/page',
  ]);
  expect(transfers.find(({ path }) => path === '/a.css')?.encoding).toBe('br');
});

test('heads count as transferred', async () => {
  const [icon] = await transfersOf(origin, '/icon.svg');
  expect(icon?.bytes).toBeGreaterThan('<svg/>'.length + 'HTTP/1.1 200 OK'.length);
});

test('a missing file fails the measure', async () => {
  await expect(transfersOf(origin, '/broken')).rejects.toThrow('/absent.js was answered with 404');
});
