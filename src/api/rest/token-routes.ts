/** Tokens: `POST …/token`, and `PUT`, `GET` and `DELETE …/token/{id}`. */

import { OPERATIONS } from '../../contract/operations.ts';
import { writeGroup } from '../../contract/write.ts';
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
import { refusedTokenAnswer, storedTokenAnswer, type TokenAnswer, type TokenView } from './answers/token-answer.ts';
import { type OperationAnswer, type OperationRequest, readRequest } from './rest-request.ts';

export interface TokenRouteDependencies extends GatewayTokenDependencies {
  readonly unmaskings: Unmaskings;
  readonly loopbackUrls: boolean;
}

export function postToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'CREATE_TOKEN'>,
): Promise<OperationAnswer<'CREATE_TOKEN' | 'UPDATE_TOKEN'>> {
  return store(dependencies, merchant, request, undefined);
}

export function putToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'UPDATE_TOKEN'>,
): Promise<OperationAnswer<'CREATE_TOKEN' | 'UPDATE_TOKEN'>> {
  return store(dependencies, merchant, request, request.path.token);
}

async function store(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'CREATE_TOKEN' | 'UPDATE_TOKEN'>,
  token: string | undefined,
): Promise<OperationAnswer<'CREATE_TOKEN' | 'UPDATE_TOKEN'>> {
  const { operation, version, certificate } = request;
  const { values, ignored } = await readTokenRequest(dependencies, merchant, request);
  const result = await storeToken(dependencies, { merchant, version, values, token });
  const masked = tokenView(dependencies, merchant);
  const written = (answer: TokenAnswer) =>
    writeGroup(OPERATIONS[operation].answer, { ...answer, correlationId: values.correlationId }, version);
  if (result.kind === 'REFUSED') {
    const answer = refusedTokenAnswer(result, result.values, masked);
    return { status: 200, body: written(answer), ignored };
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
  return { status: result.created ? 201 : 200, body: written(answer), ignored };
}

export async function getToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_TOKEN'>> {
  const token = await findToken(dependencies, merchant, request.path.token);
  const answer = storedAnswer(dependencies, token, tokenView(dependencies, merchant));
  return { body: writeGroup(OPERATIONS.RETRIEVE_TOKEN.answer, answer, request.version) };
}

export async function deleteStoredToken(
  dependencies: TokenRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'DELETE_TOKEN'>,
): Promise<OperationAnswer<'DELETE_TOKEN'>> {
  const { token } = request.path;
  const { values, ignored } = await readTokenRequest(dependencies, merchant, request);
  await deleteToken(dependencies, merchant, token);
  const answer = { correlationId: values.correlationId, result: 'SUCCESS', token } as const;
  return { body: writeGroup(OPERATIONS.DELETE_TOKEN.answer, answer, request.version), ignored };
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
) {
  return storedTokenAnswer(token, openedToken(gateway.sealer, token), shown, gateway.clock.now());
}
