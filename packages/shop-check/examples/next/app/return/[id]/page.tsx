/** The payer is back, paid or not. */
import { notFound } from 'next/navigation';
import { findOrder, refreshOrder } from '../../../lib/orders';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function ReturnPage({ params }: Props) {
  const order = findOrder((await params).id) ?? notFound();
  const isKnown = await refreshOrder(order).then(
    () => true,
    () => false,
  );
  return <h1>{isKnown ? `Your order is ${order.state}.` : 'We are waiting for the result of your payment.'}</h1>;
}
