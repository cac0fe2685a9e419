/** Returns the payer by a form to the shop's site: automatically with script, by its button without. */
import { html } from '../../pages/markup.ts';
import type { ProviderKind } from '../kinds.ts';
import { requestOf } from '../payments.ts';
import type { ProviderPaymentRow } from '../provider-ledger-rows.ts';
import { providerPageText } from './provider-page.ts';

/** A separate file, because the page's policy allows no inline script. */
export const RETURN_SCRIPT = `document.forms[0].submit();\n`;

export function providerReturnPage(kind: ProviderKind, payment: ProviderPaymentRow): string {
  const { returnUrl, merchant } = requestOf(payment);
  const title = `Back to ${merchant.name}`;
  return providerPageText(
    kind,
    title,
    html`
      <form method="post" action=${returnUrl}>
        <input type="hidden" name="reference" value=${payment.reference} />
        <section class="sheet">
          <h1>${title}</h1>
          <p class="description">You are being taken back.</p>
        </section>
        <p class="answers"><button class="approve">Continue</button></p>
      </form>
      <script src="/providers/return.js"></script>
    `,
  );
}
