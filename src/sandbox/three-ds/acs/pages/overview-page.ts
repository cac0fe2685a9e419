/** An overview of authentications, for developers. */
import { FactList } from '../../../pages/facts.ts';
import { html } from '../../../pages/markup.ts';
import type { AuthenticationEntry } from '../../ledger/entries.ts';
import { THREE_DS_PREFIX } from '../../prefix.ts';
import { acsPageText } from './site.ts';

/** The number of newest entries on the page. `GET …/ledger` returns all. */
const SHOWN_MAX = 50;

export interface ThreeDSOverview {
  /** Address of the directory servers. Empty if they are not served. */
  readonly api: string;
  readonly entries: readonly AuthenticationEntry[];
  /** The number of the simulator's messages that violated their tables. */
  readonly violations: number;
}

export function threeDSOverviewPage({ api, entries, violations }: ThreeDSOverview): string {
  const facts = [
    ['Directory servers', api === '' ? 'not served' : api],
    ['Own messages that were not as they must be', String(violations)],
  ] as const;
  const content = html`<h1>Authentications</h1>
    <${FactList} facts=${facts} />
    <p><a href=${`${THREE_DS_PREFIX}/acs/app`}>The bank’s app</a></p>
    ${entries.length === 0 && html`<p>Nobody was authenticated yet.</p>`}
    ${entries
      .slice(-SHOWN_MAX)
      .reverse()
      .map(
        ({ dsTransID, account, state, transStatus, scheme, results }) => html`<p key=${dsTransID}>
          ${account} at ${scheme}: ${transStatus}, ${state}${results.length > 0 && `, told: ${results.join(', ')}`}<br />
          <small>${dsTransID}</small>
        </p>`,
      )}`;
  return acsPageText({ title: 'Authentications', content });
}
