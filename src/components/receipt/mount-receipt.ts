/** The receipt's script: times in the payer's own zone, and the button that prints. Without it the receipt is whole. */
import { formatTime } from '../../text/format.ts';

for (const time of document.querySelectorAll('time')) {
  time.textContent = formatTime(document.documentElement.lang, time.dateTime);
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
