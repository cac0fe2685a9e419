/** The shop's own payment pages, each with one of the gateway's scripts. */
import { html, type Markup } from '../pages/markup.ts';
import { shopPageText } from '../pages/shop-site.ts';
import { API_VERSION, SHOP_MERCHANT } from './gateway-client.ts';
import { displayPrice } from './goods.ts';
import type { ShopOrder } from './shop-orders.ts';
import type { ScriptPage } from './ways.ts';

export interface PayPageDependencies {
  readonly way: ScriptPage;
  readonly order: ShopOrder;
  readonly gatewayOrigin: string;
  /** Whether the previous card was declined. */
  readonly isDeclined: boolean;
}

export function shopPayPage(given: PayPageDependencies): string {
  const { way, order, isDeclined } = given;
  return shopPageText(
    'Pay',
    html`
      <h1>Pay for your order</h1>
      <p class="lead">
        <span class="amount">${displayPrice(order.cents, order.currency)}</span>, order <code>${order.id}</code>
      </p>
      <div class="till">
        ${isDeclined && html`<p class="notice" role="alert">The card was declined. You have not been charged. Try another one.</p>`}
        <p class="notice" id="problem" role="alert" hidden></p>
        <noscript><p class="notice">This way to pay needs a script. <a href="/">Go back</a> and choose “Go to payment”.</p></noscript>
        ${way.id === 'fields' ? html`<${FieldsForm} ...${given} />` : html`<${CheckoutPlace} ...${given} />`}
      </div>
      <p class="note">${`${way.name}. ${way.note}.`} <a href="/#cards">Cards to try</a></p>
    `,
  );
}

/** The page of `checkout.js`. Its tag names the callbacks, as in any shop. */
function CheckoutPlace({ way, order, gatewayOrigin }: PayPageDependencies): Markup {
  const done = `/shop/return?order=${order.id}`;
  return html`
    ${
      way.id === 'embedded'
        ? html`<div id="payment" class="frame"></div>`
        : html`<p class="go"><button type="button" id="open">Pay ${displayPrice(order.cents, order.currency)}</button></p>`
    }
    <script
      src=${`${gatewayOrigin}/static/checkout/checkout.min.js`}
      data-complete="shop.paid"
      data-error="shop.failed"
      data-cancel=${done}
      data-timeout=${done}
    ></script>
    <script src="/shop/checkout.js" data-way=${way.id} data-session=${order.sessionId} data-done=${done}></script>
  `;
}

interface Field {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
}

const FIELDS: readonly Field[] = [
  { id: 'number', label: 'Card number' },
  { id: 'month', label: 'Month', placeholder: 'MM' },
  { id: 'year', label: 'Year', placeholder: 'YY' },
  { id: 'code', label: 'Security code' },
  { id: 'name', label: 'Name on card (optional)' },
];

/** The page of `session.js`. Its inputs have no names, so the form does not submit card data. */
function FieldsForm({ order, gatewayOrigin }: PayPageDependencies): Markup {
  return html`
    <form id="pay" class="fields" method="post" action="/shop/pay" data-session=${order.sessionId}>
      <input type="hidden" name="order" value=${order.id} />
      <input type="hidden" name="version" value="" />
      ${FIELDS.map(
        ({ id, label, placeholder }) => html`<p class=${`entry ${id}`}>
          <label for=${id}>${label}</label>
          <input id=${id} placeholder=${placeholder} aria-describedby=${`${id}-error`} readonly />
          <span class="error" id=${`${id}-error`}></span>
        </p>`,
      )}
      <p class="go"><button type="submit">Pay ${displayPrice(order.cents, order.currency)}</button></p>
    </form>
    <script src=${`${gatewayOrigin}/form/version/${API_VERSION}/merchant/${SHOP_MERCHANT}/session.js`}></script>
    <script src="/shop/fields.js"></script>
  `;
}
