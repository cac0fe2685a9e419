/** For payers whose payment needs no answer, or is none. */
import { html } from '../../pages/markup.ts';
import type { Bank } from '../banks.ts';
import { bankPageText } from './site.ts';

/** @param home where they return to, if anywhere */
export function closedPage(bank: Bank, title: string, sentence: string, home?: string): string {
  return bankPageText(
    bank,
    title,
    html`<section class="sheet"><h1>${title}</h1><p class="description">${sentence}</p></section>
      ${home !== undefined && html`<p class="answers"><a href=${home}>Go back</a></p>`}`,
  );
}
