/**
 * Pages of versions up to 62 may set values that the shop's server left out: the amount of a session, or a whole
 * checkout. With the session's id an amount is accepted once, and only where the session has none. The merchant's
 * server's own values stay, and are shown to the payer.
 */
import { type CheckoutFailure, ENDS, fail, namesCallback } from './callbacks.ts';
import { amountOfPage, checkoutOfPage, configuredSessionId } from './configuration.ts';
import { GATEWAY, isOlder, scriptVersion } from './gateway.ts';

/** The last session that the gateway made from this page's values, for a page that shows its checkout again. */
let lastSession: { readonly of: string; readonly id: string } | undefined;

/** @param show called with the session's id: at once, or after the gateway has accepted the page's values */
export function withCheckoutSession(show: (id: string) => void): void {
  const checkout = isOlder ? checkoutOfPage() : undefined;
  if (checkout !== undefined) {
    withCheckout(checkout, show);
    return;
  }
  const id = configuredSessionId();
  if (id !== undefined) {
    withAmount(id, () => show(id));
  }
}

function withAmount(session: string, show: () => void): void {
  const given = isOlder ? amountOfPage() : undefined;
  if (given === undefined) {
    show();
    return;
  }
  const { merchant, amount } = given;
  fetch(`${GATEWAY}/api/rest/${addressOf(merchant, 'session', session)}`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${btoa(`merchant.${merchant}:${session}`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ order: { amount } }),
  }).then(show, () =>
    fail({ cause: 'SERVER_FAILED', explanation: 'the gateway could not be told the amount', field: 'order.amount' }),
  );
}

/** Makes the gateway create a session from the page's values, if the merchant's profile allows it. */
function withCheckout({ merchant, ...values }: { readonly merchant: string }, show: (id: string) => void): void {
  const body = JSON.stringify({
    ...values,
    page: { url: location.href.split('#', 1)[0], hears: ENDS.filter(namesCallback) },
  });
  if (lastSession?.of === body) {
    show(lastSession.id);
    return;
  }
  // The body is sent as plain text, so that browsers make no preflight request.
  fetch(`${GATEWAY}/form/${addressOf(merchant, 'checkout')}`, { method: 'POST', body })
    .then(async (answer) => {
      const { session, error } = (await answer.json()) as { session?: { id: string }; error?: CheckoutFailure };
      if (session === undefined) {
        fail(error ?? NO_ANSWER);
      } else {
        lastSession = { of: body, id: session.id };
        show(session.id);
      }
    })
    .catch(() => fail(NO_ANSWER));
}

const NO_ANSWER: CheckoutFailure = {
  cause: 'SERVER_FAILED',
  explanation: 'the gateway could not be asked for a session',
};

function addressOf(merchant: string, ...rest: readonly string[]): string {
  return ['version', scriptVersion ?? '', 'merchant', merchant, ...rest].map(encodeURIComponent).join('/');
}
