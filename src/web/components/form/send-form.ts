/**
 * Sends a form instead of the browser. The server answers with the address to go to. A form is not sent again
 * automatically: without an answer, the page requests its own address until the server responds, and shows the state
 * found there.
 */
import { lostWords } from './lost-words.ts';
import { isBeforeStart, showProblems } from './problems-of-bank.ts';

/** The time limit for an answer. The server answers earlier: a long payment gets the address of a page that waits. */
const ANSWER_MS_MAX = 20_000;
/** The pause before each request for the state, since the form's request may still be on its way. */
const PAUSE_MS = 2_000;
/** Makes the server answer with just the next address. */
const HEADERS = { accept: 'text/html,text/uri-list' };

/** The event of `stay.ts`: not imported, since that would add an export to the page's script. */
const STAY = 'stay';

const pageAddress = location.pathname + location.search;
let isUnderWay = false;
/** The message above the button. */
let failureNotice: HTMLElement | undefined;

addEventListener(STAY, () => {
  isUnderWay = false;
  failureNotice?.remove();
});
// The event means that the payer stopped the next page from loading.
if ('navigation' in window) {
  window.navigation.addEventListener('navigateerror', () => dispatchEvent(new Event(STAY)));
}

/**
 * @param offline the page's message for a payer who is offline, above the button; other messages are shown as copies
 *   of it
 */
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
    failureNotice = offline.cloneNode() as HTMLElement;
    failureNotice.id = '';
    failureNotice.hidden = false;
    failureNotice.className = 'notice wrong';
    failureNotice.role = 'alert';
    failureNotice.textContent = sentence;
    offline.before(failureNotice);
  };
  const stay = (): void => {
    dispatchEvent(new Event(STAY));
    say(words.unsent);
  };
  const action = form.getAttribute('action') ?? pageAddress;
  const address = await answerTo(action, valuesOf(form, pressed));
  // A wallet's sheet shows the result.
  form.dispatchEvent(new CustomEvent('answer', { detail: address }));
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
  const unsent = attempt === undefined ? isBeforeStart(form) && ' data-unbegun=' : `name="attempt" value="${attempt}"`;
  // A named button does not pay; the page shows its result.
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

/** @returns empty without an answer, or if the answer is not the gateway's */
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
 * Navigates like a form: the previous page stays in the history, even with the same address. In a frame of the shop's
 * page the next page replaces it, since each history entry there would be a press of Back without a visible effect.
 */
function goOn(address: string): void {
  if (document.body.dataset.embedded !== undefined) {
    location.replace(address);
    return;
  }
  if (address === pageAddress) {
    history.pushState(null, '');
  }
  // Navigates in a later task. At once it would cancel the pushed entry, as if the payer had stopped the page.
  setTimeout(() => location.assign(address));
}

/** Requests this page until the server responds. @returns its HTML; empty if its address redirects */
async function ownPage(): Promise<string> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      const answer = await fetch(pageAddress, { redirect: 'manual' });
      if (answer.status < 500) {
        return await answer.text();
      }
    } catch {
      // Still offline.
    }
  }
}

/** The page that shows the result of a form: for a payment or a cancel, the one that redirects to the shop. */
function outcomeAddress(action: string): string {
  return /\/(?:pay|cancel)\//.test(action) ? action.replace('/pay/', '/done/') : pageAddress;
}
