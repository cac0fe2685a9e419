/**
 * The gateway's payment page in a frame of the merchant's page. The two talk by messages alone, each with the other's
 * exact origin: what another script posts is not the gateway's, and is not looked at.
 */
import { called, fail, tell, tellLate } from './callbacks.ts';
import { GATEWAY } from './gateway.ts';
import { leave, paymentPage } from './payment-page.ts';

/** After the frame has loaded: the page's own script has run by then, so that only a page without one takes longer. */
const SILENCE_MS_MAX = 4_000;
/** Until the page says its own: what is beside the frame moves little then. */
const FIRST_HEIGHT = 640;
const HEIGHT_MAX = 20_000;

/** What the payment page says. Each part is there when it has something to say. */
export interface FromPage {
  readonly title?: string;
  /** CSS pixels. */
  readonly height?: number;
  /** Names what leads from a page on which there is nothing to cancel. */
  readonly back?: string;
  /** The payer can cancel: what to ask who wants to leave. */
  readonly cancel?: string;
  /** The payer pressed Escape. */
  readonly escape?: true;
  /** Where the payer goes on in the whole window. */
  readonly leave?: string;
  /** How the checkout ended, as its callback is told it, with `end` for its name, and `home` to go to without one. */
  readonly end?: Readonly<Record<string, string>>;
}

/** What this page says to it. */
type ToPage = { readonly turnpike: 'cancel' | 'hello' };

export interface FrameListener {
  /** The page is there. */
  readonly shown?: () => void;
  readonly said?: (message: FromPage) => void;
  /** Nothing comes any more: the checkout has ended, or the frame cannot be shown. */
  readonly over?: (end: string) => void;
}

export interface PaymentFrame {
  readonly element: HTMLIFrameElement;
  /** Asks the page to cancel. */
  cancel(): void;
  remove(): void;
}

export function paymentFrame(session: string, { shown, said, over }: FrameListener): PaymentFrame {
  const frame = document.createElement('iframe');
  frame.title = new URL(GATEWAY).hostname;
  frame.allow = 'payment';
  frame.style.cssText = `border: 0; display: block; width: 100%; height: ${FIRST_HEIGHT}px; color-scheme: normal`;
  frame.src = paymentPage('/checkout/embedded/pay/', session);

  let isHeard = false;
  /** How it ended, as far as it is known: whose session has ended may renew it, and pay. */
  let ended: string | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const post = (message: ToPage): void => frame.contentWindow?.postMessage(message, GATEWAY);
  const remove = (): void => {
    ended = 'removed';
    clearTimeout(silence);
    removeEventListener('message', hear);
    frame.remove();
  };
  const end = ({ end: kind = '', home, ...told }: Readonly<Record<string, string>>): void => {
    const isNews = ended === undefined || (ended === 'timeout' && kind !== ended);
    if (!isNews || (kind !== 'cancel' && kind !== 'complete' && kind !== 'error' && kind !== 'timeout')) {
      return;
    }
    ended = kind;
    over?.(kind);
    if (home === undefined) {
      tellLate(kind, told);
    } else if (!tell(kind, told)) {
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
      called(shown);
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
  frame.addEventListener('load', () => {
    post({ turnpike: 'hello' });
    clearTimeout(silence);
    // A browser shows nothing of a page that may not be framed, as no error page may: the payer has to hear of it.
    silence = setTimeout(() => {
      const told = isHeard ? UNANSWERED : { cause: 'REQUEST_REJECTED', explanation: refusal() };
      remove();
      over?.('error');
      fail(told);
    }, SILENCE_MS_MAX);
  });
  return { element: frame, cancel: () => post({ turnpike: 'cancel' }), remove };
}

const UNANSWERED = {
  cause: 'SERVER_FAILED',
  explanation: 'the payment page did not come; whether the payment was made is in the order',
};

function refusal(): string {
  const hosts = `embedHosts of the merchant's profile has to name ${location.host}, and every host around this page`;
  return `there is no such session, or the payment page may not be shown in a frame here: ${hosts}`;
}

/** The gateway says where: to a page of its own, or home. Nothing that it says is run as code. */
function go(url: string): void {
  if (/^https?:\/\//.test(url)) {
    leave(url);
  }
}
