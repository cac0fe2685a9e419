/** The bank's app with the pushes that wait for an answer. It works without script. */
import { html } from '../../pages/markup.ts';
import type { SandboxBank } from '../banks.ts';
import type { AuthorisationRow, BankPaymentRow } from '../ledger/rows.ts';
import { amountText } from '../requests.ts';
import { paymentRequestOf } from '../resources.ts';
import { bankPageText } from './site.ts';

export interface Push {
  readonly authorisation: AuthorisationRow;
  readonly payment: BankPaymentRow;
}

export function bankAppPage(bank: SandboxBank, pushes: readonly Push[]): string {
  return bankPageText(
    bank,
    'App',
    html`<h1 class="queue">App of ${bank.name}</h1>
      ${pushes.length === 0 && html`<section class="sheet"><h2>Nothing waits for you</h2></section>`}
      ${pushes.map(
        ({ authorisation: { id, kind, psu_id: psu }, payment }) => html`<form method="post">
          <input type="hidden" name="authorisation" value=${id} />
          <section class="sheet">
            <h2>
              ${kind === 'CANCELLATION' ? 'Cancel the transfer' : 'Transfer'} to ${paymentRequestOf(payment).creditorName}${' '}
              <span class="amount">${amountText(BigInt(payment.amount))} EUR</span>
            </h2>
            ${payment.remittance !== null && html`<p class="description">${payment.remittance}</p>`}
            <p class="note">For ${psu}, to account ${payment.creditor_iban}</p>
          </section>
          <p class="answers">
            <button class="approve" name="choice" value="AGREE">Agree</button>
            <button class="plain" name="choice" value="REFUSE">Refuse</button>
          </p>
        </form>`,
      )}`,
  );
}
