/** INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER: `PUT …/order/{o}/transaction/{t}`. */
import type { SessionService } from '../../../checkout/index.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { merge } from '../../../contract/values.ts';
import { type Gateway, type Merchant, problemsOfRefused } from '../../../core/index.ts';
import {
  authenticatePayer,
  initiateAuthentication,
  initiationDetails,
  type PayerAuthenticationAnswer,
} from '../../../core/payer-authentication/index.ts';
import { lockFailure } from '../order-transaction.ts';
import { echo, type OperationAnswer, type OperationRequest, readRequest } from '../rest-request.ts';
import { authenticationBody } from './answer.ts';
import type { RedirectValues } from './group.ts';
import { challengeHtml, methodHtml, NO_METHOD_HTML, returnHtml } from './html.ts';
import { bindOrder, refuseOtherOrder } from './payers-request.ts';
import { type ReturnFormDependencies, returnFields } from './return-form.ts';

export interface AuthenticationDependencies extends ReturnFormDependencies {
  readonly gateway: Gateway;
  readonly sessionService: SessionService;
  readonly loopbackUrls: boolean;
}

const CALLS = { AUTHENTICATE_PAYER: authenticatePayer, INITIATE_AUTHENTICATION: initiateAuthentication } as const;

export async function putAuthentication(
  dependencies: AuthenticationDependencies,
  merchant: Merchant,
  request: OperationRequest<keyof typeof CALLS>,
): Promise<OperationAnswer<keyof typeof CALLS>> {
  const { operation, version, json, payersSession } = request;
  const { order: orderId, transaction: transactionId } = request.path;
  const { gateway, loopbackUrls } = dependencies;
  const isPayer = payersSession !== undefined;
  const { values, ignored, asSent } = await readRequest(
    OPERATIONS[operation].request,
    json,
    { merchant, operation, version, loopbackUrls, ids: [orderId, transactionId] },
    async (read, reported) => {
      const initiated = isPayer ? {} : await initiationDetails(gateway, merchant, orderId, transactionId);
      return problemsOfRefused(gateway, { merchant, operation, values: merge(initiated, read), reported });
    },
  );
  if (isPayer) {
    await refuseOtherOrder(gateway, merchant, orderId, payersSession);
    await bindOrder(dependencies.sessions, payersSession, orderId);
  }
  const answered = await CALLS[operation](gateway, {
    merchant,
    orderId,
    transactionId,
    operation,
    version,
    entryPoint: 'WEB_SERVICES_API',
    values,
    isPayer,
    asSent,
    from: request.remoteAddress,
  });
  const echoed = echo(values);
  if (answered.kind === 'LOCKED') {
    const body = { ...echoed, ...lockFailure(merchant, answered.order, transactionId, version) };
    return { status: 200, body, ignored };
  }
  const { shown } = answered;
  const redirect = await redirectOf(dependencies, merchant, operation, answered);
  const answer = authenticationBody(shown, { merchant, authentications: [shown], version, redirect, isPayer });
  return { body: Object.assign(echoed, answer), ignored };
}

/** The next step for the payer's browser, as HTML and as the values in it. */
async function redirectOf(
  dependencies: ReturnFormDependencies,
  merchant: Merchant,
  operation: keyof typeof CALLS,
  { step, shown }: Extract<PayerAuthenticationAnswer, { kind: 'DONE' }>,
): Promise<RedirectValues | undefined> {
  switch (step?.kind) {
    case 'METHOD': {
      const made = { methodPostData: step.data, methodUrl: step.url };
      return redirect(methodHtml(step.url, step.data), step.url, made);
    }
    case 'CHALLENGE': {
      const made = { acsUrl: step.acsUrl, cReq: step.creq };
      const { device } = shown.authentication.purpose.details;
      const size = device?.browserDetails?.['3DSecureChallengeWindowSize'];
      return redirect(challengeHtml(step.acsUrl, step.creq, size), step.acsUrl, made);
    }
    case 'RETURN':
      return redirect(returnHtml(step.url, await returnFields(dependencies, merchant, shown)));
    case undefined:
      return operation === 'INITIATE_AUTHENTICATION' ? redirect(NO_METHOD_HTML) : undefined;
  }
}

type BrowserValues = NonNullable<NonNullable<RedirectValues['redirect']>['customizedHtml']>['3ds2'];

/** `redirectHtml` is for clients of versions before the `redirect` group. */
function redirect(html: string, url?: string, made?: BrowserValues): RedirectValues {
  return {
    redirect: {
      customizedHtml: made && { '3ds2': made },
      domainName: url === undefined ? undefined : new URL(url).hostname,
      html,
    },
    redirectHtml: html,
  };
}
