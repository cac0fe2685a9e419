/** The return page: the result for the payer and, for developers, how the shop obtained it. */
import { CodeBox } from '../pages/code-box.ts';
import { FactList } from '../pages/facts.ts';
import { html } from '../pages/markup.ts';
import { shopPageText } from '../pages/shop-site.ts';
import { type GatewayAnswer, SHOP_MERCHANT } from './gateway-client.ts';
import { displayPrice } from './goods.ts';
import type { ShopOrder } from './shop-orders.ts';
import type { ShopOutcome } from './shop-outcome.ts';

export interface ReturnPageDependencies {
  readonly order: ShopOrder;
  readonly outcome: ShopOutcome;
  /** `resultIndicator` of the request. */
  readonly indicator: string | undefined;
  readonly answer: GatewayAnswer;
  /** The URL of the request for the answer. */
  readonly url: string;
}

interface Words {
  readonly title: string;
  readonly sentence: string;
}

const WORDS: Readonly<Record<ShopOutcome['kind'], Words>> = {
  paid: { title: 'Thank you, it is paid', sentence: 'We are packing your things.' },
  unpaid: { title: 'Not paid', sentence: 'No payment went through for this order. You can order again.' },
  unknown: {
    title: 'Not known yet',
    sentence: 'The result is not there yet. Load this page again before you pay again.',
  },
  returned: { title: 'Paid, and given back', sentence: 'The payment was voided or refunded.' },
  different: {
    title: 'Paid, but not what was ordered',
    sentence: 'The sum differs from the order. A shop would stop here and ask.',
  },
};

export function returnPage({ order, outcome, indicator, answer, url }: ReturnPageDependencies): string {
  const { title, sentence } = WORDS[outcome.kind];
  const facts = [
    ['Order', order.id],
    ['Amount', displayPrice(order.cents, order.currency)],
    ['Status', outcome.status ?? 'none'],
    ['Paid with', outcome.instrument],
    ['Result indicator', indicatorWords(order, indicator)],
  ] as const;
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2);
  return shopPageText(
    title,
    html`
      <section class=${`result ${outcome.kind}`}>
        <h1>${title}</h1>
        <p class="lead">${sentence}</p>
        <${FactList} facts=${facts} />
        <p class="go"><a class="button" href="/">Back to the shop</a></p>
      </section>
      <section class="help" aria-labelledby="how">
        <h2 id="how">For developers</h2>
        <p>
          The shop believed nothing in the address. It asked the gateway, with the API password that was printed at the
          start:
        </p>
        <${CodeBox} label="The request" text=${`curl --user "merchant.${SHOP_MERCHANT}:$PASSWORD" \\\n  ${url}`} />
        <details>
          <summary>The answer, ${answer.status}</summary>
          <${CodeBox} label="The answer" text=${body} />
        </details>
        <p><a href="/notifications">See what the shop was told</a> by the gateway, without asking.</p>
        <p><a href="/mails">See the receipt</a> that the payer was mailed.</p>
      </section>
    `,
  );
}

/**
 * The indicator is only a quick check: it proves that the payer comes from a success, but not which amount was paid.
 */
function indicatorWords(order: ShopOrder, indicator: string | undefined): string | undefined {
  if (order.successIndicator === undefined) {
    return undefined;
  }
  if (indicator === undefined) {
    return 'none came back';
  }
  return indicator === order.successIndicator ? 'matches' : 'does not match';
}
