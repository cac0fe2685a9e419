/** Sessions and checkouts: `POST …/session`, `PUT` and `GET …/session/{id}`. */

import { checkoutFrom, checkoutProblems } from '../checkout/checkout.ts';
import { orderChangeProblems } from '../checkout/order-changes.ts';
import { payAddress } from '../checkout/page-addresses.ts';
import type { Session } from '../checkout/session.ts';
import type { SessionService } from '../checkout/session-service.ts';
import { invalidField, invalidFields } from '../contract/interface-error.ts';
import { type ContractOperation, OPERATIONS } from '../contract/operations.ts';
import type { Values } from '../contract/read.ts';
import { merge, textAt, without } from '../contract/values.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Merchant } from '../gateway/merchant.ts';
import { sessionAnswer } from './answers/session-answer.ts';
import { apiOperation, bodyObject, echo, type RestAnswer, type RestRequest, readBody } from './rest-request.ts';

export interface SessionRouteDependencies {
  readonly gateway: Gateway;
  readonly sessionService: SessionService;
  readonly publicOrigin: string;
  readonly loopbackUrls: boolean;
  /** 32 bytes of base64, always the same for one session. */
  readonly sessionKey: (session: Session) => string;
}

/** Members of a request that no session keeps. */
const NOT_STORED = ['apiOperation', 'correlationId', 'session'];

const CREATES: Readonly<Record<string, ContractOperation>> = {
  CREATE_CHECKOUT_SESSION: 'CREATE_CHECKOUT_SESSION',
  INITIATE_CHECKOUT: 'INITIATE_CHECKOUT',
};

export async function createSession(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const body = bodyObject(request.body);
  const operation = apiOperation(body);
  if (operation !== undefined) {
    if (!Object.hasOwn(CREATES, operation)) {
      throw invalidField('apiOperation', `one of ${Object.keys(CREATES).join(', ')}, or absent`);
    }
    return createCheckout(dependencies, merchant, request, CREATES[operation]!);
  }
  const { version } = request;
  const { values, ignored } = readBody(OPERATIONS.CREATE_SESSION.request, body, {
    merchant,
    version,
    loopbackUrls: dependencies.loopbackUrls,
  });
  const limit = textAt(values, 'session.authenticationLimit');
  const session = await dependencies.sessionService.create(
    merchant.key,
    limit === undefined ? {} : { authenticationLimit: Number(limit) },
  );
  return {
    status: 201,
    body: { ...created(dependencies, merchant, session, values), version: version.toString() },
    ignored,
  };
}

async function createCheckout(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  request: RestRequest,
  operation: ContractOperation,
): Promise<RestAnswer> {
  const { version } = request;
  const body = bodyObject(request.body);
  const { values, ignored } = readBody(OPERATIONS[operation].request, body, {
    merchant,
    version,
    loopbackUrls: dependencies.loopbackUrls,
  });
  const base = await sessionToBecome(dependencies, merchant, values);
  if (base !== undefined) {
    await refuseOrderChange(dependencies, base, values);
  }
  const all = merge(base?.fields, values);
  const checkout = checkoutFrom(all, merchant, version);
  const session =
    base === undefined
      ? await dependencies.sessionService.create(merchant.key, { values, checkout })
      : await dependencies.sessionService.update(base, values, checkout);
  const url = dependencies.publicOrigin + payAddress(session.id);
  return {
    status: 201,
    body: {
      checkout: { url },
      checkoutMode: checkout.mode,
      ...created(dependencies, merchant, session, values),
      ...(checkout.mode === 'PAYMENT_LINK' && { paymentLink: { url } }),
      successIndicator: checkout.successIndicator,
      version: version.toString(),
    },
    ignored,
  };
}

/** An existing session can become a checkout. */
async function sessionToBecome(
  { sessionService }: SessionRouteDependencies,
  merchant: Merchant,
  values: Values,
): Promise<Session | undefined> {
  const id = textAt(values, 'session.id');
  return id === undefined ? undefined : sessionService.find(merchant.key, id);
}

export async function updateSession(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const { version } = request;
  const { values, ignored } = readBody(OPERATIONS.UPDATE_SESSION.request, bodyObject(request.body), {
    merchant,
    version,
    loopbackUrls: dependencies.loopbackUrls,
  });
  const session = await dependencies.sessionService.find(merchant.key, request.path.session ?? '');
  if (session.checkout !== null) {
    const problems = checkoutProblems(merge(session.fields, values), merchant);
    if (problems.length > 0) {
      throw invalidFields(problems);
    }
    await refuseOrderChange(dependencies, session, values);
  }
  const updated = await dependencies.sessionService.update(session, values);
  // Whoever has only the session's id reads what it sends itself: the rest is the shop's, or of another payer.
  const shown = request.isPayer ? without(values, NOT_STORED) : dependencies.sessionService.values(updated);
  const answered = sessionAnswer(updated, shown, merchant, version);
  return { status: 200, body: { ...echo(values), ...answered }, ignored };
}

/** @throws InterfaceError when the session's order was tried, and `values` would make it payable again */
async function refuseOrderChange(
  { gateway }: SessionRouteDependencies,
  session: Session,
  values: Values,
): Promise<void> {
  if (session.checkout === null) {
    return;
  }
  const order = await gateway.orders.find(session.merchantKey, textAt(session.fields, 'order.id') ?? '');
  const checkoutSession = { ...session, checkout: session.checkout };
  const problems = orderChangeProblems(checkoutSession, order, values, gateway.clock.now());
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

export async function getSession(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const session = await dependencies.sessionService.find(merchant.key, request.path.session ?? '');
  await dependencies.sessionService.use(session);
  return {
    status: 200,
    body: sessionAnswer(session, dependencies.sessionService.values(session), merchant, request.version),
  };
}

function created({ sessionKey }: SessionRouteDependencies, merchant: Merchant, session: Session, values: Values) {
  return {
    ...echo(values),
    merchant: merchant.id,
    result: 'SUCCESS',
    session: {
      aes256Key: sessionKey(session),
      authenticationLimit: session.authenticationLimit,
      id: session.id,
      updateStatus: session.updateStatus,
      version: session.version,
    },
  };
}
