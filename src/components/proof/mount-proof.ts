/**
 * Solves the challenge of a page that waits, and sends the solution. Each key is derived by the browser itself, off the
 * page's own thread; where it has no such function, the page waits as it does without script.
 */
import { solved } from './solve.ts';

const form = document.querySelector<HTMLFormElement>('#proof');
const answer = form?.querySelector('input');

if (form != null && answer != null && 'subtle' in crypto) {
  const challenge = JSON.parse(form.dataset.challenge ?? '');
  solved(challenge).then(
    (solution) => {
      answer.value = JSON.stringify({ challenge, solution });
      form.requestSubmit();
    },
    // The page goes on by itself.
    () => undefined,
  );
}
