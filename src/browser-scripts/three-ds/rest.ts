/**
 * Calls of the interface from a merchant's page: the session's id is the password, which authorises just these two
 * operations.
 */
import { configuration, transactionUrl } from './configuration.ts';
import { type CallOutcome, failure, type RestJson, readOutcome } from './outcome.ts';

/** Time limit of a call. The gateway queries the bank for at most ten seconds, and may wait for its store before. */
const ANSWER_MS_MAX = 45_000;

let lastCorrelationId = '';

/** The id of the last call; empty before the first. */
export function getLastCorrelationId(): string {
  return lastCorrelationId;
}

/**
 * @param body fields of the operation, besides the session's id
 * @returns the outcome, also for any failure
 */
export async function callRest(orderId: string, transactionId: string, body: Readonly<RestJson>): Promise<CallOutcome> {
  const { merchantId, sessionId } = configuration();
  const correlationId: string = body.correlationId ?? crypto.randomUUID();
  lastCorrelationId = correlationId;
  try {
    const response = await fetch(transactionUrl(orderId, transactionId), {
      method: 'PUT',
      // The call needs neither a cookie nor the page's address.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: {
        Authorization: `Basic ${btoa(`merchant.${merchantId}:${sessionId}`)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ...body, correlationId, session: { id: sessionId } }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return readOutcome(correlationId, response.status, await response.json().catch(() => undefined));
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const cause = isLate ? 'REQUEST_TIMEOUT' : 'NETWORK_ERROR';
    return { correlationId, error: failure(cause, 0, `the gateway could not be asked: ${(error as Error).message}`) };
  }
}
