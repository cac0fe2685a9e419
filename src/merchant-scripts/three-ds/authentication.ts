/** The script's two calls, and what the browser does with their answers. */
import { browserDetails } from './browser-details.ts';
import { type Configuration, ConfigurationError, configuration, container } from './configuration.ts';
import { type EventName, tell } from './events.ts';
import { failure, type Outcome, type RestAnswer } from './outcome.ts';
import { challengeInFrame, challengeInWindow, goHome, runMethod } from './redirect.ts';
import { call, getLastCorrelationId } from './rest.ts';

type Callback = (outcome: Outcome) => void;

/** Fields of the request beside the script's own, and `fullScreenRedirect`. */
type Optional = Readonly<Record<string, RestAnswer>> & { readonly fullScreenRedirect?: boolean | string };

/**
 * Whether the card takes part. The bank's hidden page has been and gone when the callback is called, so that the page
 * may go on at once.
 */
export function initiateAuthentication(
  orderId: string,
  transactionId: string,
  callback?: Callback,
  optional: Optional = {},
): void {
  run('initiateAuthentication', callback, async () => {
    const outcome = await call(orderId, transactionId, {
      ...optional,
      apiOperation: 'INITIATE_AUTHENTICATION',
      authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION', ...optional.authentication },
    });
    const method = stepOf(outcome);
    if (method?.methodUrl !== undefined) {
      await runMethod(method);
    }
    return { outcome };
  });
}

/** Asks the bank. Where it wants its customer asked, the browser is led there once the callback has returned. */
export function authenticatePayer(
  orderId: string,
  transactionId: string,
  callback?: Callback,
  { fullScreenRedirect = false, ...optional }: Optional = {},
): void {
  run('authenticatePayer', callback, async () => {
    const isFull = String(fullScreenRedirect) === 'true';
    const { configuration: { userLanguage = navigator.language } = {} }: Configuration = configuration();
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

/** What the HTML of an answer is made of. */
function stepOf({ restApiResponse }: Outcome): RestAnswer {
  return restApiResponse?.authentication?.redirect?.customizedHtml?.['3ds2'];
}

/** The callback is always called, once, with what came of it; then the browser is led on. */
function run(
  name: EventName,
  callback: Callback | undefined,
  work: () => Promise<{ readonly outcome: Outcome; readonly leadOn?: () => void }>,
): void {
  const done = async () => {
    const { outcome, leadOn } = await work().catch((error: unknown) => {
      const cause = error instanceof ConfigurationError ? 'INVALID_CONFIGURATION' : 'SCRIPT_FAILED';
      const failed = failure(cause, 0, (error as Error).message);
      return { outcome: { correlationId: getLastCorrelationId(), error: failed }, leadOn: undefined };
    });
    tell(name, outcome);
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
