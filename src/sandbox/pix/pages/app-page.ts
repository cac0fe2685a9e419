/**
 * The app of the payer's bank. The payer pastes a code or chooses a charge, and then pays or refuses. It works without
 * script.
 */
import { html } from '../../pages/markup.ts';
import { orderOf } from '../ledger/entries.ts';
import type { ChargeRow } from '../ledger/rows.ts';
import { centavosText } from '../money.ts';
import { isPayable } from '../payments.ts';
import { APP, pixPageText } from './site.ts';

/** The number of newest charges on the page. `GET …/ledger` returns all. */
const SHOWN_MAX = 20;

/** @param charges the charges that can be paid @param problem the problem of the pasted code */
export function pixAppPage(charges: readonly ChargeRow[], problem?: string): string {
  return pixPageText(
    'Pix',
    html`<section class="sheet">
        <h1>Pay with Pix</h1>
        ${problem !== undefined && html`<p class="notice" role="alert">${problem}</p>`}
        <form method="get" action=${APP}>
          <label class="field">Pix code, copied from the shop <input name="code" autocomplete="off" required /></label>
          <p class="answers"><button class="approve">Continue</button></p>
        </form>
      </section>
      <section class="sheet">
        <h2>Waiting to be paid</h2>
        ${charges.length === 0 && html`<p class="description">Nothing.</p>`}
        ${charges
          .slice(-SHOWN_MAX)
          .reverse()
          .map(
            (row) => html`<p class="description" key=${row.id}>
              <a href=${`${APP}/${row.id}`}>${centavosText(row.amount)} BRL for ${orderOf(row) || row.id}</a>
            </p>`,
          )}
      </section>`,
  );
}

/** @param said the result of the payer's last choice */
export function chargePage(row: ChargeRow, now: number, said?: string): string {
  const payable = isPayable(row, now);
  const until = new Date(row.created_at + row.seconds * 1_000).toISOString();
  return pixPageText(
    'Pix',
    html`<form method="post" action=${`${APP}/${row.id}`}>
        <section class="sheet">
          <h1>Pix to ${row.key} <span class="amount">${centavosText(row.amount)} BRL</span></h1>
          ${row.request_text !== null && html`<p class="description">${row.request_text}</p>`}
          <p class="description">Order ${orderOf(row)}</p>
          <p class="note">${row.status}; can be paid until ${until}</p>
          ${said !== undefined && html`<p class="notice" role="status">${said}</p>`}
        </section>
        <p class="answers">
          ${payable && html`<button class="approve" name="act" value="PAY">Pay</button>`}
          ${payable && html`<button class="plain" name="act" value="REFUSE">My bank refuses</button>`}
          ${payable && html`<button class="plain" name="act" value="EXPIRE">Let the time run out</button>`}
          ${!payable && row.status !== 'CONCLUIDA' && html`<button class="plain" name="act" value="PAY_LATE">Pay all the same</button>`}
        </p>
      </form>
      <p class="answers"><a href=${APP}>Another one</a></p>`,
  );
}
