/**
 * The core for the rest of the program: operations on orders, tokens, merchants' profiles, recovery, alerts. Its ports
 * and browser payments have entry points of their own, `ports/` and `browser-payments/`.
 */

export { readBinTable } from './cards/bin-file.ts';
export { BIN_TABLE, type BinRow } from './cards/bin-table.ts';
export { binTable, type CardFacts } from './cards/bins.ts';
export { deviceTokenUse, TOKEN_HELD_MS_MAX } from './cards/device-payment.ts';
export { describeInstrument, instrumentOf, maskedNumber } from './cards/instrument.ts';
export { isPlaceholderOrder } from './cards/named-authentication.ts';
export { PAYMENT_TOKEN, paymentTokenOf, withoutReplacedCard } from './cards/one-card.ts';
export { p2peOf } from './cards/p2pe-key.ts';
export { cardNumber, storedInstrument } from './cards/stored-card.ts';
export { makesAgreement } from './cards/stored-details.ts';
export { mayUnmask } from './cards/unmasking.ts';
export { type AuthenticationReader, createGateway, type Gateway } from './gateway.ts';
export { AttemptLimits } from './limits/attempt-limits.ts';
export { CountsWorker } from './limits/counts-worker.ts';
export { declineAlarmWorker } from './limits/decline-alarm-worker.ts';
export { declineClass } from './limits/decline-classes.ts';
export type { LimitRule } from './limits/limit-rules.ts';
export { limitsOf } from './limits/limit-views.ts';
export type { PayerSubjects } from './limits/payer-limits.ts';
export type { Suspicion } from './limits/payer-rules.ts';
export { type LinkStatus, linkStatus } from './links/link-status.ts';
export { linkProblems, newLink, newLinkId } from './links/new-link.ts';
export { acceptedBrands } from './merchant/accepted-brands.ts';
export { acceptedProfile, type ProfileRules } from './merchant/accepted-profile.ts';
export { profileContradictions } from './merchant/contradictions.ts';
export { embedOrigins, isLoopbackOrigin } from './merchant/embed-hosts.ts';
export { givenProfile, type Merchant, type MerchantProfile, merchantProfile } from './merchant/merchant.ts';
export { DECOUPLED_MINUTES_MAX, pageExemption } from './merchant/payer-authentication-profile.ts';
export {
  isSealedKey,
  notificationSecret,
  profileKeyPlace,
  sealedKeyText,
  secretPlace,
} from './merchant/profile-key.ts';
export { type ProfileMember, profileMembers } from './merchant/profile-reference.ts';
export { sealedSecrets } from './merchant/profile-secrets.ts';
export { sandboxUrls } from './merchant/profile-urls.ts';
export { providerAccount, withSecrets } from './merchant/provider-accounts.ts';
export { type RetentionPeriods, retentionProfile } from './merchant/retention-profile.ts';
export { returnHostProblems, urlHostProblems } from './merchant/return-hosts.ts';
export { fillHeldSecrets, maskedProfile, SECRET_PLACEHOLDER, withoutSecrets } from './merchant/secret-placeholders.ts';
export { merchantIdentity, walletKey, walletKeys, withWalletSecrets } from './merchant/wallets-profile.ts';
export { cardRefusal, possibleCardRefusals } from './operations/card-refusals.ts';
export { PlaceLost } from './operations/carry-out.ts';
export { confirmBrowserPayment } from './operations/confirm-browser-payment.ts';
export { endSession, endUntriedSession, type SessionEnd, type UntriedOrder } from './operations/end-session.ts';
export { riskCardHash } from './operations/evaluate-risk.ts';
export { execute } from './operations/execute.ts';
export { foreseenProblems } from './operations/foreseen-problems.ts';
export { hasBalanceInquiry, queryGiftCardBalance } from './operations/gift-card-balance.ts';
export { unusedInstrument } from './operations/instrument-of-order.ts';
export { sessionTokenProblems, verifyToken } from './operations/payment-values.ts';
export type { TransactionCall } from './operations/plan.ts';
export { refundDecisionWorker } from './operations/refund-decisions.ts';
export { problemsOfRefused } from './operations/refused-request.ts';
export { riskDecisionWorker } from './operations/risk-decisions.ts';
export { RiskTrial, TrialCounts } from './operations/risk-trial.ts';
export { type HandResult, type KnownResult, settleByHand } from './operations/settle-by-hand.ts';
export { voidClosesAt } from './operations/void.ts';
export { chargedBack, REJECTION } from './order/chargebacks.ts';
export {
  applyMovement,
  effectiveMovements,
  isOpen,
  isOpenCode,
  type Movement,
  newOrder,
  type OrderState,
  orderResult,
} from './order/order.ts';
export { type ExpiryOf, type OrderMoney, orderMoney, reservedUntil } from './order/order-money.ts';
export { snapshot } from './order/order-snapshot.ts';
export { ORDER_STATUSES, orderStatus } from './order/order-status.ts';
export { hasFollowUps, type OrderStepKind, orderSteps } from './order/order-steps.ts';
export { heldParts, isHeld, isPaidInParts, partOf, restOf } from './order/parts.ts';
export { statementOf } from './order/statement.ts';
export { storedCurrency } from './order/stored-currency.ts';
export {
  capturable,
  ORDER_OPERATIONS,
  openCaptures,
  openRefunds,
  refundable,
  refusal,
  targetRefusal,
  VOID_OF,
  voidedAmount,
} from './order/transitions.ts';
export { IndexPace } from './order-index/index-pace.ts';
export { OrderIndexWorker } from './order-index/index-worker.ts';
export { ageSeconds, cursorOf, readCursor } from './order-index/list-position.ts';
export { CHARGEBACK_TERMS, orderEntry, termsFor } from './order-index/order-entry.ts';
export {
  type DayTally,
  daysUntil,
  type MoneyMoved,
  type NamedTally,
  type NamedTimes,
  type OrdersOverview,
  overviewOf,
} from './order-index/overview.ts';
export { acquirerName } from './processing/acquirers.ts';
export {
  adoptedVoid,
  adoptMovements,
  completedByLedger,
  LEDGER_CODES,
  type LedgerMovement,
} from './processing/adopt.ts';
export { isReceiverOf, merchantKeyOf, notificationUrl, receiverOf } from './processing/enqueue-notification.ts';
export { HOLD_MS_MAX } from './processing/held-notification.ts';
export { messageKind } from './processing/message-kinds.ts';
export { logMissingAcquirers } from './processing/missing-acquirers.ts';
export { isToldToPayer, mailedPayment, owesReceipt } from './processing/owes-receipt.ts';
export {
  acquirerOfProcessor,
  acquirerProcessor,
  isBrowserPayment,
  processorOf,
  providerIdOf,
} from './processing/processor.ts';
export { type RecordDependencies, type ReportedMovement, recordReported } from './processing/record-reported.ts';
export { waitsForReview } from './processing/resolve-review.ts';
export { tracedRow, traceOf } from './processing/trace.ts';
export { followUpWorker } from './recovery/follow-ups.ts';
export { recover, recoveryWorker } from './recovery/recovery.ts';
export { releaseHeld } from './recovery/release-part.ts';
export { reversalWorker } from './recovery/reversals.ts';
export { amountAt, currencyAt } from './request/money-fields.ts';
export { underBothNames } from './request/recipient.ts';
export { sumRuleProblems, withoutReported } from './request/rules.ts';
export { ASKED_FOR_MS, NEVER } from './schedules/follow-up-schedule.ts';
export { customerHashes, customerIdOf, customerPlace } from './tokens/card-customer.ts';
export { makeSavedCards } from './tokens/saved-cards.ts';
export { openedToken, tokenPlace, tokenValues } from './tokens/stored-token.ts';
export { storedCardHashes } from './tokens/token-instrument.ts';
export { deleteToken, findToken, storeToken, type TokenDependencies } from './tokens/token-operations.ts';
export { tokenStatus } from './tokens/token-status.ts';
export { AlertLogger } from './workers/alert-logger.ts';
export { ALERT_AFTER_TRIES, ALERT_RULES, followUpAlert } from './workers/alert-rules.ts';
export { DuePolls } from './workers/due-polls.ts';
export { DueWorker } from './workers/due-worker.ts';
export { EVICTED_MS_MAX, Heartbeat } from './workers/heartbeat.ts';
export { IntervalWorker } from './workers/interval-worker.ts';
export { PromotionCheck } from './workers/promotion-check.ts';
export { StandbyWatch } from './workers/standby-watch.ts';
export { StoreWatch } from './workers/store-watch.ts';
