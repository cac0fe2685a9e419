/**
 * The frames of the payer's bank: a hidden one for the ACS's method, and one for the challenge. The server renders
 * both, with forms that post into them; without this script the payer presses a button to open the bank's page.
 */
const page = document.querySelector<HTMLElement>('[data-over]');
const form = document.querySelector<HTMLFormElement>('form[data-frame]');
// Programs in the browser insert frames of their own.
const frame = document.querySelector<HTMLIFrameElement>('iframe[name=bank]');
const { over = '', seconds = '' } = page?.dataset ?? {};

/** Whether the frame shows a page of the gateway again, because the bank's pages have ended. */
function isHome({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return contentWindow !== null && contentWindow.location.href !== 'about:blank';
  } catch {
    // The browser throws for a page of another site, such as the bank's.
    return false;
  }
}

/** Windows narrower than this are phones, where the frame gets the full width. */
const PHONE_PIXELS = 480;
/** Margin below the frame, to show that the page continues. */
const BELOW_PIXELS = 16;

/** On a phone, gives the frame the height below the page's head; the style gives it the whole width. */
function fillPhone(frame: HTMLIFrameElement): void {
  const top = frame.getBoundingClientRect().top + scrollY;
  frame.style.minHeight = innerWidth < PHONE_PIXELS ? `${innerHeight - top - BELOW_PIXELS}px` : '';
}

if (page !== null) {
  let isGone = false;
  const goOn = (): void => {
    if (!isGone) {
      isGone = true;
      location.replace(over);
    }
  };
  /** Polls without reloading, since a reload would restart the challenge. */
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
  // The payer may have confirmed in the bank's app.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());

  if (form !== null && frame !== null) {
    const isAsked = form.dataset.frame === 'challenge';
    if (isAsked) {
      const fill = () => fillPhone(frame);
      fill();
      addEventListener('resize', fill);
      // A larger font changes the card's padding and the text's height, but not the window.
      new ResizeObserver(fill).observe(document.querySelector('.told') ?? form);
    }
    let isEntered = false;
    frame.addEventListener('load', () => {
      if (isHome(frame)) {
        goOn();
      } else if (isAsked && !isEntered && document.activeElement === document.body) {
        isEntered = true;
        // Does not scroll, so that a control that the payer is about to press does not move.
        frame.focus({ preventScroll: true });
      }
    });
    form.target = frame.name;
    form.submit();
    // If the payer presses the button after this, the bank's page replaces this page.
    form.target = '';
  }
}
