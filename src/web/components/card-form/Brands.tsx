import type { CardBrand } from '../../../contract/card-rules.ts';
import { fill } from '../../text/format.ts';
import type { FormText } from '../../text/translation.ts';
import { BRAND_NAMES, BRAND_PLACE } from '../brand-names.ts';
import { Mark } from '../marks/Mark.tsx';

interface BrandsProps {
  readonly brands: readonly CardBrand[];
  readonly text: FormText;
}

/** The marks that fit beside the digits of a number on the smallest phone. */
const MARKS_MAX = 4;

/**
 * Some of the accepted brands, in the number's box while it is empty. From the first digits on, the page's script shows
 * the number's brand instead.
 */
export function Brands({ brands, text }: BrandsProps) {
  const names = brands.map((one) => BRAND_NAMES[one]).join(', ');
  const more = brands.length - MARKS_MAX;
  return (
    <span class="brands" data-brand={fill(text.brand, { brand: BRAND_PLACE })}>
      {names === '' ? null : <span class="unseen">{fill(text.accepted, { brands: names })}</span>}
      {brands.slice(0, MARKS_MAX).map((one) => (
        <Mark key={one} of={one} />
      ))}
      {more > 0 ? (
        <span class="more" aria-hidden="true">
          +{more}
        </span>
      ) : null}
    </span>
  );
}
