/** A page for an order that is closed or unknown. */
import { html } from '../../pages/markup.ts';
import { payPalPageText } from './site.ts';

export function paypalClosedPage(title: string, sentence: string, isKnown: boolean): string {
  return payPalPageText(
    title,
    html`<form method="post">
      <section class="sheet"><h1>${title}</h1><p class="description">${sentence}</p></section>
      ${isKnown && html`<p class="answers"><button class="approve" name="choice" value="RETURN">Go back</button></p>`}
    </form>`,
  );
}
