/** The bank's app, as a page: the payments that wait for the payer's confirmation. */
import { html } from '../../../pages/markup.ts';
import type { TransactionRow } from '../../ledger/rows.ts';
import { purchaseText } from './money.ts';
import { acsPageText } from './site.ts';

const LAST_DIGITS = 4;

export function acsAppPage(waiting: readonly TransactionRow[]): string {
  const title = waiting.length === 0 ? 'Nothing waits for you' : 'Did you want to pay?';
  const content = html`<h1>${title}</h1>
    ${waiting.length === 0 && html`<p>If you came from a shop, go back to its page and continue there.</p>`}
    ${waiting.map(
      (row) => html`<form method="post" key=${row.id} aria-label=${`Payment to ${row.merchant_name ?? 'a shop'}`}>
        <input type="hidden" name="transaction" value=${row.id} />
        <p class="about">
          ${row.merchant_name ?? 'A shop'}${row.amount !== null && html`: <strong>${purchaseText(row)}</strong>`}, card ending
          in ${row.account.slice(-LAST_DIGITS)}
        </p>
        <p class="steps">
          <button class="forward" name="choice" value="AGREE">Agree</button>
          <button name="choice" value="REFUSE">Refuse</button>
        </p>
      </form>`,
    )}`;
  return acsPageText({ title, content });
}
