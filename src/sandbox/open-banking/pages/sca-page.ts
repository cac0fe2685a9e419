/** The page on which a payer authenticates: log in, choose an account, confirm with a code. It works without script. */
import { html, type Markup } from '../../pages/markup.ts';
import { type Account, payersOf, type SandboxBank } from '../banks.ts';
import type { AuthorisationRow, BankPaymentRow } from '../ledger/rows.ts';
import { amountText } from '../requests.ts';
import { paymentRequestOf } from '../resources.ts';
import { bankPageText } from './site.ts';

export type ScaStep = 'LOGIN' | 'ACCOUNT' | 'CODE';

export interface ScaPage {
  readonly bank: SandboxBank;
  readonly payment: BankPaymentRow;
  readonly authorisation: AuthorisationRow;
  readonly step: ScaStep;
  /** Accounts of the logged-in payer. */
  readonly accounts: readonly Account[];
  /** The problem of the payer's last answer. */
  readonly problem?: string | undefined;
}

export function scaPage(page: ScaPage): string {
  const { bank, payment, authorisation, step, problem } = page;
  const isCancelling = authorisation.kind === 'CANCELLATION';
  const { creditorName } = paymentRequestOf(payment);
  const title = isCancelling ? 'Cancel a transfer' : `Transfer to ${creditorName}`;
  return bankPageText(
    bank,
    title,
    html`<form method="post" autocomplete="off">
      <section class="sheet">
        <h1>${title} <span class="amount">${amountText(BigInt(payment.amount))} EUR</span></h1>
        ${payment.remittance !== null && html`<p class="description">${payment.remittance}</p>`}
        <p class="description">To account ${payment.creditor_iban}</p>
        ${problem !== undefined && html`<p class="notice" role="alert">${problem}</p>`}
        <${Step} ...${page} />
      </section>
      <p class="answers">
        <button class="approve" name="choice" value=${step}>${BUTTONS[step]}</button>
        <button class="plain" name="choice" value="CANCEL">Cancel and return</button>
      </p>
    </form>`,
  );
}

const BUTTONS: Readonly<Record<ScaStep, string>> = { LOGIN: 'Log in', ACCOUNT: 'Continue', CODE: 'Confirm' };

function Step({ bank, payment, authorisation, step, accounts }: ScaPage): Markup {
  if (step === 'LOGIN') {
    const user = authorisation.psu_id ?? payersOf(bank)[0]?.id;
    return html`<fieldset>
      <legend>Log in</legend>
      <label class="field">User name <input name="user" value=${user} required /></label>
      <label class="field">Password <input name="password" type="password" value="demo" required /></label>
      <p class="note">${payersOf(bank)
        .map(({ id }) => id)
        .join(' or ')}, with any password.</p>
    </fieldset>`;
  }
  if (step === 'ACCOUNT') {
    const chosen = payment.debtor_iban ?? accounts[0]?.iban;
    return html`<fieldset>
      <legend>From account</legend>
      ${accounts.map(
        ({ iban, name, balance }) => html`<label class="choice">
          <input type="radio" name="account" value=${iban} checked=${iban === chosen} />${' '}
          <span>${name} <small>${iban}, ${amountText(balance)} EUR</small></span>
        </label>`,
      )}
    </fieldset>`;
  }
  return html`<fieldset>
    <legend>Confirm with a code</legend>
    <p class="note">A bank would send it to your phone. It is <strong>${authorisation.code}</strong>.</p>
    <label class="field">
      Code <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required />
    </label>
  </fieldset>`;
}
