/**
 * One delivery on the page: its summary, the verdict on its signature, and the received headers and body, collapsed.
 */
import { CodeBox } from '../../pages/code-box.ts';
import { FactList } from '../../pages/facts.ts';
import { html, type Markup } from '../../pages/markup.ts';
import type { CountedDelivery } from '../deliveries.ts';
import { type NotificationSummary, summaryOf } from './notification-summary.ts';

export function DeliveryItem({ delivery }: { delivery: CountedDelivery }): Markup {
  const { notification, verdict, answeredStatus, time } = delivery;
  const { receivedAt, headers, rawHeaders, body, rawBody } = notification;
  const summary = summaryOf(body);
  const isTaken = answeredStatus !== undefined && answeredStatus < 300;
  const facts = [
    ['Order', summary.order],
    ['Transaction', summary.transaction],
    ['Sequence', summary.sequence],
    ['Merchant', summary.merchant],
    ['Id', headers['webhook-id']],
    ['Attempt', headers['x-notification-attempt']],
  ] as const;
  return html`<li class=${`delivery${time > 1 ? ' again' : ''}`}>
    <p class="when">
      <time datetime=${receivedAt}>${receivedAt.replace('T', ' ').replace('Z', ' UTC')}</time>
    </p>
    <h3><${Headline} summary=${summary} /></h3>
    <p class="marks">
      <span class=${`mark ${verdict.isRight ? 'right' : 'wrong'}`}>${verdict.words}</span>${' '}
      <span class=${`mark${isTaken ? '' : ' wait'}`}>
        ${answeredStatus === undefined ? 'Not answered' : `Answered ${answeredStatus}`}
      </span>${' '}
      ${time > 1 && html`<span class="mark wait">Delivery ${time} of this id</span>`}
    </p>
    <${FactList} facts=${facts} />
    <details>
      <summary>Headers and body</summary>
      <${CodeBox} label="Headers" text=${rawHeaders.map((pair) => pair.join(': ')).join('\n')} />
      <${Body} body=${body} rawBody=${rawBody} />
    </details>
  </li>`;
}

function Headline({ summary: { type, result, gatewayCode, amount } }: { summary: NotificationSummary }): Markup {
  if (type === undefined && result === undefined) {
    return html`<span>Not a notification of a payment</span>`;
  }
  return html`<span>${type}</span> <span class="soft">${result}</span> <span class="soft">${gatewayCode}</span>${' '}
    <span class="amount">${amount}</span>`;
}

function Body({ body, rawBody }: { body: unknown; rawBody: string }): Markup {
  if (rawBody === '') {
    return html`<p class="note">The body was empty.</p>`;
  }
  const isJson = typeof body === 'object';
  return html`<${CodeBox} label="Body" text=${isJson ? JSON.stringify(body, null, 2) : rawBody} />
    ${isJson && html`<p class="note">Indented here for reading. The signature covers the bytes as they came.</p>`}`;
}
