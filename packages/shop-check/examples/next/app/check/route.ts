/** The page that `shop-check` asks. It is off unless CHECK_TOKEN is set: never in production. */
import { cancelOrder, findOrder, makeOrder, type Order } from '../../lib/orders';

export async function GET(request: Request): Promise<Response> {
  return isAllowed(request) ? answer(orderOf(request)) : refused();
}

export async function POST(request: Request): Promise<Response> {
  if (!isAllowed(request)) {
    return refused();
  }
  const { make, act, amount } = await request.json();
  if (make !== undefined) {
    const { id } = makeOrder(make);
    return Response.json({ order: id, pay: `${process.env.SHOP}/pay/${id}` });
  }
  const order = orderOf(request);
  if (order !== undefined && act === 'cancel') {
    await cancelOrder(order);
  } else if (order !== undefined && act === 'change') {
    order.amount = Number(amount);
  }
  return answer(order);
}

function isAllowed({ headers }: Request): boolean {
  const { CHECK_TOKEN } = process.env;
  return CHECK_TOKEN !== undefined && headers.get('authorization') === `Bearer ${CHECK_TOKEN}`;
}

function orderOf({ url }: Request): Order | undefined {
  return findOrder(new URL(url).searchParams.get('order') ?? '');
}

function answer(order: Order | undefined): Response {
  if (order === undefined) {
    return new Response(null, { status: 404 });
  }
  const { state, paid, refunded, shipped } = order;
  return Response.json({ state, paid: paid.toFixed(2), refunded: refunded.toFixed(2), shipped });
}

function refused(): Response {
  return new Response(null, { status: 403 });
}
