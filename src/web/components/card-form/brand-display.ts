import { type CardBrand, isSecurityCodeOptional, securityCodeLength } from '../../../contract/card-rules.ts';
import { BRAND_NAMES, BRAND_PLACE } from '../brand-names.ts';
import { announce, say } from '../form/say.ts';

/**
 * @returns a function that updates the form for a number's brand: highlights its mark, announces it, and shows the
 *   place of its security code
 */
export function brandDisplay(form: HTMLFormElement): (brand: CardBrand | undefined) => void {
  const marks = form.querySelectorAll('.mark');
  const named = form.querySelector<HTMLElement>('[data-brand]')!;
  const code = form.querySelector('.code use')!;
  const codeBox = form.elements.namedItem('securityCode') as HTMLInputElement;
  const hint = form.querySelector<HTMLElement>('[data-front]')!;
  const onBack = hint.textContent;
  let shown: CardBrand | undefined;
  return (brand) => {
    for (const mark of marks) {
      mark.classList.toggle('other', brand !== undefined && drawingOf(mark) !== `#m-${brand}`);
    }
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

function drawingOf(mark: Element): string | null | undefined {
  return mark.firstElementChild?.getAttribute('href');
}
