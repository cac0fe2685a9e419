/**
 * Redirects the payer from a final page after some seconds, unless the payer stops it. A payer who came by the
 * browser's Back button is not redirected, and may stay.
 */
import { SECONDS_TO_READ } from './seconds-to-read.ts';

const redirectStatus = document.querySelector<HTMLElement>('[data-soon]');
const link = document.querySelector<HTMLAnchorElement>('.box-link');
const stay = document.querySelector<HTMLButtonElement>('[data-stay]');

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (redirectStatus !== null && link !== null && stay !== null && visit?.type !== 'back_forward') {
  // Replaces this page, so that Back from the shop leads to the page before it.
  const leading = setTimeout(() => {
    location.replace(link.href);
    // An app opens beside this page, so the page stays usable. If the browser does not let a timer open an app, the
    // payer still has the link.
    if (!/^https?:$/.test(link.protocol)) {
      keep();
    }
  }, SECONDS_TO_READ * 1_000);
  const keep = (): void => {
    clearTimeout(leading);
    redirectStatus.textContent = '';
    stay.hidden = true;
  };
  redirectStatus.textContent = redirectStatus.dataset.soon ?? '';
  stay.hidden = false;
  stay.addEventListener('click', () => {
    keep();
    link.focus();
  });
  // A payer who follows the link now must not be redirected as well.
  link.addEventListener('click', keep);
  addEventListener('pagehide', keep);
  // A payer who opens the languages has not read the page yet.
  document.querySelector('.languages details')?.addEventListener('toggle', keep);
}
