/** The page of the payer's answer. It is one form with a button for each answer, and works without script. */
import { type ComponentChildren, html, type Markup } from '../../pages/markup.ts';
import type { DemoBank, ProviderKind } from '../kinds.ts';
import { requestOf } from '../payments.ts';
import { majorAmount, type ProviderPaymentRow } from '../provider-ledger-rows.ts';
import { AddressLines, addressChoices } from './postal-addresses.ts';
import { providerPageText } from './provider-page.ts';

/** @param problem the error in the payer's answer */
export function providerPayPage(kind: ProviderKind, payment: ProviderPaymentRow, problem?: string): string {
  const { merchant, order, confirmation } = requestOf(payment);
  const amount = displayedAmount(payment);
  const isPaidHere = confirmation === 'CONFIRM_AT_PROVIDER';
  const title = isPaidHere ? `Pay ${merchant.name}` : `Agree to pay ${merchant.name}`;
  return providerPageText(
    kind,
    title,
    html`<form method="post">
      <section class="sheet">
        <h1>${title} <span class="amount">${amount}</span></h1>
        ${order.description !== undefined && html`<p class="description">${order.description}</p>`}
        <p class="note">${kind.note}</p>
        ${!isPaidHere && html`<p class="note">You agree here. ${merchant.name} completes the payment afterwards.</p>`}
        ${problem !== undefined && html`<p class="notice" role="alert">${problem}</p>`}
        ${kind.banks.length > 0 && html`<${BankChoice} banks=${kind.banks} />`}
        ${kind.showsAddress && html`<${Address} payment=${payment} />`}
      </section>
      <p class="answers">
        <button class="approve" name="choice" value="APPROVE">
          ${isPaidHere ? 'Approve' : 'Agree to'}<span>${` ${amount}`}</span>
        </button>
        <button name="choice" value="DECLINE" formnovalidate>Decline</button>
        <button class="plain" name="choice" value="CANCEL" formnovalidate>Cancel and go back</button>
      </p>
    </form>`,
  );
}

function BankChoice({ banks }: { banks: readonly DemoBank[] }): Markup {
  return html`<fieldset>
    <legend>Your bank</legend>
    ${banks.map(
      ({ identifier, name }, index) => html`<${Choice} name="bank" value=${identifier} required checked=${index === 0}>
        ${name} <small>${identifier}</small>
      <//>`,
    )}
  </fieldset>`;
}

function Address({ payment }: { payment: ProviderPaymentRow }): Markup | null {
  const { shipping } = requestOf(payment);
  if (!shipping.displayed) {
    return null;
  }
  if (!shipping.changeable) {
    return shipping.address === undefined
      ? null
      : html`<div class="address"><h2>Goes to</h2><p><${AddressLines} address=${shipping.address} /></p></div>`;
  }
  return html`<fieldset>
    <legend>Where it goes</legend>
    ${addressChoices(shipping.address).map(
      (choice, index) => html`<${Choice} name="address" value=${`${index}`} checked=${index === 0}>
        <${AddressLines} address=${choice} />
      <//>`,
    )}
  </fieldset>`;
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly required?: boolean;
  readonly children?: ComponentChildren;
}

/** The order of the attributes is fixed, so that a pattern finds a name beside its value. */
function Choice({ name, value, required = false, checked, children }: ChoiceProps): Markup {
  return html`<label class="choice">
    <input type="radio" name=${name} value=${value} required=${required} checked=${checked} />${' '}
    <span>${children}</span>
  </label>`;
}

/** @example '1,234.50 EUR' */
export function displayedAmount(payment: ProviderPaymentRow): string {
  const [whole = '', ...fraction] = majorAmount(payment).split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')} ${payment.currency}`;
}
