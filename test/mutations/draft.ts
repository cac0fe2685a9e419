/** An unsent request, in parts that a mutation can change. */
import { basic, PASSWORD, PUBLIC_HOST } from '../api/rest/rig.ts';

export interface Draft {
  method: string;
  version: string;
  merchant: string;
  /** The path segments below the merchant's address, as in the request line. */
  segments: string[];
  headers: Record<string, string>;
  /** An argument of JSON.stringify; undefined sends no body. */
  body: unknown;
  /** Replaces the body. */
  bytes?: Buffer;
}

/** The request as sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export function draft(method: string, segments: readonly string[], body?: unknown): Draft {
  return {
    method,
    version: '100',
    merchant: 'TESTSHOP',
    segments: segments.map(encodeURIComponent),
    headers: {},
    body,
  };
}

export function bytesOf({ body, bytes }: Draft): Buffer | undefined {
  if (bytes !== undefined) {
    return bytes;
  }
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body) ?? '', 'utf8');
}

export function sentOf(request: Draft): Sent {
  const { method, version, merchant, segments, headers } = request;
  const body = bytesOf(request);
  return {
    method,
    path: `/api/rest/version/${version}/merchant/${merchant}/${segments.join('/')}`,
    headers: {
      Host: PUBLIC_HOST,
      Authorization: basic(decodeURIComponent(merchant), PASSWORD),
      ...(body !== undefined && { 'Content-Length': `${body.length}` }),
      ...headers,
    },
    body,
  };
}
