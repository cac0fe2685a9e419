/**
 * The gateway's payment page in a frame of the merchant's page. The two communicate only by messages, each checking the
 * other's origin: messages of other scripts are ignored.
 */
import { callPageFunction, fail, notifyPage, notifyPageWhenReady } from './callbacks.ts';
import { GATEWAY } from './gateway.ts';
import { type FrameColors, fitToGround } from './ground.ts';
import { paymentPage, redirectWindow } from './payment-page.ts';

/**
 * Time for the first message after the frame has loaded. The payment page's script has run by then, so only another
 * page, which lacks that script, exceeds it.
 */
const SILENCE_MS_MAX = 4_000;
/**
 * The frame's height until the page reports its own. This is close to the usual height, which reduces the layout shift.
 */
const FIRST_HEIGHT = 640;
const HEIGHT_MAX = 20_000;
/** Time that a change of the shop's page between light and dark may take. */
const CHANGE_MS_MAX = 500;

/** A message of the payment page; its members are optional. */
export interface FromPage {
  readonly title?: string;
  /** CSS pixels. */
  readonly height?: number;
  /** The label of the button that leaves a page without a payment to cancel. */
  readonly back?: string;
  /** The question for a payer who wants to leave. Set if the payer can cancel. */
  readonly cancel?: string;
  /** Set if the payer pressed Escape. */
  readonly escape?: true;
  /** The address at which the payer continues in the whole window. */
  readonly leave?: string;
  /**
   * The end of the checkout: the callback's name in `end`, the data for the callback, and in `home` the URL to redirect
   * to if the page has no such callback.
   */
  readonly end?: Readonly<Record<string, string>>;
}

/** A message to the payment page. */
type ToPage = { readonly turnpike: 'cancel' } | { readonly turnpike: 'colors' | 'hello'; readonly colors: FrameColors };

export interface FrameListener {
  /** The page is loaded. */
  readonly shown?: () => void;
  readonly said?: (message: FromPage) => void;
  /** The last event: the checkout has ended, or the frame cannot be shown. */
  readonly over?: (end: string) => void;
}

export interface PaymentFrame {
  readonly element: HTMLIFrameElement;
  /** Requests a cancel from the page. */
  cancel(): void;
  remove(): void;
}

/** @param place the element that will contain the frame */
export function paymentFrame(session: string, place: Element, { shown, said, over }: FrameListener): PaymentFrame {
  const frame = document.createElement('iframe');
  frame.title = new URL(GATEWAY).hostname;
  frame.allow = 'payment';
  frame.style.cssText = `box-sizing: content-box; border: 0; border-radius: 0.5rem; display: block; height: ${FIRST_HEIGHT}px`;
  let colors = fitToGround(frame, place);
  frame.src = `${paymentPage('/checkout/embedded/pay/', session)}&shopPageColors=${colors}`;

  let isLoaded = false;
  let isHeard = false;
  /** The last reported end. A timeout is not final: the payer may renew the session, and pay. */
  let ended: string | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let look: ReturnType<typeof setTimeout> | undefined;

  // Before its page has loaded, the frame has an empty document of the shop's origin, for which a browser refuses a
  // message to the gateway and logs an error. The first message after loading has the colors of that moment.
  const post = (message: ToPage): void => {
    if (isLoaded) {
      frame.contentWindow?.postMessage(message, GATEWAY);
    }
  };
  const remove = (): void => {
    ended = 'removed';
    clearTimeout(silence);
    clearTimeout(look);
    removeEventListener('message', hear);
    looks.disconnect();
    deviceColors.removeEventListener('change', fitSoon);
    frame.remove();
  };
  const end = ({ end: kind = '', home, ...data }: Readonly<Record<string, string>>): void => {
    const isNews = ended === undefined || (ended === 'timeout' && kind !== ended);
    if (!isNews || (kind !== 'cancel' && kind !== 'complete' && kind !== 'error' && kind !== 'timeout')) {
      return;
    }
    ended = kind;
    over?.(kind);
    if (home === undefined) {
      notifyPageWhenReady(kind, data);
    } else if (!notifyPage(kind, data)) {
      go(home);
    }
  };
  const hear = ({ data, origin, source }: MessageEvent): void => {
    if (origin !== GATEWAY || source !== frame.contentWindow || typeof data !== 'object' || data === null) {
      return;
    }
    clearTimeout(silence);
    const message = data as FromPage;
    if (typeof message.height === 'number' && message.height > 0) {
      frame.style.height = `${Math.min(Math.ceil(message.height), HEIGHT_MAX)}px`;
    }
    if (message.title !== undefined) {
      frame.title = message.title;
    }
    if (!isHeard) {
      isHeard = true;
      callPageFunction(shown);
    }
    said?.(message);
    if (message.leave !== undefined) {
      go(message.leave);
    }
    if (message.end !== undefined) {
      end(message.end);
    }
  };
  addEventListener('message', hear);
  // The shop's page may change between light and dark, often gradually, by an attribute of any element around.
  const fitSoon = (): void => {
    clearTimeout(look);
    look = setTimeout(() => {
      colors = fitToGround(frame, place);
      post({ turnpike: 'colors', colors });
    }, CHANGE_MS_MAX);
  };
  const looks = new MutationObserver(fitSoon);
  for (let around: Element | null = place; around !== null; around = around.parentElement) {
    looks.observe(around, { attributes: true });
  }
  const deviceColors = matchMedia('(prefers-color-scheme: dark)');
  deviceColors.addEventListener('change', fitSoon);
  frame.addEventListener('load', () => {
    isLoaded = true;
    post({ turnpike: 'hello', colors });
    clearTimeout(silence);
    // If a page may not be framed, which includes every error page, the browser shows an empty frame: the error
    // callback is notified.
    silence = setTimeout(() => {
      const failure = isHeard ? NO_PAGE : { cause: 'REQUEST_REJECTED', explanation: refusal() };
      remove();
      over?.('error');
      fail(failure);
    }, SILENCE_MS_MAX);
  });
  return { element: frame, cancel: () => post({ turnpike: 'cancel' }), remove };
}

const NO_PAGE = {
  cause: 'SERVER_FAILED',
  explanation: 'the payment page did not come; whether the payment was made is in the order',
};

function refusal(): string {
  const hosts = `embedHosts of the merchant's profile has to name ${location.host}, and every host around this page`;
  return `there is no such session, or the payment page may not be shown in a frame here: ${hosts}`;
}

/**
 * Redirects to an address from the gateway: a page of its own, or the return URL. The pattern excludes `javascript:`
 * URLs.
 */
function go(url: string): void {
  if (/^https?:\/\//.test(url)) {
    redirectWindow(url);
  }
}
