/**
 * The frames of the payer's bank: one that nobody sees, by which it recognises the browser, and one in which it asks.
 * The server wrote both, and forms that post into them; without this script the payer's own press opens the bank's
 * page.
 */
const page = document.querySelector<HTMLElement>('[data-over]');
const form = document.querySelector<HTMLFormElement>('form[data-frame]');
const frame = document.querySelector('iframe');
const { over = '', seconds = '' } = page?.dataset ?? {};

/** The frame is back at a page of ours, so the bank has done what it wanted there. */
function isHome({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return contentWindow !== null && contentWindow.location.href !== 'about:blank';
  } catch {
    // What is another site's cannot be read.
    return false;
  }
}

/** Windows below this width are phones', and the frame is as wide as they are. */
const PHONE_PIXELS = 480;
/** Below the frame, to show that the page goes on there. */
const BELOW_PIXELS = 16;

/** On a phone: all of the width, and the height that the page's head leaves. */
function fillPhone(frame: HTMLIFrameElement, { left }: DOMRect): void {
  const { style } = frame;
  style.cssText = '';
  if (innerWidth < PHONE_PIXELS) {
    const top = frame.getBoundingClientRect().top + scrollY;
    style.cssText = `width:${document.documentElement.clientWidth}px;max-width:none;margin-inline:${-left}px;min-height:${innerHeight - top - BELOW_PIXELS}px`;
  }
}

if (page !== null) {
  let isGone = false;
  const goOn = (): void => {
    if (!isGone) {
      isGone = true;
      location.replace(over);
    }
  };
  /** The page stays while the bank asks: loaded anew, it would ask from the beginning. */
  const look = async (): Promise<void> => {
    const html = await fetch(over).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      () => undefined,
    );
    if (html !== undefined && !html.includes(`data-kind="${document.body.dataset.kind}"`)) {
      goOn();
    }
  };
  setInterval(look, Number(seconds) * 1_000);
  // The payer may have answered in the bank's app.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());

  if (form !== null && frame !== null) {
    const isAsked = form.dataset.frame === 'challenge';
    if (isAsked) {
      const fill = () => fillPhone(frame, form.getBoundingClientRect());
      fill();
      addEventListener('resize', fill);
      // Larger letters change the card's padding and the text's height, but not the window.
      new ResizeObserver(fill).observe(form.previousElementSibling ?? form);
    }
    let isEntered = false;
    frame.addEventListener('load', () => {
      if (isHome(frame)) {
        goOn();
      } else if (isAsked && !isEntered && document.activeElement === document.body) {
        isEntered = true;
        // What a payer is about to press stays where it is.
        frame.focus({ preventScroll: true });
      }
    });
    form.target = frame.name;
    form.submit();
    // The payer's own press opens the bank's page in place of this one.
    form.target = '';
  }
}
