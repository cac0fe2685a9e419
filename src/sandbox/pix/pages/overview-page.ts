/** An overview of the PSP's payments, for developers. */
import { FactList } from '../../pages/facts.ts';
import { html } from '../../pages/markup.ts';
import type { PspLedgerEntry } from '../ledger/entries.ts';
import { APP, pixPageText } from './site.ts';

const SHOWN_MAX = 50;

export interface PixOverview {
  readonly entries: readonly PspLedgerEntry[];
  /** The callback URL of the shop's key; undefined if none is registered. */
  readonly webhook: string | undefined;
  /** The number of answers and callbacks that violated the description. */
  readonly violations: number;
}

export function pixOverviewPage({ entries, webhook, violations }: PixOverview): string {
  const facts = [
    ['Called back', webhook === undefined ? 'nobody' : 'the gateway'],
    ['Messages that were not as described', String(violations)],
  ] as const;
  return pixPageText(
    'Payments',
    html`<section class="sheet">
      <h1>Payments</h1>
      <${FactList} facts=${facts} />
      <p class="description"><a href=${APP}>App of the payer’s bank</a></p>
      ${entries.length === 0 && html`<p class="description">Nobody has paid yet.</p>`}
      ${entries
        .slice(-SHOWN_MAX)
        .reverse()
        .map(
          ({ id, kind, amount, currency, state, order }) => html`<p class="description" key=${`${kind} ${id}`}>
            ${kind === 'REFUND' && 'Refund of '}${amount} ${currency}: ${state}<br /><small>${id} for ${order}</small>
          </p>`,
        )}
    </section>`,
  );
}
