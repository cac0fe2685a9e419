/** The form that sets the receiver's faults. */
import { html, type Markup } from '../../pages/markup.ts';
import { RECEIVER_MODES, type ReceiverFault, type ReceiverMode } from '../receiver-faults.ts';

const WORDS: Readonly<Record<ReceiverMode, string>> = {
  NONE: '200, taken',
  '500': '500, an error',
  '503': '503, not now',
  '410': '410, gone for ever',
  '429': '429, too many',
  REDIRECT: '307, elsewhere',
  HANG: 'nothing: it hangs',
};

export function AnswersForm({ fault }: { fault: ReceiverFault }): Markup {
  return html`<section aria-labelledby="answers">
    <h2 id="answers">How it answers</h2>
    <p class="now">Now: <strong>${WORDS[fault.mode]}</strong>${rest(fault)}</p>
    <form method="post" action="/notifications/faults">
      <label>
        Answer${' '}
        <select name="mode" autocomplete="off">
          ${RECEIVER_MODES.map(
            (mode) => html`<option value=${mode} selected=${mode === fault.mode}>${WORDS[mode]}</option>`,
          )}
        </select>
      </label>
      <label>
        How often${' '}
        <${Count} name="count" min="1" placeholder="until changed" value=${fault.count} />
      </label>
      <label>
        <span>Retry-After <small>seconds</small></span>${' '}
        <${Count} name="retryAfter" min="0" placeholder="none" value=${fault.retryAfter} />
      </label>
      <button>Answer so</button>
    </form>
  </section>`;
}

interface CountProps {
  readonly name: string;
  readonly min: string;
  readonly placeholder: string;
  readonly value: number | null;
}

function Count({ name, min, placeholder, value }: CountProps): Markup {
  return html`<input
    name=${name}
    type="number"
    min=${min}
    step="1"
    inputmode="numeric"
    placeholder=${placeholder}
    autocomplete="off"
    value=${value ?? ''}
  />`;
}

function rest({ count, retryAfter }: ReceiverFault): string {
  const pause = retryAfter === null ? '' : `, Retry-After ${retryAfter}`;
  return count === null ? pause : `${pause}; for ${count} more`;
}
