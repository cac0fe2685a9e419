import { html, markupText } from '../../pages/markup.ts';
import type { ProviderKind } from '../kinds.ts';

/** A provider's icon for the browser's tab: its prefix on its colour. */
export function providerIcon({ numberPrefix, color }: ProviderKind): string {
  return markupText(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill=${color} />
    <text
      x="16"
      y="21.5"
      fill="#fff"
      font-family="system-ui, sans-serif"
      font-size="14"
      font-weight="700"
      text-anchor="middle"
    >
      ${numberPrefix}
    </text>
  </svg>`);
}
