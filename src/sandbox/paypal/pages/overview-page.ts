/** What the stand-in did last, for a developer who looks. */
import { Facts } from '../../pages/facts.ts';
import { html } from '../../pages/markup.ts';
import type { PayPalLedgerEntry } from '../ledger/entries.ts';
import { payPalPageText } from './site.ts';

/** The newest; `GET …/ledger` has all. */
const SHOWN_MAX = 50;

export interface Overview {
  /** Of the stand-in's addresses. */
  readonly base: string;
  readonly entries: readonly PayPalLedgerEntry[];
  readonly owedWebhooks: number;
  /** Answers of its own that were not as described. */
  readonly violations: number;
}

export function overviewPage({ base, entries, owedWebhooks, violations }: Overview): string {
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
      <${Facts} facts=${facts} />
      ${newest.length === 0 && html`<p class="description">Nobody has paid yet.</p>`}
      ${newest.map(
        ({ id, kind, amount, currency, state, reference }) => html`<p class="description" key=${`${kind}${id}`}>
          ${kind} of ${amount} ${currency}: ${state}<br /><small>${id} for ${reference}</small>
        </p>`,
      )}
    </section>`,
  );
}
