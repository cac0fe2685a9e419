/** The page of the payer's approval. It is one form with a button for each answer, and works without script. */
import { html, type Markup } from '../../pages/markup.ts';
import type { Money } from '../money.ts';
import { INSTRUMENTS } from '../payer.ts';
import { experienceOf, type OrderRequest, type Shipping } from '../requests.ts';
import { addressLine, shippingChoices } from './shipping-choices.ts';
import { payPalPageText } from './site.ts';

/** @param problem the error in the payer's answer */
export function approvePage(request: OrderRequest, isDeclined: boolean, problem?: string): string {
  const { brand_name: shop = 'the shop', user_action: action } = experienceOf(request);
  const title = `Pay ${shop}`;
  return payPalPageText(
    title,
    html`<form method="post">
      <section class="sheet">
        <h1>
          ${title}${' '}
          ${request.purchase_units.map((unit) => html`<span class="amount">${displayedAmount(unit.amount)}</span>`)}
        </h1>
        ${request.purchase_units.map(
          ({ description }) => description !== undefined && html`<p class="description">${description}</p>`,
        )}
        ${isDeclined && html`<p class="notice" role="alert">That did not pay. Choose another way to pay.</p>`}
        ${problem !== undefined && html`<p class="notice" role="alert">${problem}</p>`}
        <fieldset>
          <legend>Pay with</legend>
          ${Object.entries(INSTRUMENTS).map(
            ([id, { name, note }], index) => html`<label class="choice">
              <input type="radio" name="instrument" value=${id} checked=${index === 0} />${' '}
              <span>${name} <small>${note}</small></span>
            </label>`,
          )}
        </fieldset>
        <${ShippingPart} request=${request} />
      </section>
      <p class="answers">
        <button class="approve" name="choice" value="APPROVE">${action === 'PAY_NOW' ? 'Pay now' : 'Continue'}</button>
        <button class="plain" name="choice" value="CANCEL">Cancel and return to ${shop}</button>
      </p>
    </form>`,
  );
}

function ShippingPart({ request }: { request: OrderRequest }): Markup | null {
  const choices = shippingChoices(request);
  const [only] = choices;
  if (choices.length === 0 || only === undefined) {
    return null;
  }
  if (choices.length === 1) {
    return html`<div class="address"><h2>Goes to</h2><p><${Lines} shipping=${only} /></p></div>`;
  }
  return html`<fieldset>
    <legend>Where it goes</legend>
    ${choices.map(
      (choice, index) => html`<label class="choice">
        <input type="radio" name="address" value=${`${index}`} checked=${index === 0} />${' '}
        <span><${Lines} shipping=${choice} /></span>
      </label>`,
    )}
  </fieldset>`;
}

function Lines({ shipping }: { shipping: Shipping }): Markup {
  return html`${shipping.name?.full_name} <small>${addressLine(shipping)}</small>`;
}

/** @example '1,234.50 EUR' */
function displayedAmount({ currency_code: currency, value }: Money): string {
  const [whole = '', ...fraction] = value.split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')} ${currency}`;
}
