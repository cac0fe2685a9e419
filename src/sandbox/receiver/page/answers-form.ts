/** The form that sets how the receiver fails. */
import { type Html, html } from '../../shop/html.ts';
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

export function answersForm(fault: ReceiverFault): Html {
  return html`<section aria-labelledby="answers">
<h2 id="answers">How it answers</h2>
<p class="now">Now: <strong>${WORDS[fault.mode]}</strong>${rest(fault)}</p>
<form method="post" action="/notifications/faults">
<label>Answer <select name="mode" autocomplete="off">
${RECEIVER_MODES.map((mode) => option(mode, fault.mode))}
</select></label>
<label>How often <input name="count" type="number" min="1" step="1" inputmode="numeric" placeholder="until changed" autocomplete="off" value="${fault.count ?? ''}"></label>
<label><span>Retry-After <small>seconds</small></span> <input name="retryAfter" type="number" min="0" step="1" inputmode="numeric" placeholder="none" autocomplete="off" value="${fault.retryAfter ?? ''}"></label>
<button>Answer so</button>
</form>
</section>`;
}

function option(mode: ReceiverMode, inForce: ReceiverMode): Html {
  return html`<option value="${mode}"${mode === inForce ? html` selected` : undefined}>${WORDS[mode]}</option>
`;
}

function rest({ count, retryAfter }: ReceiverFault): string {
  const pause = retryAfter === null ? '' : `, Retry-After ${retryAfter}`;
  return count === null ? pause : `${pause}; for ${count} more`;
}
