/**
 * Request and answer of every REST handler. Handlers do not depend on an HTTP framework: the HTTP adapter creates the
 * `RestRequest` and writes the `RestAnswer`; in between, the dispatcher reads the body and selects the operation.
 */

import type { Session } from '../../checkout/index.ts';
import type { AnswerOf } from '../../contract/answer-types.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { Group } from '../../contract/field.ts';
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import { isJsonObject, JsonError, type JsonObject, readJson } from '../../contract/json.ts';
import type { SuccessStatus } from '../../contract/operation.ts';
import type { ContractOperation, OPERATIONS } from '../../contract/operations.ts';
import { type Reading, readGroup } from '../../contract/read.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { lockFailureAnswer, TRANSACTION_OPERATIONS } from '../../contract/transaction-operations.ts';
import type { AnswerFields } from '../../contract/write.ts';
import type { Merchant } from '../../core/index.ts';
import { neverIgnored } from './never-ignored.ts';

export interface RestRequest {
  readonly version: number;
  readonly path: AddressSegments;
  readonly body: Uint8Array;
  readonly authorization: string | undefined;
  readonly remoteAddress: string;
  /** Identifies the caller's connection, on which one delayed answer waits at a time. */
  readonly connection?: object;
  /**
   * SHA-256 fingerprint, lower-case hex, of the client certificate that the caller has authenticated with, if it is in
   * the merchant's profile. A password is optional then.
   */
  readonly certificate?: string | undefined;
  /**
   * Set if the caller authenticated with only this session's id: it is the payer, or another client with the payer's
   * link.
   */
  readonly payersSession?: Session;
  /** The address's query as sent, without the question mark. */
  readonly query?: string;
  /** The operation for the metrics, which the dispatcher sets after reading the body. */
  readonly metricLabels?: { operation: string };
}

/** The named segments of an address, decoded once. Segments that the address does not have are empty. */
export type AddressSegments = Readonly<
  Record<
    '3DSecure' | 'link' | 'merchant' | 'notification' | 'order' | 'session' | 'token' | 'transaction' | 'version',
    string
  >
>;

export const NO_SEGMENTS: AddressSegments = {
  link: '',
  merchant: '',
  notification: '',
  order: '',
  session: '',
  '3DSecure': '',
  token: '',
  transaction: '',
  version: '',
};

/** A body that is written in parts, because it may be larger than the memory. */
export interface StreamedBody {
  readonly contentType: string;
  readonly fileName: string;
  /** The first part. */
  readonly first: string;
  /** Those after it. Failures end the connection, so that the caller does not take a part for the whole. */
  readonly parts: AsyncIterable<string>;
}

export interface RestAnswer {
  readonly status: SuccessStatus;
  readonly body: AnswerFields;
  /** Sent in place of the body. */
  readonly stream?: StreamedBody | undefined;
  /** Names in the request that the contract does not have. */
  readonly ignored?: readonly string[] | undefined;
}

/** A handler's request: the ids of the address are valid, and the body is parsed. */
export interface OperationRequest<Name extends ContractOperation = ContractOperation> extends RestRequest {
  readonly operation: Name;
  /** Empty if the operation takes no body. */
  readonly json: JsonObject;
}

/** The body of an operation's answer, or of its other successful answers. */
export type AnswerBody<Name extends ContractOperation> =
  | AnswerOf<(typeof OPERATIONS)[Name]['answer']>
  | (Name extends keyof typeof TRANSACTION_OPERATIONS ? AnswerOf<typeof lockFailureAnswer> : never);

/** If the status is absent, the answer has the operation's own status. */
export interface OperationAnswer<Name extends ContractOperation> {
  readonly status?: SuccessStatus;
  readonly body: AnswerBody<Name>;
  readonly stream?: RestAnswer['stream'];
  readonly ignored?: RestAnswer['ignored'];
}

/** @throws InterfaceError */
export type Handler<Dependencies, Name extends ContractOperation> = (
  dependencies: Dependencies,
  merchant: Merchant,
  request: OperationRequest<Name>,
) => Promise<OperationAnswer<Name>>;

/** @throws InterfaceError if the body is not a JSON object */
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
  // PHP encodes an empty group as an empty array.
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
  /** The values without masking, present if card data in texts was masked. Only for the request fingerprint. */
  readonly asSent: (() => RequestFields) | undefined;
}

export interface ReadBodyResult {
  readonly merchant: Merchant;
  readonly operation: ContractOperation;
  readonly version: number;
  readonly loopbackUrls: boolean;
  /** The ids in the request's address. */
  readonly ids?: readonly string[];
}

/** Finds further problems of a request that is refused already, from the values and problems read so far. */
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

/** Like `readBody`. @throws InterfaceError naming every refused field, and all problems that `further` finds */
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
    asSent: isMasked ? asSent : undefined,
  };
}

export interface ReadFields extends Reading {
  /** Further problems: fields that the contract does not have and that must not be ignored. */
  readonly refused: readonly FieldProblem[];
}

/** Reads the fields without throwing: returns values and problems. */
export function readFields(contract: Group, body: JsonObject, reading: ReadBodyResult): ReadFields {
  const { merchant, operation, version, loopbackUrls, ids = [] } = reading;
  const { cardNumbersInText } = merchant.profile;
  const read = readGroup(contract, body, { version, loopbackUrls, ids, cardNumbersInText });
  const unknown = merchant.profile.unknownFields === 'REJECT' ? read.ignored.map(unsupportedField) : [];
  return { ...read, refused: [...neverIgnored(contract, body, operation, version), ...unknown] };
}

export function unsupportedField(field: string): FieldProblem {
  return {
    field,
    validationType: 'UNSUPPORTED',
    explanation: 'this operation does not take it in this version',
  };
}

/** `apiOperation` of a body, before the contract is selected. */
export function apiOperation(body: JsonObject): string | undefined {
  const { apiOperation: operation } = body;
  return typeof operation === 'string' ? operation : undefined;
}

/** `correlationId` as sent, as the answer's first member. */
export function echo({ correlationId }: RequestFields): { readonly correlationId?: string } {
  return correlationId === undefined ? {} : { correlationId };
}
