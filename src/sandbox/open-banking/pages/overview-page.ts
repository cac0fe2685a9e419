/** An overview of the banks' payments, for developers. */
import { FactList } from '../../pages/facts.ts';
import { html } from '../../pages/markup.ts';
import { pageText } from '../../pages/page.ts';
import { BANKS } from '../banks.ts';
import type { BankLedgerEntry } from '../ledger/entries.ts';
import { OPEN_BANKING_PREFIX } from '../prefix.ts';

/** The number of newest entries on the page. `GET …/ledger` returns all. */
const SHOWN_MAX = 50;

export interface BankOverview {
  /** Address of the interface. Empty if it is not served. */
  readonly api: string;
  readonly entries: readonly BankLedgerEntry[];
  /** The number of answers that violated the description. */
  readonly violations: number;
}

export function bankOverviewPage({ api, entries, violations }: BankOverview): string {
  const title = 'Transfers';
  const facts = [
    ['Interface', api === '' ? 'not served' : api],
    ['Answers that were not as described', String(violations)],
  ] as const;
  const site = {
    name: 'Example banks',
    titled: 'Example banks',
    theme: 'provider',
    icon: `${OPEN_BANKING_PREFIX}/icon.svg`,
    footer: 'No bank is behind these: they are part of Turnpike’s sandbox.',
  };
  return pageText(
    site,
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      <${FactList} facts=${facts} />
      ${BANKS.filter(({ approach }) => approach === 'DECOUPLED').map(
        ({ id, name }) =>
          html`<p class="description"><a href=${`${OPEN_BANKING_PREFIX}/${id}/app`}>App of ${name}</a></p>`,
      )}
      ${entries.length === 0 && html`<p class="description">Nobody has paid yet.</p>`}
      ${entries
        .slice(-SHOWN_MAX)
        .reverse()
        .map(
          ({ id, bank, amount, currency, state, reference }) => html`<p class="description" key=${id}>
            ${amount} ${currency} at ${bank}: ${state}<br /><small>${id} for ${reference}</small>
          </p>`,
        )}
    </section>`,
  );
}
