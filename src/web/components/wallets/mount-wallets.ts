/**
 * Shows the buttons of the wallets that work in this browser, and opens their sheets. A wallet that is missing, slow or
 * broken shows no button, and the rest of the page never waits for one. A token is sent as the other forms are.
 */
import type { Begin } from '../form/payment-lock.ts';
import { STAY } from '../form/stay.ts';
import { prepareApplePay } from './apple-pay.ts';
import { prepareGooglePay } from './google-pay.ts';
import type { OpenSheet, PrepareWallet, Sheet } from './sheet.ts';

/** A wallet that is ready later has no button. */
const READY_MS_MAX = 10_000;
/** Shorter than Apple's own limit for this step. */
const IDENTIFY_MS_MAX = 15_000;

const WALLETS: Readonly<Record<string, PrepareWallet>> = {
  applePay: prepareApplePay,
  googlePay: prepareGooglePay,
};

/**
 * @param row the hidden row of buttons
 * @param root the forms. A row that appeared under the hand of a payer who has begun to fill them in would move them
 * @param begin claims the lock of the page's payments
 */
export function mountWallets(row: HTMLElement, root: HTMLElement, begin: Begin): void {
  const since = performance.now();
  let hasBegun = root.contains(document.activeElement);
  root.addEventListener('focusin', () => {
    hasBegun = true;
  });
  for (const form of row.querySelectorAll<HTMLFormElement>('form[data-wallet]')) {
    prepare(form).then(
      (open) => {
        if (open !== undefined && !hasBegun && performance.now() - since < READY_MS_MAX) {
          watchButton(form, open, begin);
          form.hidden = false;
          row.hidden = false;
        }
      },
      () => undefined,
    );
  }
}

async function prepare(form: HTMLFormElement): Promise<OpenSheet | undefined> {
  const { wallet = '', script, request = '' } = form.dataset;
  if (script !== undefined) {
    await loadScript(script);
  }
  return WALLETS[wallet]?.({ request: JSON.parse(request), identify: (url) => identify(form, url) });
}

function loadScript(src: string): Promise<unknown> {
  const script = document.createElement('script');
  script.src = src;
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    setTimeout(reject, READY_MS_MAX);
  });
  document.head.append(script);
  return loaded;
}

async function identify(form: HTMLFormElement, validationURL: string): Promise<unknown> {
  const body = new URLSearchParams({ validationURL, csrf: inputOf(form, 'csrf').value });
  const signal = AbortSignal.timeout(IDENTIFY_MS_MAX);
  const answer = await fetch(form.dataset.validation ?? '', { method: 'POST', body, signal });
  if (answer.status !== 200) {
    throw new Error('The server has no merchant session.');
  }
  return answer.json();
}

function watchButton(form: HTMLFormElement, open: OpenSheet, begin: Begin): void {
  const token = inputOf(form, 'walletToken');
  const button = form.querySelector('button') as HTMLButtonElement;
  let sheet: Sheet | undefined;
  let notice: HTMLElement | undefined;
  const end = (isPaid: boolean): void => {
    const last = sheet;
    sheet = undefined;
    token.value = '';
    try {
      last?.end(isPaid);
    } catch {
      // The wallet has closed its sheet itself.
    }
  };
  const fail = (): void => {
    end(false);
    notice = failureNotice(form);
    form.before(notice);
  };
  // The form's other listener, of the whole page, sends it once it has a token.
  form.addEventListener('submit', (event) => {
    if (token.value !== '') {
      return;
    }
    event.preventDefault();
    notice?.remove();
    try {
      const opened = open();
      sheet = opened;
      opened.token.then(
        (text) => {
          // A later press has opened another sheet, or another form is being paid.
          if (sheet !== opened) {
            return;
          }
          if (text === undefined || !begin(button)) {
            end(false);
            return;
          }
          token.value = text;
          // In a later task: while the press is still dispatched, the browser ignores a further submission.
          setTimeout(() => form.requestSubmit());
        },
        () => sheet === opened && fail(),
      );
    } catch {
      fail();
    }
  });
  form.addEventListener('answer', (event) => end(/\/done\//.test((event as CustomEvent<string>).detail)));
  addEventListener(STAY, () => end(false));
}

/** A copy of the page's message for a payer who is offline, with the sentence of this wallet. */
function failureNotice(form: HTMLFormElement): HTMLElement {
  const notice = document.getElementById('offline')?.cloneNode() as HTMLElement;
  notice.id = '';
  notice.hidden = false;
  notice.className = 'notice wrong';
  notice.role = 'alert';
  notice.textContent = form.dataset.failed ?? '';
  return notice;
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.querySelector(`[name=${name}]`) as HTMLInputElement;
}
