/** The mistakes of shops with their orders, in a merchant's words, and how to mend each. */

export interface Mistake {
  /** One sentence about the shop's order. `{order}`, `{state}`, `{paid}` and `{amount}` are replaced. */
  readonly sentence: string;
  readonly mend: string;
}

const NOTIFICATIONS = 'docs/guide/notifications.md';

export const MISTAKES = {
  'trusts-the-return': {
    sentence:
      'Order {order} is {state} only because a browser came to the return address. Anybody can open that address.',
    mend: 'When the payer returns, retrieve the order from the gateway, and believe only its answer.',
  },
  'believes-any-notification': {
    sentence: 'Order {order} is {state} although nobody has paid: the notification was forged.',
    mend: `Check the signature, or X-Notification-Secret, before you read a notification (${NOTIFICATIONS}).`,
  },
  'older-notification-wins': {
    sentence: 'Order {order} is {state} because an older notification arrived after a newer one.',
    mend: 'On a notification, retrieve the order, or ignore a `sequence` that is not above the last one.',
  },
  'counts-twice': {
    sentence: 'Order {order} counts {paid} as paid, and the gateway has taken {amount}: one payment is booked twice.',
    mend: 'Set the paid amount from the order’s totals instead of adding to it, and store which webhook-ids you have processed.',
  },
  'ships-twice': {
    sentence: 'Order {order} was shipped {shipped} times for one payment.',
    mend: 'Change the order to paid and release the goods in one transaction, so that only the first change ships.',
  },
  'ships-unpaid': {
    sentence: 'Order {order} is shipped although nobody has paid.',
    mend: 'Release the goods only when the gateway says that the money is captured or reserved.',
  },
  'needs-the-return': {
    sentence:
      'Order {order} is {state} although it is paid: the payer did not come back, and the notification was not enough.',
    mend: 'Complete the order on the notification as well as on the return, whichever comes first.',
  },
  'misses-the-payment': {
    sentence: 'Order {order} is {state} although it is paid.',
    mend: 'Complete the order when the gateway says that it is captured.',
  },
  'pending-is-paid': {
    sentence: 'Order {order} is {state} while its payment is still pending: the bank may yet decline it.',
    mend: 'Treat only `result` SUCCESS as a payment. PENDING and UNKNOWN are open results.',
  },
  'forgets-pending': {
    sentence: 'Order {order} is {state} although its pending payment succeeded a day later.',
    mend: 'Keep an order with an open result, and complete it on the later notification.',
  },
  'ignores-late-money': {
    sentence:
      'Order {order} is {state} and {amount} was taken for it: the money came after the order was closed, and your staff do not see it.',
    mend: 'If money comes for a closed order, reopen it, refund it, or show it to your staff for a decision.',
  },
  'declined-is-paid': {
    sentence: 'Order {order} is {state} although the payment was declined.',
    mend: 'Treat only `result` SUCCESS as a payment.',
  },
  'declined-is-final': {
    sentence:
      'Order {order} is {state} although it is paid: an earlier try was declined, and the shop looked no further.',
    mend: 'After a decline the payer may try again on the same page. Look at the order, not at its first transaction.',
  },
  'cancel-is-paid': {
    sentence: 'Order {order} is {state} although the payer pressed cancel.',
    mend: 'Read the order from the gateway when the payer comes to cancelUrl.',
  },
  'no-second-try': {
    sentence:
      'Order {order} cannot be paid any more: its checkout has expired, and the shop leads the payer to the same one again.',
    mend: 'Make a new checkout whenever the payer starts to pay. Its order.id may be the same.',
  },
  'charges-twice': {
    sentence:
      'The payer has paid {amount} for order {order}, which costs less: the shop let a paid order be paid again.',
    mend: 'Use one order.id for all checkouts of an order: then the gateway refuses a second payment.',
  },
  'wrong-order': {
    sentence: 'Order {order} is {state}, and the payment was for another order of the same payer.',
    mend: 'Put the order’s id into returnUrl, and do not take the order from the payer’s session.',
  },
  'amount-from-the-form': {
    sentence: 'Order {order} is {state}, and the payer has paid what the payer wrote into a form.',
    mend: 'Take the amount from your own order, never from the browser.',
  },
  'amount-unchecked': {
    sentence:
      'Order {order} is {state}, and only {amount} was paid: the order was changed in another tab, and the amount was not compared.',
    mend: 'Compare amount and currency of the payment with those of your order before you ship.',
  },
  'loses-the-session': {
    sentence: 'The payer of order {order} came back in another browser, and your page answered with an error.',
    mend: 'Find the order by returnUrl, without the payer’s cookie: the bank may return the payer in another browser.',
  },
  'fails-when-the-gateway-is-away': {
    sentence: 'The gateway was unreachable for a minute when the payer of order {order} returned, and the shop failed.',
    mend: 'Show “we are waiting for the result”, leave the order as it is, and complete it on the notification.',
  },
  'part-is-whole': {
    sentence: 'Order {order} is {state} although only a part of it is paid.',
    mend: 'Compare the order’s totalCapturedAmount with your amount.',
  },
  'reserved-is-paid': {
    sentence: 'Order {order} is {state} although its amount is only reserved.',
    mend: 'AUTHORIZED is a reservation. The money comes with your CAPTURE.',
  },
  'captures-at-once': {
    sentence: 'Order {order} was to be captured later, and the shop had {amount} captured at once.',
    mend: 'Make its checkout with `interaction.operation` AUTHORIZE, or answer 501 if your shop does not capture later.',
  },
  'misses-the-void': {
    sentence: 'Order {order} is {state} although staff voided its payment at the gateway.',
    mend: 'Follow the order’s status after the payment too: CANCELLED is a void.',
  },
  'misses-the-refund': {
    sentence: 'Order {order} is {state} although staff refunded it at the gateway.',
    mend: 'Follow the notifications of refunds: totalRefundedAmount is what went back.',
  },
  'misses-the-chargeback': {
    sentence: 'Order {order} is {state} although the payer’s bank has taken the money back.',
    mend: 'Follow the notifications of type CHARGEBACK, and show the order to your staff.',
  },
  'refuses-notifications': {
    sentence: 'The shop answered {status} to a genuine notification of order {order}, again and again.',
    mend: 'Answer 2xx within 10 s, and process the notification after the answer. The gateway follows no redirect.',
  },
  'cookie-is-strict': {
    sentence:
      'The payer of order {order} came back without the cookie {cookie}, and your page answered {status}: the cookie is SameSite=Strict, so browsers withhold it when the gateway leads back.',
    mend: 'Set the cookie with SameSite=Lax.',
  },
  'return-fails': {
    sentence: 'Your return address answered {status} to the payer of order {order}.',
    mend: 'Show a page to every payer who returns. Behind a path prefix, returnUrl needs the prefix too.',
  },
  'wrong-amounts': {
    sentence: 'Order {order} counts {paid} as paid and {refunded} as refunded. The gateway has other amounts.',
    mend: 'Take the amounts from the order’s totals.',
  },
} as const satisfies Readonly<Record<string, Mistake>>;

export type MistakeName = keyof typeof MISTAKES;
