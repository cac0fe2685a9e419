/** The error pages. Each offers the next step. */
import { CodeBox } from '../pages/code-box.ts';
import { html } from '../pages/markup.ts';
import { shopPageText } from '../pages/shop-site.ts';
import type { GatewayAnswer } from './gateway-client.ts';

const BACK = html`<p class="go"><a class="button" href="/">Back to the shop</a></p>`;

/** @param origin the gateway's expected address @param consequence a sentence on what happened to the payer's money */
export function absentPage(origin: string, consequence: string): string {
  return shopPageText(
    'The gateway is not there',
    html`<section class="result unknown">
      <h1>The gateway is not there</h1>
      <p class="lead">The shop called <code>${origin}</code> and got no answer. ${consequence}</p>
      <p>
        <code>npm start</code> runs both; with <code>npm run sandbox</code> alone, <code>npm run gateway</code> belongs
        beside it. Then load this page again.
      </p>
      ${BACK}
    </section>`,
  );
}

/** @param answer the gateway's error answer; absent for an order that the shop does not know */
export function problemPage(answer?: GatewayAnswer): string {
  const title = answer === undefined ? 'No such order' : 'The gateway refused the checkout';
  return shopPageText(
    title,
    html`<section class="result unpaid">
      <h1>${title}</h1>
      ${
        answer === undefined
          ? html`<p class="lead">This shop has no order under that number.</p>`
          : html`<p class="lead">It answered ${answer.status}. Nothing was paid.</p>
              <${CodeBox} label="The answer" text=${JSON.stringify(answer.body, null, 2)} />`
      }
      ${BACK}
    </section>`,
  );
}
