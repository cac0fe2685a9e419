import type { CardBrand } from '../../../contract/card-rules.ts';
import { fill } from '../../text/format.ts';
import type { FormText } from '../../text/translation.ts';
import { BRAND_NAMES, BRAND_PLACE } from '../brand-names.ts';
import { Mark } from '../marks/Mark.tsx';

interface BrandsProps {
  readonly brands: readonly CardBrand[];
  readonly text: FormText;
}

/** The accepted brands, beside the number's label; the page's script highlights the number's brand. */
export function Brands({ brands, text }: BrandsProps) {
  const names = brands.map((one) => BRAND_NAMES[one]).join(', ');
  return (
    <span class="brands" data-brand={fill(text.brand, { brand: BRAND_PLACE })}>
      {names === '' ? null : <span class="unseen">{fill(text.accepted, { brands: names })}</span>}
      {brands.map((one) => (
        <Mark key={one} of={one} />
      ))}
    </span>
  );
}
