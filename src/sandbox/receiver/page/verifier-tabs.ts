/** The verifiers to copy, one at a time: radio buttons choose which, without a script. */
import { type Html, html } from '../../shop/html.ts';
import { VERIFIERS, type Verifier } from '../verifiers/verifiers.ts';

export function verifierTabs(): Html {
  return html`<section class="verifiers" aria-labelledby="check">
<h2 id="check">Check a signature yourself</h2>
<p>Copy one of these, or take a library of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. This page’s own verdicts come from the first.</p>
<div class="tabs" role="group" aria-labelledby="check">
${VERIFIERS.map(tab)}
</div>
</section>`;
}

function tab({ language, file, source }: Verifier, index: number): Html {
  return html`<input type="radio" name="language" id="${file}" autocomplete="off"${index === 0 ? html` checked` : undefined}><label for="${file}">${language}</label>
<div class="panel"><p><a href="/notifications/verifiers/${file}" download>${file}</a>, as a file</p>
<pre tabindex="0" aria-label="${file}"><code>${source}</code></pre></div>
`;
}
