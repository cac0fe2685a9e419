/**
 * The page in a frame of the shop's page, which loads `checkout.js`: tells that its height, where the payer goes on,
 * and how the checkout ended. It speaks only to the page around it, once that has said what its origin is; which
 * origins that may be is the frame's policy.
 */
const { embedded } = document.body.dataset;

const around = self === parent ? undefined : parent;

if (embedded !== undefined && around !== undefined) {
  const { back, end, leave } = JSON.parse(embedded);
  const root = document.documentElement;
  /** Of the page around this one, once it has said hello. */
  let origin: string | undefined;
  const say = (message: Readonly<Record<string, unknown>>): void => {
    if (origin !== undefined) {
      around.postMessage(message, origin);
    }
  };
  const heightOf = (): number => Math.ceil(root.getBoundingClientRect().height);
  const cancelForm = document.querySelector<HTMLFormElement>('#pay-form form.cancel');

  // Browsers heed no `autofocus` in a frame of another origin. Whoever pressed in this one goes on at what came of it.
  const notice = document.querySelector<HTMLElement>('[role=alert][tabindex]');
  if (notice !== null && document.hasFocus()) {
    notice.role = 'group';
    notice.focus();
  }

  const begin = (): void => {
    // The frame is as high as its content, so nothing in it scrolls.
    document.body.style.minHeight = '0';
    root.style.overflowY = 'hidden';
    say({
      title: document.title,
      height: heightOf(),
      back,
      ...(cancelForm && { cancel: cancelForm.textContent.trim() }),
      ...(leave !== undefined && { leave: new URL(leave, location.href).href }),
      ...(end !== undefined && { end }),
    });
    let told = 0;
    new ResizeObserver(() => {
      const height = heightOf();
      if (height !== told) {
        told = height;
        say({ height });
      }
    }).observe(root);
  };

  addEventListener('message', ({ data, origin: from, source }) => {
    if (source !== around) {
      return;
    }
    if (data?.turnpike === 'hello' && origin === undefined) {
      origin = from;
      begin();
    } else if (data?.turnpike === 'cancel' && from === origin) {
      cancelForm?.requestSubmit();
    }
  });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) {
      say({ escape: true });
    }
  });
  // The next page takes the place of this one: each entry that a frame leaves in the window's history is a press of
  // Back which seems to do nothing. The form's own listeners, which may hold it back, come before.
  addEventListener('submit', (event) => {
    const { defaultPrevented, submitter } = event;
    const form = event.target as HTMLFormElement;
    if (defaultPrevented) {
      return;
    }
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
    if (form.method === 'get') {
      location.replace(`?${body}`);
    } else {
      // Whether a request without an answer was received is in the page that comes then.
      fetch(form.action, { method: 'POST', body }).then(
        ({ url }) => location.replace(url),
        () => location.reload(),
      );
    }
  });
  // No other page of ours is shown in a frame, nor the shop's in itself.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (!link.getAttribute('href')?.startsWith('#')) {
      link.target = '_top';
    }
  }
}
