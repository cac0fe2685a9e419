/** The inputs of a form, also of one with a file, which Node's own parser of `multipart/form-data` reads. */
import type { FastifyRequest } from 'fastify';

/**
 * The largest form with a file: a logo of 64 KiB, and the same in Base64 in the form that follows when a code was asked
 * for.
 */
export const FILE_FORM_BYTES_MAX = 128 * 1024;
const PARTS_MAX = 10;

/** @returns the inputs, a file as Base64 for URLs; empty without a body; undefined for a body that is no such form */
export async function formFields({ body, raw }: FastifyRequest): Promise<URLSearchParams | undefined> {
  if (!(body instanceof Uint8Array)) {
    return new URLSearchParams();
  }
  const type = typeIn(raw.rawHeaders);
  return /^multipart\/form-data/i.test(type)
    ? partsOf(Buffer.from(body), type)
    : new URLSearchParams(Buffer.from(body).toString('utf8'));
}

/** The listener removes the header from `headers`, because the interface takes JSON under any type. */
function typeIn(rawHeaders: readonly string[]): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  return at < 0 ? '' : (rawHeaders[at + 1] ?? '');
}

async function partsOf(body: Buffer<ArrayBuffer>, type: string): Promise<URLSearchParams | undefined> {
  try {
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    const parts = [...form];
    const fields = await Promise.all(
      parts.map(async ([name, value]) => [
        name,
        typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64url'),
      ]),
    );
    return parts.length > PARTS_MAX ? undefined : new URLSearchParams(fields);
  } catch {
    return undefined;
  }
}
