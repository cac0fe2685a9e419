/** A payer in a hurry. */
import type { Page } from 'playwright';

/** What to do once the button says that it is busy; runs in the page. */
export type Reaction = 'stop' | 'return' | 'send again' | undefined;

/**
 * Presses a button twenty times and notes each look that it then takes, beyond the page's own end: a page whose
 * next document is held back cannot be asked.
 */
export async function pressAndNote(page: Page, selector: string, reaction?: Reaction): Promise<void> {
  const pressAll = ({ selector, reaction }: { selector: string; reaction: Reaction }) => {
    const button = document.querySelector<HTMLButtonElement>(selector);
    const seen: string[] = [];
    const reactions = {
      stop: () => window.stop(),
      return: () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      'send again': () => button?.form?.requestSubmit(),
    };
    const note = () => {
      const look = [...document.querySelectorAll(':is(.primary, .secondary, .quiet):not(.ending *)')]
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.textContent?.trim()}${one.matches(':disabled') ? ' (disabled)' : ''}`)
        .join(', ');
      if (look === seen.at(-1)) {
        return;
      }
      seen.push(look);
      console.debug(look);
      sessionStorage.setItem('looks', JSON.stringify(seen));
      // In a turn of its own, so that the form's sending has begun.
      if (reaction !== undefined && seen.length === 1) {
        setTimeout(reactions[reaction]);
      }
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    setTimeout(() => {
      for (let press = 0; press < 20; press++) {
        button?.click();
      }
    });
  };
  await page.evaluate(() => sessionStorage.removeItem('looks'));
  await page.evaluate(pressAll, { selector, reaction });
}

/** What the buttons looked like since they were pressed, in order. */
export function looks(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('looks') ?? '[]') as string[]);
}

/**
 * Waits for a look while the next document is held back: the console is heard then too. To be called before the press.
 *
 * @param look as `looks` has it
 */
export async function looked(page: Page, look: string): Promise<void> {
  await page.waitForEvent('console', (message) => message.text() === look);
}
