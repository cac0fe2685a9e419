import type { CardBrand } from '../../contract/card-rules.ts';
import { fill } from '../../text/format.ts';
import { BRAND_MARKS, BRAND_NAMES } from '../brand-names.ts';

/** The card's brand, in the corner of the number's box. @param sentence for screen readers, with `{brand}` */
export function BrandMark({ brand, sentence }: { brand: CardBrand | undefined; sentence: string }) {
  return (
    <span class="brand-mark" role="status">
      {brand === undefined ? null : (
        <>
          <span aria-hidden="true">{BRAND_MARKS[brand]}</span>
          <span class="unseen">{fill(sentence, { brand: BRAND_NAMES[brand] })}</span>
        </>
      )}
    </span>
  );
}
