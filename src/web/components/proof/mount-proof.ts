/**
 * Solves the challenge of a waiting page, and sends the solution. The browser derives the keys off the main thread (Web
 * Crypto); without that API, the page waits as it does without script.
 */
import { solve } from './solve.ts';

const form = document.querySelector<HTMLFormElement>('#proof');
const answer = form?.querySelector('input');

if (form != null && answer != null && 'subtle' in crypto) {
  const challenge = JSON.parse(form.dataset.challenge ?? '');
  solve(challenge).then(
    (solution) => {
      answer.value = JSON.stringify({ challenge, solution });
      form.requestSubmit();
    },
    // After a failure the page waits until its time is over.
    () => undefined,
  );
}
