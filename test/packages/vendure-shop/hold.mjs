/**
 * Holds changes of payments and refunds before their transaction ends: while it is on, the money has moved at the
 * gateway, and no other transaction of the database sees it.
 */
let waiting = 0;
let release = () => undefined;
let held = Promise.resolve();

/** `POST /hold/on`, `POST /hold/off`, and `GET /hold` with the number of changes that wait. */
export const hold = {
  route: '/hold',
  handler: ({ path }, response) => {
    if (path === '/on') {
      held = new Promise((resolve) => {
        release = resolve;
      });
    } else if (path === '/off') {
      release();
    }
    response.json({ waiting });
  },
};

/** Both machines of states take it: that of payments and that of refunds. */
export const holdingProcess = {
  async onTransitionStart() {
    waiting += 1;
    await held;
    waiting -= 1;
  },
};
