/**
 * The embedded page's side of `checkout.js`: reports its height, the address at which the payer continues, and how the
 * checkout ended. It posts messages only to its parent page, once that has stated its origin; the page's
 * `frame-ancestors` policy limits the possible parents.
 */
const { embedded } = document.body.dataset;

const shopWindow = self === parent ? undefined : parent;

if (embedded !== undefined && shopWindow !== undefined) {
  const { back, end, fixed, leave } = JSON.parse(embedded);
  const root = document.documentElement;
  /** The parent page's origin, once it has sent `hello`. */
  let origin: string | undefined;
  const say = (message: Readonly<Record<string, unknown>>): void => {
    if (origin !== undefined) {
      shopWindow.postMessage(message, origin);
    }
  };
  const heightOf = (): number => Math.ceil(root.getBoundingClientRect().height);
  const cancelForm = document.querySelector<HTMLFormElement>('#pay-form form.cancel');

  // Browsers ignore `autofocus` in a frame of another origin. If the payer's focus was in this frame, it moves to the
  // notice.
  const notice = document.querySelector<HTMLElement>('[role=alert][tabindex]');
  if (notice !== null && document.hasFocus()) {
    notice.role = 'group';
    notice.focus();
  }

  /** Takes the colours of the frame, which the shop's page has given a ground to which they fit. */
  const take = (colors: unknown): void => {
    if (colors === 'dark' || colors === 'light') {
      root.classList.remove('dark', 'light');
      root.classList.add(fixed ?? colors);
      root.classList.toggle('grounded', fixed !== undefined && fixed !== colors);
    }
  };

  const begin = (): void => {
    // The frame is as high as its content, so it does not scroll.
    root.style.overflowY = 'hidden';
    say({
      title: document.title,
      height: heightOf(),
      back,
      ...(cancelForm && { cancel: cancelForm.textContent.trim() }),
      ...(leave !== undefined && { leave: new URL(leave, location.href).href }),
      ...(end !== undefined && { end }),
    });
    let reported = 0;
    new ResizeObserver(() => {
      const height = heightOf();
      if (height !== reported) {
        reported = height;
        say({ height });
      }
    }).observe(root);
  };

  addEventListener('message', ({ data, origin: from, source }) => {
    if (source !== shopWindow) {
      return;
    }
    if (data?.turnpike === 'hello' && origin === undefined) {
      origin = from;
      take(data.colors);
      begin();
    } else if (data?.turnpike === 'colors' && from === origin) {
      take(data.colors);
    } else if (data?.turnpike === 'cancel' && from === origin) {
      cancelForm?.requestSubmit();
    }
  });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) {
      say({ escape: true });
    }
  });
  // Sends forms so that the next page replaces this one in the history: each entry of a frame would be a press of Back
  // without a visible effect. The form's own listeners run before, and may prevent the sending.
  addEventListener('submit', (event) => {
    const { defaultPrevented, submitter } = event;
    const form = event.target as HTMLFormElement;
    if (defaultPrevented) {
      return;
    }
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
    if (form.method === 'get') {
      const colors = new URLSearchParams(location.search).get('shopPageColors');
      location.replace(`?${colors === null ? body : `${body}&shopPageColors=${colors}`}`);
    } else {
      // If the response was lost, the reloaded page shows whether the request was received.
      fetch(form.action, { method: 'POST', body }).then(
        ({ url }) => location.replace(url),
        () => location.reload(),
      );
    }
  });
  // Other pages of ours, and the shop's, must not be opened in the frame.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]:not([target])')) {
    if (!link.getAttribute('href')?.startsWith('#')) {
      link.target = '_top';
    }
  }
}
