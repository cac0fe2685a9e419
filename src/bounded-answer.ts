/**
 * Bodies of answers that a stranger's server sends to `fetch`: read to a limit, whatever their length or compression.
 */

export interface BoundedBody {
  readonly bytes: Buffer;
  /** There was more, which was not read. */
  readonly isCut: boolean;
}

/**
 * Reads an answer's body as it comes out of its decompression, and ends the connection at the limit.
 *
 * @throws what `fetch` throws for a connection that breaks or takes too long
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
