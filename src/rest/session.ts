/** Sessions and checkouts: `POST …/session`, `PUT` and `GET …/session/{id}`. */
import { payAddress } from '../checkout/addresses.ts';
import { checkoutFrom, checkoutProblems } from '../checkout/checkout.ts';
import type { Session } from '../checkout/session.ts';
import type { SessionBook } from '../checkout/session-book.ts';
import { invalidField, invalidFields } from '../contract/errors.ts';
import { type ContractOperation, OPERATIONS } from '../contract/operations.ts';
import type { Values } from '../contract/read.ts';
import { overlay, textAt } from '../contract/values.ts';
import type { Merchant } from '../gateway/merchant.ts';
import { sessionAnswer } from './answers/session.ts';
import { apiOperation, bodyObject, echo, type RestAnswer, type RestRequest, readBody } from './request.ts';

export interface SessionParts {
  readonly book: SessionBook;
  readonly publicOrigin: string;
  readonly loopbackUrls: boolean;
  /** 32 bytes of base64, always the same for one session. */
  readonly sessionKey: (session: Session) => string;
}

const CREATES: Readonly<Record<string, ContractOperation>> = {
  CREATE_CHECKOUT_SESSION: 'CREATE_CHECKOUT_SESSION',
  INITIATE_CHECKOUT: 'INITIATE_CHECKOUT',
};

export async function createSession(
  parts: SessionParts,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const body = bodyObject(request.body);
  const operation = apiOperation(body);
  if (operation !== undefined) {
    if (!Object.hasOwn(CREATES, operation))
      throw invalidField('apiOperation', `one of ${Object.keys(CREATES).join(', ')}, or absent`);
    return createCheckout(parts, merchant, request, CREATES[operation]!);
  }
  const { version } = request;
  const { values, ignored } = readBody(OPERATIONS.CREATE_SESSION.request, body, {
    merchant,
    version,
    loopbackUrls: parts.loopbackUrls,
  });
  const limit = textAt(values, 'session.authenticationLimit');
  const session = await parts.book.create(
    merchant.key,
    limit === undefined ? {} : { authenticationLimit: Number(limit) },
  );
  return { status: 201, body: { ...created(parts, merchant, session, values), version: version.toString() }, ignored };
}

async function createCheckout(
  parts: SessionParts,
  merchant: Merchant,
  request: RestRequest,
  operation: ContractOperation,
): Promise<RestAnswer> {
  const { version } = request;
  const body = bodyObject(request.body);
  const { values, ignored } = readBody(OPERATIONS[operation].request, body, {
    merchant,
    version,
    loopbackUrls: parts.loopbackUrls,
  });
  const base = await sessionToBecome(parts, merchant, values);
  const all = overlay(base?.fields, values);
  const checkout = checkoutFrom(all, merchant, version);
  const session =
    base === undefined
      ? await parts.book.create(merchant.key, { values, checkout })
      : await parts.book.update(base, values, checkout);
  const url = parts.publicOrigin + payAddress(session.id);
  return {
    status: 201,
    body: {
      checkout: { url },
      checkoutMode: checkout.mode,
      ...created(parts, merchant, session, values),
      ...(checkout.mode === 'PAYMENT_LINK' && { paymentLink: { url } }),
      successIndicator: checkout.successIndicator,
      version: version.toString(),
    },
    ignored,
  };
}

/** A checkout may be made of a session that exists. */
async function sessionToBecome(
  { book }: SessionParts,
  merchant: Merchant,
  values: Values,
): Promise<Session | undefined> {
  const id = textAt(values, 'session.id');
  return id === undefined ? undefined : book.find(merchant.key, id);
}

export async function updateSession(
  parts: SessionParts,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const { version } = request;
  const { values, ignored } = readBody(OPERATIONS.UPDATE_SESSION.request, bodyObject(request.body), {
    merchant,
    version,
    loopbackUrls: parts.loopbackUrls,
  });
  const session = await parts.book.find(merchant.key, request.path.session ?? '');
  if (session.checkout !== null) {
    const problems = checkoutProblems(overlay(session.fields, values), merchant);
    if (problems.length > 0) throw invalidFields(problems);
  }
  const updated = await parts.book.update(session, values);
  const answered = sessionAnswer(updated, parts.book.values(updated), merchant, version);
  return { status: 200, body: { ...echo(values), ...answered }, ignored };
}

export async function getSession(parts: SessionParts, merchant: Merchant, request: RestRequest): Promise<RestAnswer> {
  const session = await parts.book.find(merchant.key, request.path.session ?? '');
  await parts.book.use(session);
  return { status: 200, body: sessionAnswer(session, parts.book.values(session), merchant, request.version) };
}

function created({ sessionKey }: SessionParts, merchant: Merchant, session: Session, values: Values) {
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
