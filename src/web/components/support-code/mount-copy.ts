/**
 * The button that copies the support code in front of it, and announces it. If the browser does not allow copying, it
 * selects the code for the payer to copy.
 */

/** A screen reader announces the text of a live region that it has seen empty. */
const ANNOUNCE_MS = 100;

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const code = button.previousElementSibling;
  const copied = button.nextElementSibling as HTMLElement | null;
  if (code !== null && copied !== null) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      copied.textContent = '';
      copied.hidden = false;
      try {
        await navigator.clipboard.writeText(code.textContent.trim());
        setTimeout(() => {
          copied.textContent = copied.dataset.copied ?? '';
        }, ANNOUNCE_MS);
      } catch {
        getSelection()?.selectAllChildren(code);
      }
    });
  }
}
