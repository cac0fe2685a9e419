/** One delivery on the page: its summary, whether its signature is valid, and under a fold everything received. */
import { type Html, html } from '../../shop/html.ts';
import type { CountedDelivery } from '../deliveries.ts';
import { type NotificationSummary, summaryOf } from './notification-summary.ts';

export function deliveryItem({ notification, verdict, answeredStatus, time }: CountedDelivery): Html {
  const { receivedAt, headers, rawHeaders, body, rawBody } = notification;
  const summary = summaryOf(body);
  const isTaken = answeredStatus !== undefined && answeredStatus < 300;
  return html`<li class="delivery${time > 1 ? ' again' : ''}">
<p class="when"><time datetime="${receivedAt}">${receivedAt.replace('T', ' ').replace('Z', ' UTC')}</time></p>
<h3>${headline(summary)}</h3>
<p class="marks">
<span class="mark ${verdict.isRight ? 'right' : 'wrong'}">${verdict.words}</span>
<span class="mark${isTaken ? '' : ' wait'}">${answeredStatus === undefined ? 'Not answered' : `Answered ${answeredStatus}`}</span>
${time > 1 ? html`<span class="mark wait">Delivery ${time} of this id</span>` : undefined}
</p>
<dl>
${fact('Order', summary.order)}
${fact('Transaction', summary.transaction)}
${fact('Sequence', summary.sequence)}
${fact('Merchant', summary.merchant)}
${fact('Id', headers['webhook-id'])}
${fact('Attempt', headers['x-notification-attempt'])}
</dl>
<details><summary>Headers and body</summary>
<pre tabindex="0" aria-label="Headers"><code>${rawHeaders.map(([name, value]) => `${name}: ${value}`).join('\n')}</code></pre>
${bodyOf(body, rawBody)}
</details>
</li>
`;
}

function headline({ type, result, gatewayCode, amount }: NotificationSummary): Html {
  if (type === undefined && result === undefined) {
    return html`Not a notification of a payment`;
  }
  return html`<span>${type}</span> <span class="soft">${result}</span> <span class="soft">${gatewayCode}</span> <span class="amount">${amount}</span>`;
}

function fact(name: string, value: string | undefined): Html | undefined {
  return value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function bodyOf(body: unknown, rawBody: string): Html {
  if (rawBody === '') {
    return html`<p class="note">The body was empty.</p>`;
  }
  const isJson = typeof body === 'object';
  return html`<pre tabindex="0" aria-label="Body"><code>${isJson ? JSON.stringify(body, null, 2) : rawBody}</code></pre>
${isJson ? html`<p class="note">Indented here for reading. The signature covers the bytes as they came.</p>` : undefined}`;
}
