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
  // Found anew each time: programs in the browser may have replaced or removed the elements.
  const find = (selector: string) => form.querySelector<HTMLElement>(selector);
  const usual = find('.brands use')?.getAttribute('href') ?? '';
  const onBack = find('[data-front]')?.textContent ?? '';
  let shown: CardBrand | undefined;
  return (brand) => {
    const own = `#m-${brand}`;
    const { length } = form.querySelector<HTMLInputElement>('[name=number]')?.value ?? '';
    const isDrawn = length <= CHARACTERS_BESIDE_MARK && document.querySelector(own) !== null;
    find('.brands')?.classList.toggle('known', isDrawn);
    find('.brands use')?.setAttribute('href', isDrawn ? own : usual);
    if (brand !== shown) {
      announce(
        brand === undefined ? '' : (find('[data-brand]')?.dataset.brand ?? '').replace(BRAND_PLACE, BRAND_NAMES[brand]),
      );
    }
    shown = brand;
    find('[name=securityCode]')?.setAttribute('aria-required', String(!isSecurityCodeOptional(brand)));
    const isOnFront = securityCodeLength(brand) === 4;
    find('.code use')?.setAttribute('href', isOnFront ? '#m-front' : '#m-back');
    const hint = find('[data-front]');
    say(hint, (isOnFront && hint?.dataset.front) || onBack);
  };
}
