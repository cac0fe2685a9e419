/** The page that `shop-check` asks. */
import express from 'express';

/** @param {import('./orders.mjs').Orders} orders @param {string} origin @param {string} token */
export function checkPage(orders, origin, token) {
  const router = express.Router();

  router.use((request, response, next) => {
    if (request.get('authorization') === `Bearer ${token}`) {
      next();
    } else {
      response.sendStatus(403);
    }
  });

  router.all('/', express.json(), async (request, response) => {
    const { make, act, amount } = request.body ?? {};
    if (make !== undefined) {
      const { id } = orders.make(make);
      response.json({ order: id, pay: `${origin}/pay/${id}` });
      return;
    }
    const order = orders.find(String(request.query.order));
    if (order === undefined) {
      response.sendStatus(404);
      return;
    }
    if (act === 'cancel') {
      await orders.cancel(order);
    } else if (act === 'change') {
      order.amount = Number(amount);
    }
    const { state, paid, refunded, shipped } = order;
    response.json({ state, paid: paid.toFixed(2), refunded: refunded.toFixed(2), shipped });
  });

  return router;
}
