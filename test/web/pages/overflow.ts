/** Whether a page fits its window. */
import type { Page } from 'playwright';

/**
 * @param page whose window is left with the last width
 * @returns by how many pixels the page is wider than each window; 0 if it fits
 */
export async function overflows(page: Page, widths: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    found.set(width, await page.evaluate(overflow));
  }
  return found;
}

/** Runs in the page. */
const overflow = () => Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
