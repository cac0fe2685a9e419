/** The receiver's page: the received notifications, its settings, and how to verify a signature. */
import { html, type Markup } from '../../pages/markup.ts';
import { pageText } from '../../pages/page.ts';
import { SHOP } from '../../pages/shop-site.ts';
import type { CountedDelivery } from '../deliveries.ts';
import type { ReceiverFault } from '../receiver-faults.ts';
import { AnswersForm } from './answers-form.ts';
import { DeliveryItem } from './delivery.ts';
import { VerifierTabs } from './verifier-tabs.ts';

/** The number of newest notifications on the page. A longer page is hard to read. */
const SHOWN_MAX = 50;

export interface ReceiverPageDependencies {
  /** Oldest first. */
  readonly deliveries: readonly CountedDelivery[];
  readonly fault: ReceiverFault;
  readonly key: string;
  readonly receiverUrl: string;
}

/** The style of the shop that receives the notifications. */
const SITE = {
  ...SHOP,
  titled: 'Sandbox',
  theme: 'shop receiver',
  footer: 'This receiver is part of Turnpike’s sandbox. It remembers until the sandbox stops.',
};

export function receiverPage({ deliveries, fault, key, receiverUrl }: ReceiverPageDependencies): string {
  return pageText(
    SITE,
    'What the shop was told',
    html`
      <h1>What the shop was told</h1>
      <p class="lead">The notifications that came, newest first.</p>
      <nav class="jumps" aria-label="On this page">
        <a href="#address">Address and key</a> <a href="#answers">How it answers</a>${' '}
        <a href="#check">Check a signature</a>
      </nav>
      <div class="columns">
        <section class="came" aria-labelledby="came">
          <div class="bar">
            <h2 id="came">${countWords(deliveries.length)}</h2>
            <a class="button quiet" href="/notifications">Refresh</a>
            ${
              deliveries.length > 0 &&
              html`<form method="post" action="/notifications/forget"><button class="quiet">Forget</button></form>`
            }
          </div>
          ${
            deliveries.length === 0
              ? html`<${NothingCame} receiverUrl=${receiverUrl} />`
              : html`<${DeliveryList} deliveries=${deliveries} />`
          }
        </section>
        <aside>
          <${Address} receiverUrl=${receiverUrl} signingKey=${key} />
          <${AnswersForm} fault=${fault} />
        </aside>
      </div>
      <${VerifierTabs} />
    `,
  );
}

function countWords(count: number): string {
  return count === 0 ? 'Nothing came yet' : `${count} came`;
}

function NothingCame({ receiverUrl }: { receiverUrl: string }): Markup {
  return html`<div class="empty">
    <p><a href="/">Buy something in the demo shop</a>: it asks to be told here.</p>
    <p>In requests of your own, give this as <code>order.notificationUrl</code>:</p>
    <p><code class="whole">${receiverUrl}</code></p>
  </div>`;
}

function DeliveryList({ deliveries }: { deliveries: readonly CountedDelivery[] }): Markup {
  const shown = deliveries.slice(-SHOWN_MAX).reverse();
  const rest = deliveries.length - shown.length;
  return html`
    <ol class="deliveries">
      ${shown.map((delivery) => html`<${DeliveryItem} delivery=${delivery} />`)}
    </ol>
    ${
      rest > 0 &&
      html`<p class="note">
        ${rest} older ones are not shown. <code>GET /notifications</code> gives them all as JSON.
      </p>`
    }
  `;
}

function Address({ receiverUrl, signingKey }: { receiverUrl: string; signingKey: string }): Markup {
  return html`<section aria-labelledby="address">
    <h2 id="address">Address and key</h2>
    <p>Sent to, as <code>order.notificationUrl</code></p>
    <p><code class="whole">${receiverUrl}</code></p>
    <p>Signed for TESTSHOP with</p>
    <p><code class="whole">${signingKey}</code></p>
    <p class="note">Verdicts are by this key. What another merchant is told is signed with another.</p>
  </section>`;
}
