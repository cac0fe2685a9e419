/**
 * Reads the body of a `fetch` response from an untrusted server, up to a limit, which also applies to the decompressed
 * size.
 */

export interface BoundedBody {
  readonly bytes: Buffer;
  /** True if the body was longer than the limit, so that the rest is missing. */
  readonly isCut: boolean;
}

/**
 * Reads a response's body after decompression, and ends the connection if the body exceeds the limit.
 *
 * @throws any error of `fetch` for a broken connection or a timeout
 */
export async function boundedBody({ body }: Pick<Response, 'body'>, bytesMax: number): Promise<BoundedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) {
      break;
    }
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isCut: bytes > bytesMax };
}
