/** Tokens: `POST …/token`, and `PUT`, `GET` and `DELETE …/token/{id}`. */

import { OPERATIONS } from '../../contract/operations.ts';
import type { Values } from '../../contract/read.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { type AnswerFields, writeGroup } from '../../contract/write.ts';
import {
  deleteToken,
  findToken,
  type TokenDependencies as GatewayTokenDependencies,
  type Merchant,
  mayUnmask,
  openedToken,
  problemsOfRefused,
  storeToken,
} from '../../core/index.ts';
import type { Unmaskings } from '../../core/ports/index.ts';
import { refusedTokenAnswer, storedTokenAnswer, type TokenView } from './answers/token-answer.ts';
import { type OperationAnswer, type OperationRequest, readRequest } from './rest-request.ts';

export interface TokenRouteDependencies extends GatewayTokenDependencies {
  readonly unmaskings: Unmaskings;
  readonly loopbackUrls: boolean;
}

export function postToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'CREATE_TOKEN'>,
): Promise<OperationAnswer> {
  return store(dependencies, merchant, request, undefined);
}

export function putToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'UPDATE_TOKEN'>,
): Promise<OperationAnswer> {
  return store(dependencies, merchant, request, request.path.token);
}

async function store(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'CREATE_TOKEN' | 'UPDATE_TOKEN'>,
  token: string | undefined,
): Promise<OperationAnswer> {
  const { operation, version, certificate } = request;
  const { values, ignored } = await readTokenRequest(dependencies, merchant, request);
  const result = await storeToken(dependencies, { merchant, version, values, ...(token !== undefined && { token }) });
  const masked = tokenView(dependencies, merchant);
  if (result.kind === 'REFUSED') {
    const answer = refusedTokenAnswer(result, result.values, masked);
    return { status: 200, body: writeAnswer(operation, answer, values, version), ignored };
  }
  const unmasked = await mayUnmask(
    { clock: dependencies.gateway.clock, unmaskings: dependencies.unmaskings },
    merchant,
    values,
    certificate,
    {
      operation,
      token: result.token.token,
    },
  );
  const answer = storedAnswer(dependencies, result.token, { ...masked, unmasked });
  return { status: result.created ? 201 : 200, body: writeAnswer(operation, answer, values, version), ignored };
}

export async function getToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer> {
  const token = await findToken(dependencies, merchant, request.path.token);
  const answer = storedAnswer(dependencies, token, tokenView(dependencies, merchant));
  return { body: writeAnswer('RETRIEVE_TOKEN', answer, {}, request.version) };
}

export async function deleteStoredToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'DELETE_TOKEN'>,
): Promise<OperationAnswer> {
  const { token } = request.path;
  const { values, ignored } = await readTokenRequest(dependencies, merchant, request);
  await deleteToken(dependencies, merchant, token);
  return { body: writeAnswer('DELETE_TOKEN', { result: 'SUCCESS', token }, values, request.version), ignored };
}

type TokenOperation = 'CREATE_TOKEN' | 'UPDATE_TOKEN' | 'RETRIEVE_TOKEN' | 'DELETE_TOKEN';

function readTokenRequest(
  { gateway, loopbackUrls }: TokenRouteDependencies,
  merchant: Merchant,
  { operation, version, json }: OperationRequest<TokenOperation>,
) {
  return readRequest(
    OPERATIONS[operation].request,
    json,
    { merchant, operation, version, loopbackUrls },
    (values, reported) => problemsOfRefused(gateway, { merchant, operation, values, reported }),
  );
}

function tokenView({ gateway }: TokenRouteDependencies, { profile }: Merchant): TokenView {
  return { profile, cardFacts: gateway.cardFacts, unmasked: false };
}

function storedAnswer(
  { gateway }: TokenRouteDependencies,
  token: Parameters<typeof storedTokenAnswer>[0],
  shown: TokenView,
): RequestFields {
  return storedTokenAnswer(token, openedToken(gateway.sealer, token), shown, gateway.clock.now());
}

function writeAnswer(
  operation: TokenOperation,
  answer: Values,
  requested: RequestFields,
  version: number,
): AnswerFields {
  const correlationId = requested.correlationId;
  const whole = correlationId === undefined ? answer : { ...answer, correlationId };
  return writeGroup(OPERATIONS[operation].answer, whole, version) ?? {};
}
