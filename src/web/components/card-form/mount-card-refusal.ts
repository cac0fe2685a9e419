/**
 * Says below the card number that the shop refuses such cards, once enough digits are typed. It is advice: it never
 * delays or blocks a payment, and a failure shows nothing. Imports nothing, so that it shares no file with the script
 * of pages without it.
 */

/** The digits that are sent; the server reads no other number of digits. */
const DIGITS = 8;
/** A later answer would interrupt the payer. */
const ANSWER_MS_MAX = 5_000;

// Found anew at each use: password managers replace inputs.
const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);
/** The reason by the first digits; empty for none. */
const answers = new Map<string, Promise<string>>();
let current = '';

async function ask(prefix: string, address: string): Promise<string> {
  const csrf = find<HTMLInputElement>('#card [name=csrf]')?.value ?? '';
  const body = new URLSearchParams({ prefix, csrf });
  const answer = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  return ((await answer.json()) as { reason: string }).reason;
}

function show(sentence: string): void {
  const [place, said] = [find('#card-refusal'), find('#said')];
  if (place !== null && said !== null && place.textContent !== sentence) {
    // The page's live region: several that change at once would interrupt each other.
    if (sentence !== '' || said.textContent === place.textContent) {
      said.textContent = sentence;
    }
    place.textContent = sentence;
  }
}

function check(): void {
  const typed = find<HTMLInputElement>('#card [name=number]')?.value ?? '';
  const prefix = typed.replace(/\D/g, '').slice(0, DIGITS);
  if (prefix === current) {
    return;
  }
  current = prefix;
  show('');
  const { address = '', sentences = '{}' } = find('#card-refusal')?.dataset ?? {};
  if (prefix.length < DIGITS || address === '') {
    return;
  }
  const answer = answers.get(prefix) ?? ask(prefix, address);
  answers.set(prefix, answer);
  answer.then(
    (reason) => {
      if (prefix === current) {
        show((JSON.parse(sentences) as Record<string, string>)[reason] ?? '');
      }
    },
    () => answers.delete(prefix),
  );
}

for (const event of ['input', 'change']) {
  document.addEventListener(event, check);
}
// The browser's Back button restores or clears the number.
addEventListener('pageshow', check);
check();
