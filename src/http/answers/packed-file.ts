/** A small file in memory, compressed once per encoding, at first use. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { encodingFor } from './encodings.ts';

export interface ServedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const PACK = {
  br: (plain: Buffer) =>
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: (plain: Buffer) => gzipSync(plain),
} as const;

type Encoding = keyof typeof PACK;

export class PackedFile {
  readonly plain: Buffer;
  readonly #type: string;
  readonly #packed = new Map<Encoding, Buffer>();

  /** @param type the value of the Content-Type header */
  constructor(type: string, plain: Buffer) {
    this.#type = type;
    this.plain = plain;
  }

  /**
   * @param acceptEncoding the request's header `Accept-Encoding`
   * @param headers the additional headers of the answer
   */
  serve(acceptEncoding: string | undefined, headers: Readonly<Record<string, string>>): ServedFile {
    const encoding = encodingFor<Encoding>(acceptEncoding, ['br', 'gzip']);
    return {
      headers: {
        ...headers,
        'Content-Type': this.#type,
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
        ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      },
      body: encoding === undefined ? this.plain : this.#pack(encoding),
    };
  }

  #pack(encoding: Encoding): Buffer {
    const packed = this.#packed.get(encoding) ?? PACK[encoding](this.plain);
    this.#packed.set(encoding, packed);
    return packed;
  }
}
