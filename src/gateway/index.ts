/**
 * The core, as the rest of the program knows it: operations on orders, tokens, merchants' profiles, recovery, alerts.
 * Its ports and its browser payments have doors of their own, `ports/` and `browser-payments/`.
 */
export { AlertLogger } from './alert-logger.ts';
export { ALERT_AFTER_TRIES, ALERT_RULES, followUpAlert } from './alert-rules.ts';
export { base62 } from './base62.ts';
export { readBinTable } from './cards/bin-file.ts';
export { BIN_TABLE, type BinRow } from './cards/bin-table.ts';
export { binTable, type CardFacts } from './cards/bins.ts';
export { describeInstrument, instrumentOf, maskedNumber } from './cards/instrument.ts';
export { cardNumber } from './cards/stored-card.ts';
export { mayUnmask } from './cards/unmasking.ts';
export { receiverOf } from './enqueue-notification.ts';
export { followUpWorker } from './follow-ups.ts';
export { furtherProblems } from './further-problems.ts';
export { createGateway, type Gateway } from './gateway.ts';
export { Heartbeat } from './heartbeat.ts';
export { IntervalWorker } from './interval-worker.ts';
export { givenProfile, type Merchant, type MerchantProfile, merchantProfile } from './merchant.ts';
export { messageKind } from './message-kinds.ts';
export { logMissingAcquirers } from './missing-acquirers.ts';
export { amountAt, currencyAt } from './money-fields.ts';
export { confirmBrowserPayment } from './operations/confirm-browser-payment.ts';
export { execute } from './operations/execute.ts';
export type { TransactionCall } from './operations/plan.ts';
export { isOpenCode, type Movement, type OrderState, orderResult } from './order.ts';
export { snapshot } from './order-snapshot.ts';
export { acquirerOfProcessor, acquirerProcessor, isBrowserPayment, processorOf } from './processor.ts';
export { isSealedKey, notificationSecret, p2peOf, profileKeyPlace, sealedKeyText, secretPlace } from './profile-key.ts';
export { underBothNames } from './recipient.ts';
export { recover, recoveryWorker } from './recovery.ts';
export { refundDecisionWorker } from './refund-decisions.ts';
export { returnHostProblems } from './return-hosts.ts';
export { reversalWorker } from './reversals.ts';
export { StoreWatch } from './store-watch.ts';
export { storedCurrency } from './stored-currency.ts';
export { sumProblems } from './sums.ts';
export { openedToken, tokenValues } from './tokens/stored-token.ts';
export { deleteToken, findToken, storeToken, type TokenDependencies } from './tokens/token-operations.ts';
export { tokenStatus } from './tokens/token-status.ts';
export { traceOf } from './trace.ts';
export { ORDER_OPERATIONS } from './transitions.ts';
