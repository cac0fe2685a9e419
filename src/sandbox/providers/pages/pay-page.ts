/** The page on which a payer answers. It needs no script: it is one form, and each button is an answer. */
import { type Html, html } from '../../shop/html.ts';
import type { Bank, ProviderKind } from '../kinds.ts';
import { requestOf } from '../payments.ts';
import { majorAmount, type PaymentRow } from '../provider-ledger-rows.ts';
import { addressChoices, addressLines } from './postal-addresses.ts';
import { providerFrame } from './provider-frame.ts';

/** @param problem why the payer's answer was refused */
export function providerPayPage(kind: ProviderKind, payment: PaymentRow, problem?: string): Html {
  const { merchant, order, confirmation } = requestOf(payment);
  const amount = displayedAmount(payment);
  const isPaidHere = confirmation === 'CONFIRM_AT_PROVIDER';
  const title = isPaidHere ? `Pay ${merchant.name}` : `Agree to pay ${merchant.name}`;
  return providerFrame(
    kind,
    title,
    html`<form method="post">
<section class="sheet">
<h1>${title}</h1>
<p class="amount">${amount}</p>
${order.description === undefined ? undefined : html`<p class="description">${order.description}</p>`}
<p class="note">${kind.note}</p>
${isPaidHere ? undefined : html`<p class="note">You agree here. ${merchant.name} completes the payment afterwards.</p>`}
${problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`}
${kind.banks.length === 0 ? undefined : bankChoice(kind.banks)}
${kind.showsAddress ? address(payment) : undefined}
</section>
<p class="answers">
<button class="approve" name="choice" value="APPROVE">${isPaidHere ? 'Approve' : 'Agree to'}<span> ${amount}</span></button>
<button name="choice" value="DECLINE" formnovalidate>Decline</button>
<button class="plain" name="choice" value="CANCEL" formnovalidate>Cancel and go back</button>
</p>
</form>`,
  );
}

function bankChoice(banks: readonly Bank[]): Html {
  return html`<fieldset><legend>Your bank</legend>
${banks.map(
  ({ identifier, name }, index) =>
    html`<label class="choice"><input type="radio" name="bank" value="${identifier}" required${index === 0 ? html` checked` : undefined}> <span>${name}<small>${identifier}</small></span></label>
`,
)}
</fieldset>`;
}

function address(payment: PaymentRow): Html | undefined {
  const { shipping } = requestOf(payment);
  if (!shipping.displayed) {
    return undefined;
  }
  if (!shipping.changeable) {
    return shipping.address === undefined
      ? undefined
      : html`<div class="address"><h2>Goes to</h2><p>${addressLines(shipping.address)}</p></div>`;
  }
  return html`<fieldset><legend>Where it goes</legend>
${addressChoices(shipping.address).map(
  (choice, index) =>
    html`<label class="choice"><input type="radio" name="address" value="${index}"${index === 0 ? html` checked` : undefined}> <span>${addressLines(choice)}</span></label>
`,
)}
</fieldset>`;
}

/** @example '1,234.50 EUR' */
export function displayedAmount(payment: PaymentRow): string {
  const [whole = '', ...fraction] = majorAmount(payment).split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')} ${payment.currency}`;
}
