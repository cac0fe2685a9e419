/** Sessions and checkouts: `POST …/session`, `PUT` and `GET …/session/{id}`. */

import {
  checkoutFrom,
  checkoutProblems,
  isOrderChanged,
  type KeyedMutex,
  type MerchantUpdate,
  orderChangeProblems,
  payAddress,
  type Session,
  type SessionService,
  turnOf,
} from '../../checkout/index.ts';
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';
import {
  type Gateway,
  type Merchant,
  paymentTokenOf,
  sessionTokenProblems,
  withoutReplacedCard,
  withoutReported,
} from '../../core/index.ts';
import { sessionAnswer } from './answers/session-answer.ts';
import type { SessionKey } from './payer-authentication/return-form.ts';
import { AMOUNT_DUE_SINCE, refuseOtherAmount } from './payers-fields.ts';
import { echo, type OperationAnswer, type OperationRequest, readBody, readRequest } from './rest-request.ts';

export interface SessionRouteDependencies {
  readonly gateway: Gateway;
  readonly sessionService: SessionService;
  readonly publicOrigin: string;
  readonly loopbackUrls: boolean;
  /** 32 bytes in Base64, constant for a session. */
  readonly sessionKey: SessionKey;
  /**
   * The payer's mutex, under which an order changes, so that it cannot change between the payer's view of it and the
   * payment.
   */
  readonly payer: { readonly mutex: KeyedMutex };
}

/** The first version in which CREATE_CHECKOUT_SESSION requires the operation. */
const OPERATION_DUE_SINCE = 52;
/** Members of a request that are not stored in the session. */
export const NOT_STORED = ['apiOperation', 'correlationId', 'session'] as const;

export type CheckoutOperation = 'CREATE_CHECKOUT_SESSION' | 'INITIATE_CHECKOUT';

export async function createSession(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  { version, json }: OperationRequest,
): Promise<OperationAnswer<'CREATE_SESSION'>> {
  const { values, ignored } = readBody(OPERATIONS.CREATE_SESSION.request, json, {
    merchant,
    operation: 'CREATE_SESSION',
    version,
    loopbackUrls: dependencies.loopbackUrls,
  });
  const limit = values.session?.authenticationLimit;
  const session = await dependencies.sessionService.create(
    merchant.key,
    limit === undefined ? {} : { authenticationLimit: Number(limit) },
  );
  return {
    body: { ...sessionBody(dependencies, merchant, session, values), version: version.toString() },
    ignored,
  };
}

export async function createCheckout(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  { version, operation, json }: OperationRequest<CheckoutOperation>,
): Promise<OperationAnswer<CheckoutOperation>> {
  const isAmountDue = isAmountDueFor(operation, version);
  const wholeOf = (base: Session | undefined, read: RequestFields) =>
    withDefaultOperation(operation, version, merchant, merge(base?.fields, read), read);
  const { values: requested, ignored } = await readRequest(
    OPERATIONS[operation].request,
    json,
    { merchant, operation, version, loopbackUrls: dependencies.loopbackUrls },
    async (read, reported) => {
      const base = await sessionToBecome(dependencies, merchant, read);
      const whole = merge(base?.fields, wholeOf(base, read));
      return withoutReported(checkoutProblems(whole, merchant, isAmountDue, reported), reported);
    },
  );
  const base = await sessionToBecome(dependencies, merchant, requested);
  const values = wholeOf(base, requested);
  const checkout = checkoutFrom(merge(base?.fields, values), merchant, version, isAmountDue);
  const session =
    base === undefined
      ? await dependencies.sessionService.create(merchant.key, { values, checkout })
      : await update(dependencies, base, values, {
          checkout,
          requireValid: async ({ fields }) => refuse(checkoutProblems(merge(fields, values), merchant, isAmountDue)),
        });
  const url = dependencies.publicOrigin + payAddress(session.id);
  return {
    body: {
      checkout: { url },
      checkoutMode: checkout.mode,
      ...sessionBody(dependencies, merchant, session, values),
      paymentLink: checkout.mode === 'PAYMENT_LINK' ? { url } : undefined,
      successIndicator: checkout.successIndicator,
      version: version.toString(),
    },
    ignored,
  };
}

export function isAmountDueFor(operation: CheckoutOperation, version: number): boolean {
  return !(operation === 'CREATE_CHECKOUT_SESSION' && version < AMOUNT_DUE_SINCE);
}

/** Older pages' scripts chose the operation, and shops still omit it; the profile's operation is the default. */
export function withDefaultOperation(
  operation: CheckoutOperation,
  version: number,
  { profile }: Merchant,
  all: RequestFields,
  requested: RequestFields,
): RequestFields {
  const isLeftOut = all.interaction?.operation === undefined;
  return isLeftOut && operation === 'CREATE_CHECKOUT_SESSION' && version < OPERATION_DUE_SINCE
    ? merge(requested, { interaction: { operation: profile.checkoutOperation } })
    : requested;
}

/** Finds the session that becomes a checkout. */
export async function sessionToBecome(
  { sessionService }: SessionRouteDependencies,
  merchant: Merchant,
  values: RequestFields,
): Promise<Session | undefined> {
  const id = values.session?.id;
  return id === undefined ? undefined : sessionService.find(merchant.key, id);
}

export async function updateSession(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'UPDATE_SESSION'>> {
  const { version, json } = request;
  const { values, ignored } = await readRequest(
    OPERATIONS.UPDATE_SESSION.request,
    json,
    { merchant, operation: 'UPDATE_SESSION', version, loopbackUrls: dependencies.loopbackUrls },
    async (read, reported) => {
      const base = await dependencies.sessionService.find(merchant.key, request.path.session);
      return withoutReported(updatedProblems(base, read, merchant, reported), reported);
    },
  );
  const session = await dependencies.sessionService.find(merchant.key, request.path.session);
  const isPayer = request.payersSession !== undefined;
  const updated = await update(dependencies, session, values, {
    requireValid: async (current) => {
      // Two pages may send different amounts: the first is accepted.
      if (isPayer) {
        refuseOtherAmount(current, values);
      }
      refuse([
        ...updatedProblems(current, values, merchant),
        ...(await tokenProblems(dependencies, current, values, merchant)),
      ]);
    },
  });
  // A caller with only the session's id gets just its own values back: the rest is the shop's or another payer's.
  const shown = isPayer ? without(values, NOT_STORED) : dependencies.sessionService.values(updated);
  const answered = answerOf(dependencies, updated, shown, merchant, version);
  return { body: { ...echo(values), ...answered }, ignored };
}

/** Problems that would make the session an invalid checkout. */
function updatedProblems(
  { checkout, fields }: Session,
  values: RequestFields,
  merchant: Merchant,
  reported: readonly FieldProblem[] = [],
): FieldProblem[] {
  // A checkout that was created without its amount may get it in a later update.
  const isAmountDue = fields.order?.amount !== undefined;
  return checkout === null ? [] : checkoutProblems(merge(fields, values), merchant, isAmountDue, reported);
}

/** Problems of a wallet's token in the update. One that the session holds was verified before. */
async function tokenProblems(
  { gateway }: SessionRouteDependencies,
  { fields }: Session,
  values: RequestFields,
  merchant: Merchant,
): Promise<readonly FieldProblem[]> {
  return paymentTokenOf(values) === undefined
    ? []
    : sessionTokenProblems(gateway, merchant, merge(withoutReplacedCard(fields, values), values));
}

/** @throws InterfaceError if a payment of the session's order was attempted and `values` would make it payable again */
function update(
  dependencies: SessionRouteDependencies,
  session: Session,
  values: RequestFields,
  options: Pick<MerchantUpdate, 'checkout' | 'requireValid'>,
): Promise<Session> {
  const { sessionService, payer } = dependencies;
  const requireAllowed = async (current: Session) => refuse(await sessionOrderProblems(dependencies, current, values));
  const write = () => sessionService.update(session, values, { ...options, requireAllowed });
  return isOrderChanged(session, values) && session.checkout !== null
    ? payer.mutex.run(turnOf(session), write)
    : write();
}

/** @throws InterfaceError if there is a problem */
function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

/** Problems of changing the session's order to `values`. */
export async function sessionOrderProblems(
  { gateway }: SessionRouteDependencies,
  session: Session,
  values: RequestFields,
): Promise<FieldProblem[]> {
  if (session.checkout === null || !isOrderChanged(session, values)) {
    return [];
  }
  const order = await gateway.orders.find(session.merchantKey, session.fields.order?.id ?? '');
  const checkoutSession = { ...session, checkout: session.checkout };
  return orderChangeProblems(checkoutSession, order, values, gateway.clock.now());
}

export async function getSession(
  dependencies: SessionRouteDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_SESSION'>> {
  const session = await dependencies.sessionService.find(merchant.key, request.path.session);
  await dependencies.sessionService.use(session);
  const shown = dependencies.sessionService.values(session);
  return { body: answerOf(dependencies, session, shown, merchant, request.version) };
}

/** @param shown the part of the session that the caller may see, card data as `Secret`s */
function answerOf(
  { gateway }: SessionRouteDependencies,
  session: Session,
  shown: RequestFields,
  merchant: Merchant,
  version: number,
) {
  return sessionAnswer(session, shown, { merchant, cardFacts: gateway.cardFacts }, version);
}

function sessionBody(
  { sessionKey }: SessionRouteDependencies,
  merchant: Merchant,
  session: Session,
  values: RequestFields,
) {
  return {
    ...echo(values),
    merchant: merchant.id,
    result: 'SUCCESS' as const,
    session: {
      // A session that is given with its id has a key.
      aes256Key: sessionKey(session)!,
      authenticationLimit: session.authenticationLimit,
      id: session.id,
      updateStatus: session.updateStatus,
      version: session.version,
    },
  };
}
