/** A request's body as the gateway receives it: bytes, read by the contract's reader. */

import type { Group } from '../../src/contract/field.ts';
import { isJsonObject, type JsonObject, readJson } from '../../src/contract/json.ts';
import { type Reading, readGroup } from '../../src/contract/read.ts';

/** @param body JSON text, or a value for JSON.stringify */
export function bodyOf(body: string | object): JsonObject {
  const value = readJson(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8'));
  if (!isJsonObject(value)) {
    throw new TypeError('A body is an object.');
  }
  return value;
}

export function readBody(
  contract: Group,
  body: string | object,
  options: { version?: number; loopbackUrls?: boolean } = {},
): Reading {
  return readGroup(contract, bodyOf(body), { version: 100, loopbackUrls: false, ...options });
}
