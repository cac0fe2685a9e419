import { html, type Markup } from '../pages/markup.ts';
import { shopPageText } from '../pages/shop-site.ts';
import { displayPrice, GOODS, type Good, QUANTITY_MAX } from './goods.ts';
import { Picture } from './pictures.ts';
import { TEST_CARDS, type TestCard } from './test-cards.ts';
import { WAYS } from './ways.ts';

/** The sandbox's other pages. */
const OTHERS = [
  { path: '/providers/paypal', name: 'PayPal stand-in', note: 'what it was asked, and what it did' },
  { path: '/providers/open-banking', name: 'Example banks', note: 'what they were asked, and what they did' },
  { path: '/providers/pix', name: 'Example Pix bank', note: 'the app in which a Pix is paid, and what its bank did' },
  { path: '/notifications', name: 'Notifications', note: 'what this shop was told, and whether it verifies' },
  { path: '/mails', name: 'Mails', note: 'the receipts that payers are sent' },
];

/** @param state `empty`: the payer continued with an empty basket */
export function shopPage({ empty }: { empty: boolean }): string {
  const chosen = empty ? undefined : GOODS[0];
  return shopPageText(
    'Goods',
    html`
      <h1>Good coffee, slowly</h1>
      <p class="lead">Choose something and pay for it on the gateway’s hosted page.</p>
      ${empty && html`<p class="notice" role="alert">Nothing is chosen yet. Pick a quantity of at least one thing.</p>`}
      <form method="post" action="/shop/checkout">
        <ul class="goods">
          ${GOODS.map((good) => html`<${GoodCard} good=${good} quantity=${good === chosen ? 1 : 0} />`)}
        </ul>
        <p class="go"><button type="submit">Go to payment</button></p>
        <p class="go"><button class="second" type="submit" name="currency" value="BRL">Pay in reais (BRL), as with Pix</button></p>
        <section class="ways" aria-labelledby="ways">
          <h2 id="ways">Or pay on a page of the shop</h2>
          <ul>
            ${WAYS.map(
              ({ id, name, note }) => html`<li>
                <button class="second" type="submit" name="way" value=${id} aria-describedby=${`way-${id}`}>${name}</button>
                <p class="note" id=${`way-${id}`}>${note}</p>
              </li>`,
            )}
          </ul>
        </section>
      </form>
      <section class="help" aria-labelledby="cards">
        <h2 id="cards">Cards to try</h2>
        <p>The sandbox’s bank decides by the expiry date. Any name on the card will do.</p>
        <table aria-labelledby="cards">
          <thead>
            <tr>
              <th scope="col">What happens</th>
              <th scope="col">Number</th>
              <th scope="col">Expiry</th>
              <th scope="col">Code or PIN</th>
            </tr>
          </thead>
          <tbody>
            ${TEST_CARDS.map((card) => html`<${CardRow} card=${card} />`)}
          </tbody>
        </table>
      </section>
      <section class="help" aria-labelledby="others">
        <h2 id="others">What else is here</h2>
        <ul>
          ${OTHERS.map(({ path, name, note }) => html`<li><a href=${path}>${name}</a>: ${note}</li>`)}
        </ul>
      </section>
    `,
  );
}

function GoodCard({ good: { id, name, note, cents }, quantity }: { good: Good; quantity: number }): Markup {
  return html`<li class="good">
    <${Picture} good=${id} />
    <div class="words"><h2>${name}</h2><p>${note}</p></div>
    <p class="price">${displayPrice(cents)}</p>
    <label class="quantity">
      <span>Qty<span class="unseen">${` of ${name}`}</span></span>
      <select name=${id} autocomplete="off">
        ${Array.from(
          { length: QUANTITY_MAX + 1 },
          (_, count) => html`<option selected=${count === quantity}>${count}</option>`,
        )}
      </select>
    </label>
  </li>`;
}

/** On a narrow screen the row becomes a small list, labelled by `data-label`. */
function CardRow({ card: { outcome, number, expiry, code, note } }: { card: TestCard }): Markup {
  return html`<tr>
    <th scope="row">${outcome} <small>${note}</small></th>
    <td data-label="Number"><code>${number}</code></td>
    <td data-label="Expiry">${expiry === undefined ? '–' : html`<code>${expiry}</code>`}</td>
    <td data-label="Code or PIN"><code>${code}</code></td>
  </tr>`;
}
