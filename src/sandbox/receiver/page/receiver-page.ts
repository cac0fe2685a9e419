/** The receiver's page: what was received, how to cause a notification, and how to verify it. */
import { type Html, html } from '../../shop/html.ts';
import type { CountedDelivery } from '../deliveries.ts';
import type { ReceiverFault } from '../receiver-faults.ts';
import { answersForm } from './answers-form.ts';
import { deliveryItem } from './delivery.ts';
import { receiverFrame } from './receiver-frame.ts';
import { verifierTabs } from './verifier-tabs.ts';

/** More is too long to read, and each can be long. */
const SHOWN_MAX = 50;

export interface ReceiverPageDependencies {
  /** Oldest first. */
  readonly deliveries: readonly CountedDelivery[];
  readonly fault: ReceiverFault;
  readonly key: string;
  readonly receiverUrl: string;
}

export function receiverPage({ deliveries, fault, key, receiverUrl }: ReceiverPageDependencies): Html {
  return receiverFrame(html`<h1>What the shop was told</h1>
<p class="lead">The notifications that came, newest first.</p>
<nav class="jumps" aria-label="On this page"><a href="#address">Address and key</a> <a href="#answers">How it answers</a> <a href="#check">Check a signature</a></nav>
<div class="columns">
<section class="came" aria-labelledby="came">
<div class="bar"><h2 id="came">${countWords(deliveries.length)}</h2>
<a class="button quiet" href="/notifications">Refresh</a>
${deliveries.length === 0 ? undefined : html`<form method="post" action="/notifications/forget"><button class="quiet">Forget</button></form>`}
</div>
${deliveries.length === 0 ? nothingCame(receiverUrl) : list(deliveries)}
</section>
<aside>
${address(receiverUrl, key)}
${answersForm(fault)}
</aside>
</div>
${verifierTabs()}`);
}

function countWords(count: number): string {
  return count === 0 ? 'Nothing came yet' : `${count} came`;
}

function nothingCame(receiverUrl: string): Html {
  return html`<div class="empty">
<p><a href="/">Buy something in the demo shop</a>: it asks to be told here.</p>
<p>In requests of your own, give this as <code>order.notificationUrl</code>:</p>
<p><code class="whole">${receiverUrl}</code></p>
</div>`;
}

function list(deliveries: readonly CountedDelivery[]): Html {
  const shown = deliveries.slice(-SHOWN_MAX).reverse();
  const rest = deliveries.length - shown.length;
  return html`<ol class="deliveries">
${shown.map(deliveryItem)}
</ol>
${rest === 0 ? undefined : html`<p class="note">${rest} older ones are not shown. <code>GET /notifications</code> gives them all as JSON.</p>`}`;
}

function address(receiverUrl: string, key: string): Html {
  return html`<section aria-labelledby="address">
<h2 id="address">Address and key</h2>
<p>Sent to, as <code>order.notificationUrl</code></p>
<p><code class="whole">${receiverUrl}</code></p>
<p>Signed for TESTSHOP with</p>
<p><code class="whole">${key}</code></p>
<p class="note">Verdicts are by this key. What another merchant is told is signed with another.</p>
</section>`;
}
