/** Errors of a request's body, and of an operation's order, token, notification or provider. */
import type { ErrorRow } from './error-row.ts';

export const OPERATION_ERRORS = {
  BODY_NOT_JSON: {
    cause: 'INVALID_REQUEST',
    explanation: 'The body is not valid {problem}.',
    when: 'The body is not UTF-8, or not JSON. The explanation says what, and at which character.',
  },
  BODY_NOT_AN_OBJECT: {
    cause: 'INVALID_REQUEST',
    explanation: 'The body must be a JSON object.',
    when: 'The body is JSON, and no object.',
  },
  ORDER_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    explanation: "Unable to find order '{orderId}'.",
    when: 'The merchant has no such order.',
  },
  TRANSACTION_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    explanation: "Unable to find transaction '{transactionId}' of order '{orderId}'.",
    when: 'The order has no such transaction.',
  },
  NOT_POSSIBLE: {
    cause: 'INVALID_REQUEST',
    explanation: '{operation} is not possible: {why}.',
    when: 'The order, or what was paid on it, does not allow the operation. The explanation says why.',
  },
  CARD_ERASED: {
    cause: 'INVALID_REQUEST',
    explanation:
      "The card's number was erased on {date}, as it was kept for long enough. Refund the payer outside this order.",
    when: 'The operation needs the card of an order whose number is kept no longer: retention.cardDays of the profile.',
  },
  CARD_NOT_KNOWN: {
    cause: 'INVALID_REQUEST',
    explanation:
      "The card's number was lost. Send the request that paid once more, with its ids: nothing is charged. Or refund the payer outside this order.",
    when: 'The operator restored a backup, and took the payment over from the acquirer’s ledger, which has no numbers.',
  },
  NOT_AGREED_YET: {
    cause: 'INVALID_REQUEST',
    explanation:
      "CONFIRM_BROWSER_PAYMENT is not possible yet: the payer of order '{orderId}' has not agreed at the provider.",
    when: 'The payer is still at the provider.',
  },
  NOT_A_REPEAT: {
    cause: 'INVALID_REQUEST',
    explanation:
      "Transaction '{transactionId}' of this order exists already, and this request is not a repeat of it. Use a new transaction id.",
    when: 'The ids were used by another request.',
  },
  ORDER_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: 'Too many requests for this order at once. Send the same request again.',
    headers: { 'Retry-After': '1' },
    when: 'Others changed the order again and again meanwhile.',
  },
  STILL_UNDER_WAY: {
    cause: 'SERVER_BUSY',
    explanation: 'This transaction is still under way.',
    headers: { 'Retry-After': '5' },
    when: 'The same request was sent before, and has no result yet.',
  },
  PROCESS_WITHOUT_STORE: {
    cause: 'SERVER_BUSY',
    explanation: 'The gateway has just lost its store. Try again.',
    headers: { 'Retry-After': '2' },
    when: 'This process of the gateway may have been taken for dead by the others.',
  },
  TOKEN_SUPPLIED_BY_MERCHANT: {
    cause: 'INVALID_REQUEST',
    explanation: 'This merchant supplies its own tokens: store the instrument with PUT under a token of yours.',
    when: 'CREATE_TOKEN, and the profile says that the merchant supplies its tokens.',
  },
  TOKEN_MADE_BY_GATEWAY: {
    cause: 'INVALID_REQUEST',
    explanation: "The gateway makes this merchant's tokens ({tokenGeneration}): store the instrument with POST.",
    when: 'UPDATE_TOKEN, and the profile says that the gateway makes tokens.',
  },
  TOKEN_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: 'This token or card is being changed by others. Try again.',
    headers: { 'Retry-After': '1' },
    when: 'Others changed the token again and again meanwhile.',
  },
  NOTIFICATION_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    explanation: "Unable to find notification '{notificationId}' of order '{orderId}'.",
    when: 'The order has no such notification.',
  },
  NOTIFICATION_WITHOUT_BODY: {
    cause: 'INVALID_REQUEST',
    explanation: "Notification '{notificationId}' has no body and cannot be sent again.",
    when: 'The notification’s body was erased, as it was kept for long enough, or is of before bodies were kept.',
  },
  EXPORTS_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: 'Too many exports are under way. Please try again.',
    headers: { 'Retry-After': '30' },
    when: 'EXPORT_ORDERS, while as many files are written as the gateway writes at once.',
  },
  LINK_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    explanation: "Unable to find link '{linkId}'.",
    when: 'The merchant has no such link.',
  },
  PROVIDER_SILENT: {
    cause: 'SERVER_BUSY',
    explanation: 'The provider does not answer. Nothing was confirmed; please try again.',
    headers: { 'Retry-After': '5' },
    when: 'CONFIRM_BROWSER_PAYMENT, and the provider cannot be reached.',
  },
} as const satisfies Record<string, ErrorRow>;
