import type { CardBrand } from '../../contract/card-rules.ts';
import { fill } from '../../text/format.ts';
import type { FormText } from '../../text/translation.ts';
import { BRAND_NAMES } from '../brand-names.ts';
import { Mark } from '../marks/Mark.tsx';

interface BrandsProps {
  readonly brands: readonly CardBrand[];
  /** That of the number, once its digits tell. */
  readonly brand: CardBrand | undefined;
  readonly text: FormText;
}

/** The brands that are accepted, beside the number's label; the number's own stands out among them. */
export function Brands({ brands, brand, text }: BrandsProps) {
  const names = brands.map((one) => BRAND_NAMES[one]).join(', ');
  return (
    <span class="brands">
      {names === '' ? null : <span class="unseen">{fill(text.accepted, { brands: names })}</span>}
      {brands.map((one) => (
        <Mark key={one} of={one} look={brand === undefined || one === brand ? 'mark' : 'mark other'} />
      ))}
      <span class="unseen" role="status">
        {brand === undefined ? '' : fill(text.brand, { brand: BRAND_NAMES[brand] })}
      </span>
    </span>
  );
}
