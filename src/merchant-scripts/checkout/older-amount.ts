/**
 * Up to version 62 a checkout could be made without its amount, which the page gave. By the session's id that is taken
 * once, and only where the session has none; what the merchant's server has said stays, and is what the payer sees.
 */
import { fail } from './callbacks.ts';
import { amountOfPage } from './configuration.ts';
import { GATEWAY, version } from './gateway.ts';

/** The last whose checkouts leave it to the page. */
const LAST = 62;

/** @param show called at once where there is nothing to give, or once the gateway has answered */
export function withAmount(session: string, show: () => void): void {
  const given = version === undefined || Number(version) > LAST ? undefined : amountOfPage();
  if (given === undefined) {
    show();
    return;
  }
  const { merchant, amount } = given;
  const path = ['version', version ?? '', 'merchant', merchant, 'session', session].map(encodeURIComponent).join('/');
  fetch(`${GATEWAY}/api/rest/${path}`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${btoa(`merchant.${merchant}:${session}`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ order: { amount } }),
  }).then(show, () =>
    fail({ cause: 'SERVER_FAILED', explanation: 'the gateway could not be told the amount', field: 'order.amount' }),
  );
}
