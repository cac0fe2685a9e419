/**
 * The statements that may read or write rows of all merchants: work without a request, and commands and pages of
 * operators. A payment, the console and the merchants' interface ask for one merchant's rows.
 */

/** By reason: modules of the store, each with the names of its statements. */
export const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'workers look for due work, and claim it': {
    'authentications/statements.ts': 'claimAuthentications',
    'checkout-events/statements.ts': 'claimDue firstDue',
    'disputes/statements.ts': 'disputesToMail',
    'due-work/due-queues.ts': 'dueQueues',
    'due-work/due-work.ts': 'KINDS TIMES',
    'notifications/alarm-statements.ts': 'openAlarms',
    'notifications/statements.ts': 'receivers',
    'order-index/feed-statements.ts': 'claimChanges firstDueChange',
    'receipts/mail-statements.ts': 'RECEIPTS RESERVATIONS',
    'refund-requests/statements.ts': 'undoneRefundDecisions',
    'reversals/statements.ts': 'claimReversals',
    'risk/statements.ts': 'undoneReviewDecisions',
    'staff-mails/statements.ts': 'STAFF_MAILS lackingReports',
    'transactions/statements.ts': 'abandonedTransactions claimFollowUps',
  },
  'workers archive, erase, rotate keys, and build the index of orders, in pages over all rows': {
    'archive/statements.ts': 'namedInMonth openCopies orderArchivePage',
    'attempt-counts/attempt-counts.ts': 'forget',
    'audit/statements.ts': 'unchainedUnmaskings',
    'data-keys/sealed-rows.ts': 'SEALED_ROWS',
    'device-tokens/statements.ts': 'forgetDeviceTokens',
    'erasure/statements.ts': 'sessionTexts',
    'notifications/alarm-statements.ts': 'forgetEnded',
    'order-index/feed-statements.ts': 'authenticationsInRange firstOldCount ordersAfter transactionsInRange',
    'retention/link-statements.ts': 'linkOrderPage linkPage',
    'retention/statements.ts': 'browserPaymentPage notificationPage orderCardPage savedCardPage sessionPage viewPage',
    'risk/statements.ts': 'forgetAttempts',
    'sealed-records/statements.ts':
      'authentications cards consoleViews customerPage customers notificationKeys profiles sessionCards ' +
      'sessionSensitive tokenPage tokens',
    'sessions/statements.ts': 'eraseAliases eraseCards eraseSensitive findUnhashed',
  },
  'counts and alerts of the store': {
    'archive/statements.ts': 'copiesByMonth',
    'authentications/statements.ts': 'overdueAuthentications',
    'browser-payments/statements.ts': 'reportedPayments',
    'engine/postgres/pieces.ts': 'count',
    'merchants/statements.ts': 'countMerchants',
    'order-index/feed-statements.ts': 'oldestChange',
    'reconciliation/statements.ts':
      'awaitedProcessors olderFollowUps olderLocks reversingAcquirers storeGauges unacknowledgedReversals',
    'refund-requests/statements.ts': 'waitingRefunds',
    'retention/report-statements.ts': 'KEPT_COUNTS',
  },
  'commands of operators': {
    'console/statements.ts': 'allRoles',
    'merchants/statements.ts': 'listIds listMerchants',
    'notifications/read-statements.ts': 'newest waitingNotifications',
    'reconciliation/statements.ts': 'orderPage reversedTransactions transactionsOfPage',
    'restoration/statements.ts': 'barredOrders usedProviders',
    'risk/statements.ts': 'waitingReviews',
    'settlement/statements.ts': 'entriesOfPage entryPage',
  },
  'moves of merchants, and the directory of stores': {
    'directory/statements.ts': 'deleteClosedStore deleteStore selectMerchants',
    'moving/move-statements.ts': 'selectMoves',
    // Rows may be missing because any merchant has moved away.
    'transactions/statements.ts': 'insertOutcome insertTransaction',
  },
  'people with a role at all merchants search their orders': {
    'order-index/search-statements.ts': 'count(ALL) countsBetween(ALL) pick(ALL) walk(ALL) walked(ALL)',
  },
  'the console looks for a checkout without an order among the newest sessions, because an index would cost each payment':
    { 'sessions/statements.ts': 'sessionsBefore' },
  'protection of cards and merchants, which counts attempts at all of them': {
    'attempt-counts/attempt-counts.ts': 'changedCounts',
    'risk/statements.ts': 'attemptsOfSubject',
  },
};

export interface OverAllMerchants {
  /** As `placeOf` writes it. */
  readonly place: string;
  readonly tables: readonly string[];
}

/** @returns a sentence for each statement that is not allowed, and for each allowed place without such a statement */
export function problemsOfPlaces(found: readonly OverAllMerchants[], allowed = ALLOWED): string[] {
  const places = Object.values(allowed).flatMap((modules) =>
    Object.entries(modules).flatMap(([module, names]) => names.split(' ').map((name) => `${module} ${name}`)),
  );
  return [
    ...found
      .filter(({ place }) => !places.includes(place))
      .map(({ place, tables }) => `${place}: reads or writes ${tables.join(', ')} of all merchants.`),
    ...places
      .filter((place) => !found.some((one) => one.place === place))
      .map((place) => `${place}: is allowed to read or write rows of all merchants, and does not.`),
  ];
}
