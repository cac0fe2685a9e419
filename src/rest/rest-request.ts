/**
 * Request and answer of every REST handler. Handlers know no HTTP framework: the HTTP adapter makes a `RestRequest` and
 * writes the `RestAnswer`; between them the dispatcher reads the body and selects the operation.
 */

import type { Session } from '../checkout/index.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import type { Group } from '../contract/field.ts';
import { type FieldProblem, invalidFields } from '../contract/interface-error.ts';
import { isJsonObject, JsonError, type JsonObject, readJson } from '../contract/json.ts';
import type { SuccessStatus } from '../contract/operation.ts';
import type { ContractOperation } from '../contract/operations.ts';
import { type Reading, readGroup } from '../contract/read.ts';
import type { RequestFields } from '../contract/request-fields.ts';
import type { Answer } from '../contract/write.ts';
import type { Merchant } from '../gateway/index.ts';
import { neverIgnored } from './never-ignored.ts';

export interface RestRequest {
  readonly version: number;
  readonly path: AddressSegments;
  readonly body: Uint8Array;
  readonly authorization: string | undefined;
  readonly remoteAddress: string;
  /** Stands for the caller's connection, on which one answer waits at a time. */
  readonly connection?: object;
  /**
   * SHA-256 fingerprint, lower-case hex, of the certificate that the caller proved to hold, if it is in the merchant's
   * profile: the call has certificate authentication, with or without a password.
   */
  readonly certificate?: string | undefined;
  /** The caller has nothing but this session's id: it is the payer, or somebody else with the payer's link. */
  readonly payersSession?: Session;
  /** Of the address, as it was sent, without the question mark. */
  readonly query?: string;
  /** The operation, for the metrics. The dispatcher sets it here when it has read it from the body. */
  readonly metricLabels?: { operation: string };
}

/** The named segments of an address, decoded once; those that it does not have are empty. */
export type AddressSegments = Readonly<
  Record<'3DSecure' | 'merchant' | 'notification' | 'order' | 'session' | 'token' | 'transaction' | 'version', string>
>;

export interface RestAnswer {
  readonly status: SuccessStatus;
  readonly body: Answer;
  /** Names in the request that the contract does not have. */
  readonly ignored?: readonly string[];
}

/** What a handler gets: ids of the address are of the right form, and the body is read as JSON. */
export interface OperationRequest<Name extends ContractOperation = ContractOperation> extends RestRequest {
  readonly operation: Name;
  /** Empty if the operation takes no body. */
  readonly json: JsonObject;
}

/** Without a status it is the operation's own. */
export type OperationAnswer = Omit<RestAnswer, 'status'> & Partial<Pick<RestAnswer, 'status'>>;

/** @throws InterfaceError */
export type Handler<Dependencies, Name extends ContractOperation> = (
  dependencies: Dependencies,
  merchant: Merchant,
  request: OperationRequest<Name>,
) => Promise<OperationAnswer>;

/** @throws InterfaceError when the body is no JSON object */
export function bodyObject(body: Uint8Array): JsonObject {
  let value: ReturnType<typeof readJson>;
  try {
    value = readJson(body);
  } catch (error) {
    if (error instanceof JsonError) {
      throw namedError('BODY_NOT_JSON', { problem: error.problem });
    }
    throw error;
  }
  // PHP writes an empty group as an empty array.
  if (Array.isArray(value) && value.length === 0) {
    return {};
  }
  if (!isJsonObject(value)) {
    throw namedError('BODY_NOT_AN_OBJECT');
  }
  return value;
}

export interface ReadBody {
  readonly values: RequestFields;
  /** For `X-Ignored-Fields`: unknown names, and fields without effect. */
  readonly ignored: readonly string[];
  /** Where card data in texts is masked: the values without that, for the request's fingerprint and nothing else. */
  readonly asSent?: () => RequestFields;
}

export interface ReadBodyResult {
  readonly merchant: Merchant;
  readonly operation: ContractOperation;
  readonly version: number;
  readonly loopbackUrls: boolean;
  /** The ids that the request's address names. */
  readonly ids?: readonly string[];
}

/** Finds further problems of a request that is refused anyway, from what was read of it and the problems so far. */
export type FurtherProblems = (
  values: RequestFields,
  reported: readonly FieldProblem[],
) => Promise<readonly FieldProblem[]>;

/** @throws InterfaceError naming every refused field */
export function readBody(contract: Group, body: JsonObject, reading: ReadBodyResult): ReadBody {
  const read = readFields(contract, body, reading);
  const problems = [...read.problems, ...read.refused];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  return acceptedBody(contract, body, reading, read);
}

/** As `readBody`. @throws InterfaceError naming every refused field, and all that `further` finds */
export async function readRequest(
  contract: Group,
  body: JsonObject,
  reading: ReadBodyResult,
  further: FurtherProblems,
): Promise<ReadBody> {
  const read = readFields(contract, body, reading);
  if (read.problems.length > 0 || read.refused.length > 0) {
    const problems = [...read.problems, ...read.refused];
    throw invalidFields([...problems, ...(await further(read.values, problems))]);
  }
  return acceptedBody(contract, body, reading, read);
}

function acceptedBody(
  contract: Group,
  body: JsonObject,
  { version, loopbackUrls, ids = [] }: ReadBodyResult,
  { values, ignored, withoutEffect, isMasked }: ReadFields,
): ReadBody {
  const asSent = () => readGroup(contract, body, { version, loopbackUrls, ids, cardNumbersInText: 'KEEP' }).values;
  return {
    values,
    ignored: withoutEffect.length === 0 ? ignored : [...ignored, ...withoutEffect],
    ...(isMasked && { asSent }),
  };
}

export interface ReadFields extends Reading {
  /** Beside `problems`: what the contract does not have, and must not be ignored. */
  readonly refused: readonly FieldProblem[];
}

/** What `readBody` reads, and what it would refuse. */
export function readFields(contract: Group, body: JsonObject, reading: ReadBodyResult): ReadFields {
  const { merchant, operation, version, loopbackUrls, ids = [] } = reading;
  const { cardNumbersInText } = merchant.profile;
  const read = readGroup(contract, body, { version, loopbackUrls, ids, cardNumbersInText });
  const unknown = merchant.profile.unknownFields === 'REJECT' ? read.ignored.map(unsupported) : [];
  return { ...read, refused: [...neverIgnored(contract, body, operation, version), ...unknown] };
}

export function unsupported(field: string): FieldProblem {
  return {
    field,
    validationType: 'UNSUPPORTED',
    explanation: 'this operation does not take it in this version',
  };
}

/** `apiOperation` of a body, before its contract is known. */
export function apiOperation(body: JsonObject): string | undefined {
  const { apiOperation: operation } = body;
  return typeof operation === 'string' ? operation : undefined;
}

/** `correlationId` as it was sent, the answer's first member; else nothing. */
export function echo(values: RequestFields): Answer {
  const correlationId = values.correlationId;
  return correlationId === undefined ? {} : { correlationId };
}
