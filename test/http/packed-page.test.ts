import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packedPage } from '../../src/http/packed-page.ts';

const HTML = Buffer.from('<!doctype html><p>Ünlü €57.20</p>'.repeat(100));

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
] as const)('for a browser that takes %s is packed by %s', async (accepted, encoding, unpack) => {
  const { body, headers } = await packedPage(accepted, HTML);
  expect(headers).toEqual({ Vary: 'Accept-Encoding', 'Content-Encoding': encoding });
  expect(unpack(body)).toEqual(HTML);
  expect(body.length).toBeLessThan(HTML.length / 5);
});

it.each([undefined, '', 'identity', 'zstd', 'br;q=0'])('for one that takes %s is sent as it is', async (accepted) => {
  expect(await packedPage(accepted, HTML)).toEqual({ body: HTML, headers: { Vary: 'Accept-Encoding' } });
});
