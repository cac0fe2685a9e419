/** The last page before the payment: its button is a server action, which works without script too. */
import { notFound, redirect } from 'next/navigation';
import { findOrder, startCheckout } from '../../../lib/orders';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function PayPage({ params }: Props) {
  const { id } = await params;
  const order = findOrder(id) ?? notFound();

  async function pay() {
    'use server';
    // The amount is the stored order's, and not the page's.
    const stored = findOrder(id) ?? notFound();
    redirect(stored.state === 'open' ? await startCheckout(stored) : `/return/${id}`);
  }

  return (
    <form action={pay}>
      <h1>Order {order.id}</h1>
      <button type="submit">Pay {order.amount.toFixed(2)}</button>
    </form>
  );
}
