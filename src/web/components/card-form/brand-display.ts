import { type CardBrand, isSecurityCodeOptional, securityCodeLength } from '../../../contract/card-rules.ts';
import { BRAND_NAMES, BRAND_PLACE } from '../brand-names.ts';
import { announce, say } from '../form/say.ts';

/** Sixteen digits in groups of four leave room for the mark on the smallest phone. */
const CHARACTERS_BESIDE_MARK = 19;

/**
 * @returns a function that updates the form for a number's brand: shows its mark if the shop accepts it, announces it,
 *   and shows the place of its security code
 */
export function brandDisplay(form: HTMLFormElement): (brand: CardBrand | undefined) => void {
  const place = form.querySelector('.brands')!;
  const mark = place.querySelector('use');
  const usual = mark?.getAttribute('href') ?? '';
  const named = form.querySelector<HTMLElement>('[data-brand]')!;
  const code = form.querySelector('.code use')!;
  const numberBox = form.elements.namedItem('number') as HTMLInputElement;
  const codeBox = form.elements.namedItem('securityCode') as HTMLInputElement;
  const hint = form.querySelector<HTMLElement>('[data-front]')!;
  const onBack = hint.textContent;
  let shown: CardBrand | undefined;
  return (brand) => {
    const own = `#m-${brand}`;
    const isDrawn = numberBox.value.length <= CHARACTERS_BESIDE_MARK && document.querySelector(own) !== null;
    place.classList.toggle('known', isDrawn);
    mark?.setAttribute('href', isDrawn ? own : usual);
    if (brand !== shown) {
      announce(brand === undefined ? '' : (named.dataset.brand ?? '').replace(BRAND_PLACE, BRAND_NAMES[brand]));
    }
    shown = brand;
    codeBox.setAttribute('aria-required', String(!isSecurityCodeOptional(brand)));
    const isOnFront = securityCodeLength(brand) === 4;
    code.setAttribute('href', isOnFront ? '#m-front' : '#m-back');
    say(hint, (isOnFront && hint.dataset.front) || onBack);
  };
}
