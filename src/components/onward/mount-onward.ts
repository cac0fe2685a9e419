/**
 * Leads the payer on from a page that says that all is done, unless the payer stays. Whoever comes back to it by Back
 * is not sent away again.
 */
import { SECONDS_TO_READ } from './seconds-to-read.ts';

const said = document.querySelector<HTMLElement>('[data-soon]');
const onward = document.querySelector<HTMLAnchorElement>('.way-back');
const stay = document.querySelector<HTMLButtonElement>('[data-stay]');

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (said !== null && onward !== null && stay !== null && visit?.type !== 'back_forward') {
  // A page that takes the place of this one: Back from the shop leads to the page before it.
  const leading = setTimeout(() => {
    location.replace(onward.href);
    // An app opens beside this page, which stays; a browser that lets no timer open apps keeps the link.
    if (!/^https?:$/.test(onward.protocol)) {
      keep();
    }
  }, SECONDS_TO_READ * 1_000);
  const keep = (): void => {
    clearTimeout(leading);
    said.textContent = '';
    stay.hidden = true;
  };
  said.textContent = said.dataset.soon ?? '';
  stay.hidden = false;
  stay.addEventListener('click', () => {
    keep();
    onward.focus();
  });
  // Whoever goes now needs no second request to the shop.
  onward.addEventListener('click', keep);
  addEventListener('pagehide', keep);
  // Who looks for a language has not read the page yet.
  document.querySelector('.languages details')?.addEventListener('toggle', keep);
}
