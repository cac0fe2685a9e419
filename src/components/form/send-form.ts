/**
 * Sends a form in place of the browser. The server answers with the address to go to. No form is ever sent again by
 * itself: without an answer the page asks the server for its own state until there is one, and then shows it.
 */
import { lostWords } from './lost-words.ts';
import { isUnbegun, showProblems } from './problems-of-bank.ts';

/** Longer than any answer takes: a payment that takes longer has a page of its own. */
const ANSWER_MS_MAX = 20_000;
/** Between two questions, and before the first: what was sent may still be on its way. */
const PAUSE_MS = 2_000;
/** Asks for the address alone. */
const HEADERS = { accept: 'text/html,text/uri-list' };

/** The event of `stay.ts`: importing it would add an export to the page's script. */
const STAY = 'stay';

const here = location.pathname + location.search;
let isUnderWay = false;
/** The sentence above the button. */
let told: HTMLElement | undefined;

addEventListener(STAY, () => {
  isUnderWay = false;
  told?.remove();
});
// The payer stops the next page from loading.
if ('navigation' in window) {
  window.navigation.addEventListener('navigateerror', () => dispatchEvent(new Event(STAY)));
}

/** @param offline the page's sentence for a payer who is offline; what is said here looks alike, above the button */
export async function send(
  form: HTMLFormElement,
  pressed: HTMLButtonElement | null,
  offline: HTMLElement,
): Promise<void> {
  if (isUnderWay) {
    return;
  }
  isUnderWay = true;
  offline.hidden = true;
  const words = lostWords();
  const say = (sentence: string): void => {
    told = offline.cloneNode() as HTMLElement;
    told.id = '';
    told.hidden = false;
    told.className = 'notice wrong';
    told.role = 'alert';
    told.textContent = sentence;
    (pressed ?? form).before(told);
  };
  const stay = (): void => {
    dispatchEvent(new Event(STAY));
    say(words.unsent);
  };
  const action = form.getAttribute('action') ?? here;
  const address = await answerTo(action, valuesOf(form, pressed));
  if (address !== '') {
    if (showProblems(form, address)) {
      dispatchEvent(new Event(STAY));
    } else {
      goOn(address);
    }
    return;
  }
  say(words.asking);
  const html = await ownPage();
  const attempt = form.querySelector<HTMLInputElement>('[name=attempt]')?.value;
  const unsent = attempt === undefined ? isUnbegun(form) && ' data-unbegun=' : `name="attempt" value="${attempt}"`;
  // A named button does something else than to pay, and the page shows what came of it.
  if (!pressed?.name && unsent !== false && html.includes(unsent)) {
    stay();
  } else {
    location.replace(outcomeAddress(action));
  }
}

function valuesOf(form: HTMLFormElement, pressed: HTMLButtonElement | null): URLSearchParams {
  const values = new URLSearchParams(new FormData(form) as unknown as string[][]);
  if (pressed?.name) {
    values.append(pressed.name, pressed.value);
  }
  return values;
}

/** @returns empty where none came, or none of the gateway's */
async function answerTo(action: string, body: URLSearchParams): Promise<string> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const answer = await fetch(action, { method: 'POST', body, headers: HEADERS, signal });
    const isAddress = answer.ok && answer.headers.get('content-type')?.startsWith('text/uri-list');
    return isAddress ? await answer.text() : '';
  } catch {
    return '';
  }
}

/**
 * As a browser does with a form: the page before it stays in the history, even if its address is the same. In a frame
 * of the shop's page the next page replaces it: each entry there is a press of Back that seems to do nothing.
 */
function goOn(address: string): void {
  if (document.body.dataset.embedded !== undefined) {
    location.replace(address);
    return;
  }
  if (address === here) {
    history.pushState(null, '');
  }
  // In a turn of its own: it would break off what has just been pushed, as a payer does who stops the page.
  setTimeout(() => location.assign(address));
}

/** This page as it is by now, once the server answers; empty where its address leads elsewhere. */
async function ownPage(): Promise<string> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      const answer = await fetch(here, { redirect: 'manual' });
      if (answer.status < 500) {
        return await answer.text();
      }
    } catch {
      // There is no connection yet.
    }
  }
}

/** The page that tells what came of a form: of a payment and of a cancel the one that leads home. */
function outcomeAddress(action: string): string {
  return /\/(?:pay|cancel)\//.test(action) ? action.replace('/pay/', '/done/') : here;
}
