/** Rapid repeated presses. */
import type { Page } from 'playwright';

/** The reaction once the button shows that it is busy; runs in the page. */
export type Reaction = 'stop' | 'return' | 'send again' | undefined;

/**
 * Presses a button twenty times and records each look, even past the page's end: a page that waits for the next
 * document cannot be queried.
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
      const look = [...document.querySelectorAll(':is(.primary, .secondary, .wallet, .quiet):not(.ending *)')]
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.textContent?.trim()}${one.matches(':disabled') ? ' (disabled)' : ''}`)
        .join(', ');
      if (look === seen.at(-1)) {
        return;
      }
      seen.push(look);
      console.debug(look);
      sessionStorage.setItem('looks', JSON.stringify(seen));
      // In a separate task, so that the form's sending has begun.
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

/** The looks of the buttons since they were pressed, in order. */
export function looks(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('looks') ?? '[]') as string[]);
}

/**
 * Waits for a look while the next document is held back: the console still reports then. Call it before the press.
 *
 * @param look in the format of `looks`
 */
export async function looked(page: Page, look: string): Promise<void> {
  await page.waitForEvent('console', (message) => message.text() === look);
}
