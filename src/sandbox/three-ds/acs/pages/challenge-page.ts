/** The page of a challenge. It works without script. */
import { html, type Markup } from '../../../pages/markup.ts';
import { schemeOf } from '../../directory-server/schemes.ts';
import type { TransactionRow } from '../../ledger/rows.ts';
import { THREE_DS_PREFIX } from '../../prefix.ts';
import { CHOOSABLE_ENDINGS, QUESTIONS } from '../endings.ts';
import { purchaseText } from './money.ts';
import { acsPageText } from './site.ts';

const APP_PATH = `${THREE_DS_PREFIX}/acs/app`;

export interface AcsChallengePage {
  readonly row: TransactionRow;
  /** The target of its forms. */
  readonly action: string;
  /** The result of the payer's last step. */
  readonly notice?: string | undefined;
}

const TITLE = 'Confirm your payment';
const LAST_DIGITS = 4;

export function challengePage({ row, action, notice }: AcsChallengePage): string {
  const network = schemeOf(row.scheme)?.name;
  const content = html`<h1>${TITLE}</h1>
    <p class="about">
      ${row.merchant_name ?? 'A shop'}${row.amount !== null && html`: <strong>${purchaseText(row)}</strong>`}, card ending in${' '}
      ${row.account.slice(-LAST_DIGITS)}
    </p>
    ${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
    <form method="post" action=${action} autocomplete="off">
      <${Question} ...${row} />
      ${
        row.challenge_ind === '09' &&
        row.message_version !== '2.1.0' &&
        html`<label class="choice"><input type="checkbox" name="trust" value="Y" /> <span>Trust this shop from now on</span></label>`
      }
      <p class="steps staying">
        <button class="forward" name="choice" value="SUBMIT">${row.kind === 'OUT_OF_BAND' ? 'Continue' : 'Confirm'}</button>
        ${hasCode(row) && html`<button name="choice" value="RESEND" formnovalidate>New code</button>`}
        <button name="choice" value="CANCEL" formnovalidate>Cancel</button>
      </p>
    </form>
    <details>
      <summary>Why do I see this?</summary>
      <p>The bank makes sure that it is you who pays with this card.</p>
    </details>
    <details>
      <summary>For testers</summary>
      <form method="post" action=${action}>
        <label>
          End it with${' '}
          <select name="ending">
            ${CHOOSABLE_ENDINGS.map(([name], index) => html`<option value=${index}>${name}</option>`)}
          </select>
        </label>
        <p class="steps"><button name="choice" value="END">End it</button></p>
      </form>
    </details>`;
  return acsPageText({ title: TITLE, network, content });
}

function hasCode({ kind }: TransactionRow): boolean {
  return kind === 'ONE_TIME_CODE';
}

function Question({ kind, code }: TransactionRow): Markup {
  if (kind === 'SINGLE_SELECT' || kind === 'MULTI_SELECT') {
    const { question, options, right } = QUESTIONS[kind];
    const named = Object.entries(options);
    const hint = named.filter(([value]) => (right as readonly string[]).includes(value)).map(([, name]) => name);
    return html`<fieldset>
      <legend>${question}</legend>
      <p class="note">Right here: ${hint.join(', ')}</p>
      ${named.map(
        ([value, name]) => html`<label class="choice">
          <input type=${kind === 'SINGLE_SELECT' ? 'radio' : 'checkbox'} name="answer" value=${value} />
          <span>${name}</span>
        </label>`,
      )}
    </fieldset>`;
  }
  if (kind === 'OUT_OF_BAND') {
    return html`<p>Open the bank’s app, confirm there, and come back.</p>
      <p><a class="app" href=${APP_PATH} target="_blank" rel="noopener">Open the bank’s app</a></p>`;
  }
  if (kind === 'HTML') {
    return html`<div class="portal">
      <h2>Online banking</h2>
      <p class="note">The password is <strong>${code}</strong>.</p>
      <label class="field">Password <input name="code" type="password" autocomplete="off" required /></label>
    </div>`;
  }
  return html`<p class="note">A bank would send the code to your phone. It is <strong>${code}</strong>.</p>
    <label class="field">
      Code <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required />
    </label>`;
}
