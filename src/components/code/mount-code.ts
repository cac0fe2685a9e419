/**
 * Counts down how long the code can be paid, by the minutes that the server said: the payer's own clock may be wrong.
 * It writes them as the server does, and imports nothing that other pages' scripts have: they would become two files
 * each.
 */
const left = document.querySelector<HTMLElement>('[data-left]');

const MINUTE_MS = 60_000;
/** The minutes are late by no more than that. */
const TICK_MS = 5_000;

if (left !== null) {
  const { left: sentence = '', minutes = '' } = left.dataset;
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
      left.textContent = sentence.replace('{time}', written.format(now));
    }
  }, TICK_MS);
}

/**
 * Copies the code, and says so once it is copied. Where the browser lets nothing be copied, the code is marked instead,
 * for the payer to copy.
 */
const button = document.querySelector<HTMLButtonElement>('#copy');
const code = document.querySelector<HTMLTextAreaElement>('#code');
const said = document.querySelector<HTMLElement>('#copied');

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

if (button !== null && code !== null && said !== null) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    // Emptied first: what says the same again is not read aloud.
    said.textContent = '';
    const isCopied = await copy(code.value);
    said.textContent = isCopied ? (said.dataset.copied ?? '') : '';
    if (!isCopied) {
      code.focus();
      code.select();
    }
  });
}
