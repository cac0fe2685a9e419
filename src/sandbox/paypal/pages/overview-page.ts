/** An overview of the simulator's orders and movements, for developers. */
import { FactList } from '../../pages/facts.ts';
import { html } from '../../pages/markup.ts';
import type { PayPalLedgerEntry } from '../ledger/entries.ts';
import { payPalPageText } from './site.ts';

/** The number of newest entries on the page. `GET …/ledger` returns all. */
const SHOWN_MAX = 50;

export interface PayPalOverview {
  /** Prefix of the simulator's addresses. */
  readonly base: string;
  readonly entries: readonly PayPalLedgerEntry[];
  readonly owedWebhooks: number;
  /** The number of answers that violated the description. */
  readonly violations: number;
}

export function paypalOverviewPage({ base, entries, owedWebhooks, violations }: PayPalOverview): string {
  const title = 'Orders and movements';
  const newest = entries.slice(-SHOWN_MAX).reverse();
  const facts = [
    ['Its interface', base],
    ['Webhooks owed', String(owedWebhooks)],
    ['Answers that were not as described', String(violations)],
  ] as const;
  return payPalPageText(
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      <${FactList} facts=${facts} />
      ${newest.length === 0 && html`<p class="description">Nobody has paid yet.</p>`}
      ${newest.map(
        ({ id, kind, amount, currency, state, reference }) => html`<p class="description" key=${`${kind}${id}`}>
          ${kind} of ${amount} ${currency}: ${state}<br /><small>${id} for ${reference}</small>
        </p>`,
      )}
    </section>`,
  );
}
