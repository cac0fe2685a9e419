/** The script's two calls, and the handling of their answers in the browser. */
import { browserDetails } from './browser-details.ts';
import { ConfigurationError, configuration, container, isConfigured } from './configuration.ts';
import { type Beginning, OPERATIONS, tell } from './events.ts';
import { failure, type Outcome, type RestAnswer } from './outcome.ts';
import { challengeInFrame, challengeInWindow, goHome, runMethod } from './redirect.ts';
import { call, getLastCorrelationId } from './rest.ts';

type Callback = (outcome: Outcome) => void;

/** Additional fields of the request, and `fullScreenRedirect`. */
type Optional = Readonly<Record<string, RestAnswer>> & { readonly fullScreenRedirect?: boolean | string };

type Call = Beginning & { readonly callback: Callback | undefined };

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
    const outcome = await call(orderId, transactionId, {
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
    const outcome = await call(orderId, transactionId, {
      ...optional,
      apiOperation: 'AUTHENTICATE_PAYER',
      device: {
        browser: navigator.userAgent,
        ...device,
        browserDetails: { ...browserDetails(userLanguage, isFull ? undefined : container()), ...given },
      },
    });
    return { outcome, leadOn: () => lead(outcome, isFull) };
  });
}

function lead(outcome: Outcome, isFull: boolean): void {
  const challenge = stepOf(outcome);
  if (challenge?.acsUrl !== undefined) {
    (isFull ? challengeInWindow : challengeInFrame)(challenge);
  } else if (isFull && outcome.htmlRedirectCode !== undefined) {
    goHome(outcome.htmlRedirectCode);
  }
}

/** The data that the answer's HTML is made of. */
function stepOf({ restApiResponse }: Outcome): RestAnswer {
  return restApiResponse?.authentication?.redirect?.customizedHtml?.['3ds2'];
}

/** Calls the callback exactly once, with the outcome; then redirects the browser. */
function run(
  { callback, ...beginning }: Call,
  work: () => Promise<{ readonly outcome: Outcome; readonly leadOn?: () => void }>,
): void {
  const operation = OPERATIONS[beginning.method];
  const done = async () => {
    if (isConfigured()) {
      tell(`BEFORE_${operation}`, beginning);
    }
    const { outcome, leadOn } = await work().catch((error: unknown) => {
      const cause = error instanceof ConfigurationError ? 'INVALID_CONFIGURATION' : 'SCRIPT_FAILED';
      const failed = failure(cause, 0, (error as Error).message);
      return { outcome: { correlationId: getLastCorrelationId(), error: failed }, leadOn: undefined };
    });
    tell(beginning.method, outcome);
    tell(`AFTER_${operation}`, outcome);
    if (outcome.error !== undefined) {
      tell('error', outcome);
    }
    try {
      callback?.(outcome);
    } finally {
      leadOn?.();
    }
  };
  void done();
}
