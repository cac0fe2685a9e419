/**
 * Mobile SDKs update a session with nothing but its id: as the password of HTTP Basic, or, below version 50, with no
 * authentication at all and `apiOperation` UPDATE_PAYER_DATA. Whoever holds the id is the payer, so this way changes
 * only what a payer knows: never the order, its amount, or the addresses that the payer is sent to. It reads only what
 * it writes: the session also holds the shop's notes, and may hold another payer's details.
 */

import type { SessionService, Sessions } from '../checkout/index.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import { invalidFields } from '../contract/interface-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Merchant } from '../gateway/index.ts';
import type { Merchants } from '../gateway/ports/index.ts';
import { type Authenticator, basicCredentials, enabled } from './authenticate.ts';
import { invalidCredentials } from './failed-login.ts';
import { apiOperation, bodyObject, type RestRequest } from './rest-request.ts';

const UNAUTHENTICATED_BELOW_VERSION = 50;

/** Fields that a payer may set. A token is not among them: it may be of another payer's card. */
const PAYERS = new Set([
  'apiOperation',
  'billing',
  'correlationId',
  'customer',
  'partnerSolutionId',
  'session',
  'shipping',
  'sourceOfFunds.provided',
  'sourceOfFunds.type',
]);

/** Every other field of a session. A field added to the contract is the merchant's unless the table above names it. */
const MERCHANTS = Object.entries(OPERATIONS.UPDATE_SESSION.request.members).flatMap(([name, node]) => {
  if (name !== 'sourceOfFunds' || node.kind !== 'group') {
    return PAYERS.has(name) ? [] : [[name]];
  }
  return Object.keys(node.members)
    .filter((member) => !PAYERS.has(`${name}.${member}`))
    .map((member) => [name, member]);
});

export interface SessionAccessDependencies {
  readonly authenticator: Authenticator;
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  readonly sessions: Sessions;
}

export interface SessionCaller {
  readonly merchant: Merchant;
  /** It has only the session's id. */
  readonly isPayer: boolean;
}

/**
 * The merchant on whose session the caller may act, and as whom. Credentials are checked before anything else.
 * @throws InterfaceError
 */
export async function merchantOrSession(
  access: SessionAccessDependencies,
  request: RestRequest,
  merchantId: string,
): Promise<SessionCaller> {
  const { authorization, connection, remoteAddress } = request;
  const credentials = basicCredentials(authorization);
  const sessionId = request.path.session;
  const byId = credentials !== undefined && credentials.merchantId === merchantId && credentials.password === sessionId;
  if (!byId && !needsNoCredentials(request)) {
    const merchant = await access.authenticator.merchant(authorization, merchantId, remoteAddress, connection);
    return { merchant, isPayer: false };
  }
  const merchant = await merchantOfSession(access, merchantId, sessionId);
  refuseMerchantsFields(bodyObject(request.body));
  return { merchant, isPayer: true };
}

/** The body decides. If it cannot be read, the caller is unknown and learns nothing about the body. */
function needsNoCredentials({ authorization, version, body }: RestRequest): boolean {
  if (authorization !== undefined || version >= UNAUTHENTICATED_BELOW_VERSION) {
    return false;
  }
  try {
    return apiOperation(bodyObject(body)) === 'UPDATE_PAYER_DATA';
  } catch {
    return false;
  }
}

async function merchantOfSession(
  { merchants, sessionService, sessions }: SessionAccessDependencies,
  merchantId: string,
  sessionId: string,
): Promise<Merchant> {
  const merchant = await merchants.find(merchantId);
  const session = await sessionService.findById(sessionId);
  if (merchant === undefined || session === undefined || session.merchantKey !== merchant.key) {
    throw invalidCredentials('session');
  }
  enabled(merchant);
  if (!(await sessions.countAuthentication(session.key))) {
    throw namedError('SESSION_LOGINS_EXHAUSTED');
  }
  return merchant;
}

function refuseMerchantsFields(body: JsonObject): void {
  const beyond = MERCHANTS.filter((names) => isGiven(valueAt(body, names)));
  if (beyond.length === 0) {
    return;
  }
  throw invalidFields(
    beyond.map((names) => ({
      field: names.join('.'),
      validationType: 'UNSUPPORTED',
      explanation: "the session's own id does not authorize changing it",
    })),
  );
}

function valueAt(body: JsonObject, names: readonly string[]): JsonValue | undefined {
  return names.reduce<JsonValue | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), body);
}

/** Absent, null and an empty group are all absent. */
function isGiven(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.length > 0;
  }
  return !isJsonObject(value) || Object.values(value).some((member) => member !== null);
}
