/**
 * What every REST handler gets and gives. Handlers know no HTTP framework: the front door makes a `RestRequest`, and
 * writes the `RestAnswer`.
 */

import type { Group } from '../contract/field.ts';
import { type FieldProblem, invalidFields, invalidRequest } from '../contract/interface-error.ts';
import { isJsonObject, JsonError, type JsonObject, readJson } from '../contract/json.ts';
import { readGroup, type Values } from '../contract/read.ts';
import { textAt } from '../contract/values.ts';
import type { Answer } from '../contract/write.ts';
import type { Merchant } from '../gateway/merchant.ts';

export interface RestRequest {
  readonly version: number;
  /** Segments of the address by name, decoded once. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly authorization: string | undefined;
  readonly remoteAddress: string;
  /**
   * SHA-256 fingerprint, lower-case hex, of the certificate that the caller proved to hold, where it is the merchant's
   * own: the call has certificate authentication. With or without a password.
   */
  readonly certificate?: string | undefined;
  /** What is asked for, as the metrics name it. A handler that reads it in the body says so here. */
  readonly metricLabels?: { operation: string };
}

export interface RestAnswer {
  readonly status: 200 | 201;
  readonly body: Answer;
  /** Names that the request had and the contract has not. */
  readonly ignored?: readonly string[];
}

/** @throws InterfaceError when the body is no JSON object */
export function bodyObject(body: Uint8Array): JsonObject {
  let value: ReturnType<typeof readJson>;
  try {
    value = readJson(body);
  } catch (error) {
    if (error instanceof JsonError) {
      throw invalidRequest(error.message);
    }
    throw error;
  }
  // PHP writes an empty group as an empty array.
  if (Array.isArray(value) && value.length === 0) {
    return {};
  }
  if (!isJsonObject(value)) {
    throw invalidRequest('The body must be a JSON object.');
  }
  return value;
}

export interface ReadBody {
  readonly values: Values;
  /** For `X-Ignored-Fields`: unknown names, and fields without effect. */
  readonly ignored: readonly string[];
}

export interface ReadBodyResult {
  readonly merchant: Merchant;
  readonly version: number;
  readonly loopbackUrls: boolean;
  /** What more is wrong with a request that is refused anyway. */
  readonly further?: (values: Values, told: readonly FieldProblem[]) => readonly FieldProblem[];
}

/** @throws InterfaceError naming every field that was refused */
export function readBody(contract: Group, body: JsonObject, reading: ReadBodyResult): ReadBody {
  const { merchant, version, loopbackUrls, further } = reading;
  const { values, problems, ignored, withoutEffect } = readGroup(contract, body, { version, loopbackUrls });
  const refused = merchant.profile.unknownFields === 'REJECT' ? ignored.map(unsupported) : [];
  if (problems.length === 0 && refused.length === 0) {
    return { values, ignored: withoutEffect.length === 0 ? ignored : [...ignored, ...withoutEffect] };
  }
  throw invalidFields([...problems, ...refused, ...(further?.(values, problems) ?? [])]);
}

function unsupported(field: string) {
  return {
    field,
    validationType: 'UNSUPPORTED',
    explanation: 'this operation does not take it in this version',
  } as const;
}

/** `apiOperation` of a body, before its contract is known. */
export function apiOperation(body: JsonObject): string | undefined {
  const { apiOperation: operation } = body;
  return typeof operation === 'string' ? operation : undefined;
}

/** `correlationId` as it was sent: an answer's first member, or nothing. */
export function echo(values: Values): Answer {
  const correlationId = textAt(values, 'correlationId');
  return correlationId === undefined ? {} : { correlationId };
}
