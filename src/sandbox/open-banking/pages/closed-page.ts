/** A page for a payment that is closed or unknown. */
import { html } from '../../pages/markup.ts';
import type { SandboxBank } from '../banks.ts';
import { bankPageText } from './site.ts';

/** @param home the return address, if any */
export function bankClosedPage(bank: SandboxBank, title: string, sentence: string, home?: string): string {
  return bankPageText(
    bank,
    title,
    html`<section class="sheet"><h1>${title}</h1><p class="description">${sentence}</p></section>
      ${home !== undefined && html`<p class="answers"><a href=${home}>Go back</a></p>`}`,
  );
}
