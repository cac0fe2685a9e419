/** The receipt's script: shows times in the payer's own time zone, and prints. The receipt is complete without it. */
import { formatDay, formatTime } from '../../text/format-time.ts';

for (const time of document.querySelectorAll('time')) {
  const format = time.dataset.day === undefined ? formatTime : formatDay;
  try {
    time.textContent = format(document.documentElement.lang, time.dateTime);
  } catch {
    // A translator has changed the language to a text that is no tag: the server's time stays.
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
