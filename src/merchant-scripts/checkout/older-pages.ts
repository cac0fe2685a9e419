/**
 * Pages of up to version 62 give what the shop's server has left out: the amount of a session, or all of a checkout. By
 * the session's id an amount is taken once, and only where the session has none; what the merchant's server has said
 * stays, and is what the payer sees.
 */
import { ENDS, type Failure, fail, hears } from './callbacks.ts';
import { amountOfPage, checkoutOfPage, sessionId } from './configuration.ts';
import { GATEWAY, isOlder, version } from './gateway.ts';

/** The session that was made of this page's checkout, which the page may show again. */
let made: { readonly of: string; readonly id: string } | undefined;

/** @param show given the session's id: at once, or once the gateway has answered what the page gives beside it */
export function withSession(show: (id: string) => void): void {
  const checkout = isOlder ? checkoutOfPage() : undefined;
  if (checkout !== undefined) {
    withCheckout(checkout, show);
    return;
  }
  const id = sessionId();
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

/** The page has no session: the gateway makes one of what the page says, where the merchant's profile allows it. */
function withCheckout({ merchant, ...values }: { readonly merchant: string }, show: (id: string) => void): void {
  const body = JSON.stringify({
    ...values,
    page: { url: location.href.split('#', 1)[0], hears: ENDS.filter(hears) },
  });
  if (made?.of === body) {
    show(made.id);
    return;
  }
  // Text, which browsers send without asking first.
  fetch(`${GATEWAY}/form/${addressOf(merchant, 'checkout')}`, { method: 'POST', body })
    .then(async (answer) => {
      const { session, error } = (await answer.json()) as { session?: { id: string }; error?: Failure };
      if (session === undefined) {
        fail(error ?? UNANSWERED);
      } else {
        made = { of: body, id: session.id };
        show(session.id);
      }
    })
    .catch(() => fail(UNANSWERED));
}

const UNANSWERED: Failure = { cause: 'SERVER_FAILED', explanation: 'the gateway could not be asked for a session' };

function addressOf(merchant: string, ...rest: readonly string[]): string {
  return ['version', version ?? '', 'merchant', merchant, ...rest].map(encodeURIComponent).join('/');
}
