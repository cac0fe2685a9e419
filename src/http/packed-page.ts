/** A page's HTML as it travels. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { encodingFor } from './encodings.ts';

export interface PackedPage {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Each page is packed for one payer, while others wait: from here on brotli takes twice the time for a few bytes less.
 */
const QUALITY = 4;

/**
 * A page holds no secret beside text that a stranger can choose: it shows nothing of the request that asks for it, and
 * its form's proof is masked anew in each answer.
 *
 * @param acceptEncoding the request's header
 */
export async function packedPage(acceptEncoding: string | undefined, html: Buffer): Promise<PackedPage> {
  const encoding = encodingFor(acceptEncoding, ['br', 'gzip']);
  const headers = { Vary: 'Accept-Encoding' };
  switch (encoding) {
    case undefined:
      return { body: html, headers };
    case 'br':
      return {
        body: await compressed.br(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
        headers: { ...headers, 'Content-Encoding': encoding },
      };
    case 'gzip':
      return { body: await compressed.gzip(html), headers: { ...headers, 'Content-Encoding': encoding } };
  }
}
