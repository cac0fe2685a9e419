/**
 * Redirects the payer from a final page after some seconds without input, unless the payer stops it. Keys, presses and
 * scrolling start the time again, so that a payer who reads the receipt keeps it. A payer who came by the browser's
 * Back button is not redirected, and may stay.
 */
import { SECONDS_TO_READ } from './seconds-to-read.ts';

const redirectStatus = document.querySelector<HTMLElement>('[data-soon]');
const link = document.querySelector<HTMLAnchorElement>('a[data-home]');
const stay = document.querySelector<HTMLButtonElement>('[data-stay]');

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** Input of a payer who reads, copies or prints the page. A pointer that only lies on the page sends none of them. */
const READING = ['keydown', 'pointerdown', 'scroll', 'wheel', 'touchmove', 'afterprint'];

if (redirectStatus !== null && link !== null && stay !== null && visit?.type !== 'back_forward') {
  let leading: ReturnType<typeof setTimeout> | undefined;
  const lead = (): void => {
    // Replaces this page, so that Back from the shop leads to the page before it.
    location.replace(link.href);
    // An app opens beside this page, so the page stays usable. If the browser does not let a timer open an app, the
    // payer still has the link.
    if (!/^https?:$/.test(link.protocol)) {
      keep();
    }
  };
  const wait = (): void => {
    clearTimeout(leading);
    leading = setTimeout(lead, SECONDS_TO_READ * 1_000);
  };
  const keep = (): void => {
    clearTimeout(leading);
    for (const event of READING) {
      removeEventListener(event, wait);
    }
    redirectStatus.textContent = '';
    stay.hidden = true;
  };
  redirectStatus.textContent = redirectStatus.dataset.soon ?? '';
  stay.hidden = false;
  for (const event of READING) {
    addEventListener(event, wait, { passive: true });
  }
  wait();
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
