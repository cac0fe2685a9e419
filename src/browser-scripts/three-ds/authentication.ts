/** The script's two calls, and the handling of their answers in the browser. */
import { browserDetails } from './browser-details.ts';
import { configuration, container, isConfigured, ThreeDsConfigurationError } from './configuration.ts';
import { type CallStart, emit, INTERFACE_OPERATIONS } from './events.ts';
import { type CallOutcome, failure, type RestJson } from './outcome.ts';
import { challengeInFrame, challengeInWindow, goHome, runMethod } from './redirect.ts';
import { callRest, getLastCorrelationId } from './rest.ts';

type Callback = (outcome: CallOutcome) => void;

/** Additional fields of the request, and `fullScreenRedirect`. */
type Optional = Readonly<Record<string, RestJson>> & { readonly fullScreenRedirect?: boolean | string };

type Call = CallStart & { readonly callback: Callback | undefined };

/**
 * Checks whether the card is enrolled. The ACS's method has completed before the callback is called, so that the page
 * may continue at once.
 */
export function initiateAuthentication(
  orderId: string,
  transactionId: string,
  callback?: Callback,
  optional?: Optional | null,
): void {
  run({ method: 'initiateAuthentication', orderId, transactionId, callback }, async () => {
    const outcome = await callRest(orderId, transactionId, {
      ...optional,
      apiOperation: 'INITIATE_AUTHENTICATION',
      authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION', ...optional?.authentication },
    });
    const method = stepOf(outcome);
    if (method?.methodUrl !== undefined) {
      await runMethod(method);
    }
    return { outcome };
  });
}

/** Authenticates the payer. For a challenge, the browser is redirected after the callback has returned. */
export function authenticatePayer(
  orderId: string,
  transactionId: string,
  callback?: Callback,
  given?: Optional | null,
): void {
  const { fullScreenRedirect = false, ...optional } = given ?? {};
  run({ method: 'authenticatePayer', orderId, transactionId, callback }, async () => {
    const isFull = String(fullScreenRedirect) === 'true';
    const userLanguage = configuration().configuration?.userLanguage || navigator.language;
    const { browserDetails: given, ...device } = optional.device ?? {};
    const details = { ...browserDetails(userLanguage, isFull ? undefined : container()), ...given };
    const outcome = await callRest(orderId, transactionId, {
      ...optional,
      apiOperation: 'AUTHENTICATE_PAYER',
      device: {
        browser: navigator.userAgent,
        ...device,
        browserDetails: details,
      },
    });
    return { outcome, leadOn: () => continueAuthentication(outcome, isFull, details['3DSecureChallengeWindowSize']) };
  });
}

function continueAuthentication(outcome: CallOutcome, isFull: boolean, size: unknown): void {
  const challenge = stepOf(outcome);
  if (challenge?.acsUrl !== undefined) {
    (isFull ? challengeInWindow : challengeInFrame)(challenge, size);
  } else if (isFull && outcome.htmlRedirectCode !== undefined) {
    goHome(outcome.htmlRedirectCode);
  }
}

/** The values from which the gateway made the answer's HTML. */
function stepOf({ restApiResponse }: CallOutcome): RestJson {
  return restApiResponse?.authentication?.redirect?.customizedHtml?.['3ds2'];
}

/** Calls the callback exactly once, with the outcome; then redirects the browser. */
function run(
  { callback, ...beginning }: Call,
  work: () => Promise<{ readonly outcome: CallOutcome; readonly leadOn?: () => void }>,
): void {
  const operation = INTERFACE_OPERATIONS[beginning.method];
  const done = async () => {
    if (isConfigured()) {
      emit(`BEFORE_${operation}`, beginning);
    }
    const { outcome, leadOn } = await work().catch((error: unknown) => {
      const cause = error instanceof ThreeDsConfigurationError ? 'INVALID_CONFIGURATION' : 'SCRIPT_FAILED';
      const failed = failure(cause, 0, (error as Error).message);
      return { outcome: { correlationId: getLastCorrelationId(), error: failed }, leadOn: undefined };
    });
    emit(beginning.method, outcome);
    emit(`AFTER_${operation}`, outcome);
    if (outcome.error !== undefined) {
      emit('error', outcome);
    }
    try {
      callback?.(outcome);
    } finally {
      leadOn?.();
    }
  };
  void done();
}
