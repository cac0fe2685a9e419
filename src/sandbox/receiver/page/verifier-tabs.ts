/** Shows the verifiers to copy, one at a time. Radio buttons select a verifier without script. */
import { CodeBox } from '../../pages/code-box.ts';
import { html, type Markup } from '../../pages/markup.ts';
import { VERIFIERS, type Verifier } from '../verifiers/verifiers.ts';

export function VerifierTabs(): Markup {
  return html`<section class="verifiers" aria-labelledby="check">
    <h2 id="check">Check a signature yourself</h2>
    <p>
      Copy one of these, or take a library of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. This
      page’s own verdicts come from the first.
    </p>
    <div class="tabs" role="group" aria-labelledby="check">
      ${VERIFIERS.map((verifier, index) => html`<${Tab} verifier=${verifier} checked=${index === 0} />`)}
      ${VERIFIERS.map((verifier) => html`<${Panel} verifier=${verifier} />`)}
    </div>
  </section>`;
}

function Tab({ verifier: { language, file }, checked }: { verifier: Verifier; checked: boolean }): Markup {
  return html`
    <input type="radio" name="language" id=${file} autocomplete="off" checked=${checked} />
    <label for=${file}>${language}</label>
  `;
}

/** The style sheet shows the panel at the same position as the chosen button. */
function Panel({ verifier: { file, source } }: { verifier: Verifier }): Markup {
  return html`<div class="panel">
    <p><a href=${`/notifications/verifiers/${file}`} download>${file}</a>, as a file</p>
    <${CodeBox} label=${file} text=${source} />
  </div>`;
}
