/**
 * Counts down the time left to pay the code, from the minutes that the server sent, since the payer's clock may be
 * wrong. Formats them like the server. Does not share imports with other pages' scripts, since a shared module would be
 * split into another file for each.
 */
const timeLeft = document.querySelector<HTMLElement>('[data-left]');

const MINUTE_MS = 60_000;
/** Maximum delay of the displayed minutes. */
const TICK_MS = 5_000;

if (timeLeft !== null) {
  const { left: sentence = '', minutes = '' } = timeLeft.dataset;
  const written = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
    numberingSystem: 'latn',
  });
  let shown = Number(minutes);
  setInterval(() => {
    const now = Math.max(1, Number(minutes) - Math.floor(performance.now() / MINUTE_MS));
    if (now !== shown) {
      shown = now;
      timeLeft.textContent = sentence.replace('{time}', written.format(now));
    }
  }, TICK_MS);
}

/** Copies the code, and confirms it. If the browser refuses, selects the code for the payer to copy. */
const button = document.querySelector<HTMLButtonElement>('#copy');
const code = document.querySelector<HTMLTextAreaElement>('#code');
const copyStatus = document.querySelector<HTMLElement>('#copied');

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

if (button !== null && code !== null && copyStatus !== null) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    // Cleared first, since a screen reader does not announce unchanged text.
    copyStatus.textContent = '';
    const isCopied = await copy(code.value);
    copyStatus.textContent = isCopied ? (copyStatus.dataset.copied ?? '') : '';
    if (!isCopied) {
      code.focus();
      code.select();
    }
  });
}
