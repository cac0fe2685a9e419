/** The pages that the tests of all pages check. */
import type { AnyPage } from './any-page.ts';
import {
  ACS_ORIGIN,
  askingBankPage,
  bankAsksPage,
  challengePage,
  chargeless,
  confirmationPage,
  leaveFramePage,
  merchantPostPage,
} from './authentications.ts';
import { approvingPage, choosingPage, codeOverPage, codePage, namingPage, startedPage } from './choices.ts';
import { askedPage, knownPage, refusedPage, sentDeliveryPage } from './details-fixtures.ts';
import {
  chargelessPage,
  devicePage,
  discountedSummary,
  donePage,
  euro,
  homeless,
  linkPage,
  longPage,
  openLinkPage,
  parts,
  payPage,
  problemPage,
  restPage,
  savedCard,
  savedCardsPage,
  shop,
  summary,
  unpayablePage,
} from './fixtures.ts';
import {
  atProviderPage,
  cardStatusOf,
  EVENTS_ADDRESS,
  goingHomePage,
  holdingPage,
  PAID,
  providerNotice,
  statusOf,
} from './payment-timelines.ts';

const status = {
  href: '/checkout/status/handle-of-the-payment',
  watch: { eventsUrl: EVENTS_ADDRESS, next: '/checkout/done/SESSION000000000000000000000001' },
};

const withPolicies = {
  ...shop,
  policies: {
    terms: 'https://harbourlane.example/terms',
    privacy: 'https://harbourlane.example/privacy',
    refunds: 'https://harbourlane.example/refunds',
  },
};

const framedForm = { shop: withPolicies, supportCode: 'K3DQ-9XF2', summary: { ...summary, isHidden: true } } as const;

const askingBalance = { method: 'giftCard', asksBalance: true, paysParts: true } as const;

const kuwaitiDinars = (value: string) => ({ value, currency: 'KWD', exponent: 3 });

const customerCards = {
  savedCards: [
    { id: 'saved-card-7', brand: 'MASTERCARD', lastFour: '0008', expiry: '01/39' },
    { id: 'saved-card-8', brand: 'AMEX', lastFour: '1019', expiry: '10/38' },
  ],
  asksSavedCode: true,
} as const;

/** One page of every kind and state that a payer can get. */
export const everyPage: Readonly<Record<string, AnyPage>> = {
  pay: payPage(),
  embedded: payPage({ embedded: { colors: 'light' }, ...framedForm }),
  embeddedByOlderScript: payPage({ embedded: {}, ...framedForm }),
  embeddedPaid: { ...donePage('paid'), embedded: { colors: 'light' } },
  policies: payPage({ shop: withPolicies }),
  verify: chargelessPage('VERIFY'),
  save: chargelessPage('NONE'),
  savedCards: payPage({
    saving: 'ASKED',
    savedCards: [{ id: 'saved-1', brand: 'MASTERCARD', lastFour: '0008', expiry: '01/39' }],
  }),
  savedCardsOfCustomer: payPage({
    ...customerCards,
    saving: 'ASKED',
    savedMonths: 12,
    savedCardsHref: '/checkout/cards/S',
  }),
  savedCardWithoutCode: payPage({ ...customerCards, savedCard: 'saved-card-8', errors: { securityCode: 'missing' } }),
  savedCardGone: payPage({ notice: { kind: 'unsaved' } }),
  keptCards: savedCardsPage(),
  keptNoCards: savedCardsPage({ cards: [] }),
  keptCardsOver: savedCardsPage({ cards: [], isOver: true }),
  giftCard: payPage({ method: 'giftCard', errors: { number: 'missing', pin: 'tooShort' } }),
  giftCardBalance: payPage({
    ...askingBalance,
    notice: { kind: 'balance', lastFour: '0032', amount: euro('30.00'), isEnough: false, rest: euro('27.20') },
  }),
  giftCardEnough: payPage({
    ...askingBalance,
    notice: { kind: 'balance', lastFour: '0065', amount: euro('60.00'), isEnough: true },
  }),
  giftCardPoor: payPage({
    ...askingBalance,
    notice: { kind: 'balance', lastFour: '0008', amount: euro('0.00'), isEnough: false },
  }),
  giftCardUntold: payPage({ ...askingBalance, notice: { kind: 'balanceUntold' } }),
  partHeld: restPage(),
  partHeldDeclined: restPage({
    notice: { kind: 'declined', method: 'card', advice: 'otherCard', attemptsLeft: 2 },
  }),
  partReleased: payPage({ notice: { kind: 'released', amount: euro('30.00') } }),
  partReleasing: payPage({ isReserved: true, notice: { kind: 'released', amount: euro('30.00') } }),
  walletRefused: payPage({ notice: { kind: 'wallet', wallet: 'Google Pay' } }),
  partElsewhere: unpayablePage('held', { poll: { address: status.watch.next, seconds: 10 } }),
  paidInParts: donePage('receipt', { parts }),
  refused: payPage({
    errors: { number: 'invalid', securityCode: 'missing' },
    kept: { expiry: '01/39', nameOnCard: 'Ada Byrne' },
  }),
  declined: payPage({ notice: { kind: 'declined', method: 'card', advice: 'otherCard', attemptsLeft: 2 } }),
  cardsRefused: payPage({
    cardRefusals: { address: '/checkout/card/S', reasons: ['PREPAID', 'AMEX', 'COUNTRY'] },
    notice: { kind: 'declined', method: 'card', advice: 'otherCard', refusal: 'PREPAID', attemptsLeft: 2 },
  }),
  changed: payPage({ notice: { kind: 'changed', before: euro('52.30'), now: euro('57.20') } }),
  long: longPage(),
  again: payPage({ notice: { kind: 'again' } }),
  silent: payPage({ notice: { kind: 'declined', method: 'card', advice: 'later', attemptsLeft: 3 } }),
  providerDeclined: payPage({ notice: providerNotice('declined') }),
  detailsAsked: askedPage(),
  detailsRefused: refusedPage(),
  detailsKnown: knownPage(),
  detailsDeliverySent: sentDeliveryPage(),
  withoutSummary: payPage({ summary: { ...summary, isHidden: true, lines: [], subtotals: [] } }),
  leadingHome: donePage('paid', { returnLink: { href: 'https://harbourlane.example/thanks', isAtOnce: true } }),
  leaving: atProviderPage('leaving'),
  atProvider: atProviderPage('atProvider', { unreached: 'anotherWay' }),
  choosing: choosingPage(),
  choosingNothing: choosingPage({ search: 'zzz', options: [] }),
  choosingMore: choosingPage({
    search: 'bank',
    options: choosingPage().options.map((option, index) => ({
      ...option,
      ...(index === 2 && { isAway: true as const }),
    })),
    hasMore: true,
  }),
  naming: namingPage(),
  namingWrong: namingPage({
    fields: [
      { field: 'IBAN', value: 'DE00', isWrong: true },
      { field: 'USER_ID', value: '', isWrong: true },
    ],
  }),
  namingRefused: namingPage({ notice: 'refused' }),
  namingUnanswered: namingPage({ fields: [], notice: 'unanswered' }),
  starting: startedPage('starting'),
  startedThere: startedPage('begun'),
  approving: approvingPage(),
  askingBank: askingBankPage(),
  leaveFrameToBank: leaveFramePage(),
  leaveFrameToProvider: leaveFramePage({ provider: 'Demo Wallet' }),
  askingBankFirst: askingBankPage({ method: { url: `${ACS_ORIGIN}/method`, data: 'eyJ9' } }),
  challenge: challengePage(),
  challengeInFrame: challengePage({ frame: { width: 390, height: 400 } }),
  challengeInLargeFrame: challengePage({ frame: { width: 500, height: 600 } }),
  challengeOfNothing: chargeless(challengePage()),
  merchantPost: merchantPostPage(),
  merchantPostInFrame: { ...merchantPostPage(), isFramed: true },
  bankAsks: bankAsksPage(),
  confirm: confirmationPage(),
  confirmUnconfirmed: confirmationPage({ notice: { kind: 'unconfirmed', reason: 'failed', attemptsLeft: 4 } }),
  confirmCancelled: confirmationPage({ notice: { kind: 'unconfirmed', reason: 'cancelled', attemptsLeft: 4 } }),
  confirmDeclined: confirmationPage({
    notice: { kind: 'declined', method: 'card', advice: 'otherCard', attemptsLeft: 4 },
  }),
  confirmChanged: confirmationPage({ notice: { kind: 'changed' } }),
  confirmElsewhere: confirmationPage({ notice: { kind: 'again', isElsewhere: true } }),
  unconfirmed: payPage({
    asksBrowser: true,
    notice: {
      kind: 'unconfirmed',
      reason: 'failed',
      cardholderInfo: '<b>Call us</b> on +353 1 555 0100.',
      attemptsLeft: 2,
    },
  }),
  unconfirmedCancelled: payPage({ notice: { kind: 'unconfirmed', reason: 'cancelled' } }),
  unconfirmedUnavailable: payPage({ notice: { kind: 'unconfirmed', reason: 'unavailable', attemptsLeft: 1 } }),
  code: codePage(),
  codeOver: codeOverPage(),
  awaitingResult: holdingPage(),
  // One of each look; the sentences of each outcome are tested where they are made.
  homePaid: goingHomePage(PAID),
  homeLate: goingHomePage({ kind: 'late', money: 'returned' }),
  statusOpen: statusOf('open'),
  statusWaiting: statusOf('waiting'),
  statusPaid: statusOf('paidTabClosed'),
  statusLate: statusOf('lateReturned'),
  statusUnsettled: statusOf('unsettled'),
  device: devicePage(),
  link: linkPage({ expiresAt: Date.UTC(2026, 11, 24, 18) }),
  linkOfAnyAmount: openLinkPage(),
  linkMistyped: openLinkPage({ typed: { text: '1e3', why: 'UNREADABLE', choices: [] } }),
  linkAsksBack: openLinkPage({
    typed: { text: '1,500', why: 'AMBIGUOUS', choices: [kuwaitiDinars('1500.000'), kuwaitiDinars('1.500')] },
    bounds: { least: undefined, most: kuwaitiDinars('2000.000') },
  }),
  linkBusy: linkPage({ room: 'BUSY', poll: { address: '/checkout/link/5vJq0XnT3mYbKd8Z', seconds: 20 } }),
  linkPaid: linkPage({ room: 'PAID', unpaid: 'NOTHING_TAKEN' }),
  linkUnpaid: linkPage({ unpaid: 'PERHAPS_RESERVED' }),
  linkExpired: linkPage({ room: 'EXPIRED' }),
  linkClosed: linkPage({ room: 'CLOSED' }),
  linkStopped: linkPage({ room: 'ENDED' }),
  unknownReturn: problemPage('unknownReturn'),
  paid: donePage('paid', { mailed: { to: 'm•••@mail.example', isSent: true } }),
  paidWithoutHome: homeless(donePage('paid')),
  receipt: donePage('receipt', { mailed: { to: 'm•••@mail.example', isSent: false } }),
  verified: donePage('receipt', { operation: 'VERIFY' }),
  saved: savedCard(),
  exhausted: unpayablePage('exhausted', { reason: { kind: 'declined', method: 'card', advice: 'askBank' } }),
  cancelled: unpayablePage('cancelled'),
  expired: unpayablePage('expired'),
  outdated: unpayablePage('outdated'),
  linkEnded: homeless(unpayablePage('expired', { isLink: true })),
  paidOtherwise: unpayablePage('paidOtherwise'),
  incomplete: unpayablePage('incomplete', { poll: { address: status.watch.next, seconds: 10 } }),
  closed: unpayablePage('closed'),
  pending: unpayablePage('pending'),
  pendingAtProvider: unpayablePage('pending', { provider: 'Demo Wallet', status: { href: status.href } }),
  pendingByCard: unpayablePage('pending', { status }),
  reserved: payPage({
    isReserved: true,
    notice: { kind: 'declined', method: 'card', advice: 'later', attemptsLeft: 2 },
  }),
  lateReturned: payPage({
    money: { kind: 'returned', provider: 'Demo Wallet', amount: euro('57.20') },
    notice: providerNotice('expired'),
  }),
  unsettled: payPage({
    money: { kind: 'unsettled', provider: 'Demo Wallet' },
    notice: providerNotice('expired'),
  }),
  elsewhere: payPage({
    notice: { kind: 'declined', method: 'card', advice: 'otherCard', attemptsLeft: 2, isElsewhere: true },
  }),
  cancelledBefore: payPage({ notice: { kind: 'cancelled' } }),
  discountIncluded: payPage({ summary: discountedSummary }),
  exhaustedReserved: unpayablePage('exhausted', {
    isReserved: true,
    reason: { kind: 'declined', method: 'card', advice: 'askBank' },
  }),
  statusDeclined: statusOf('declined'),
  statusOfCard: cardStatusOf({ kind: 'released' }, ['initiated', 'completed']),
  statusAsked: cardStatusOf({ kind: 'asked' }, ['initiated'], {
    steps: [{ step: 'initiated', at: '2026-11-21T14:05:09.000Z' }, { step: 'confirmed' }, { step: 'completed' }],
    continueUrl: '/checkout/status/handle-of-the-payment/challenge',
    cancelAction: '/checkout/status/handle-of-the-payment/cancel',
    eventsUrl: EVENTS_ADDRESS,
  }),
  statusOfHeldPart: cardStatusOf({ kind: 'held' }, ['initiated'], { method: 'giftCard', eventsUrl: EVENTS_ADDRESS }),
  statusOfFreedPart: cardStatusOf({ kind: 'notCharged', reason: 'cancelled' }, ['initiated', 'completed'], {
    method: 'giftCard',
  }),
  statusOfParts: cardStatusOf(PAID, ['initiated', 'completed'], {
    parts: [
      { method: 'giftCard', amount: euro('30.00') },
      { method: 'card', amount: euro('27.20') },
    ],
  }),
  statusOfWaitingCard: cardStatusOf({ kind: 'waiting' }, ['initiated'], { eventsUrl: EVENTS_ADDRESS }),
  underWay: homeless(unpayablePage('underWay', { status })),
  underWayVerification: homeless(unpayablePage('underWay', { poll: { address: status.watch.next, seconds: 3 } })),
  unknown: unpayablePage('unknown'),
  waiting: homeless(
    unpayablePage('waiting', {
      poll: { address: status.watch.next, seconds: 2 },
      // Zero iterations make the key derivation fail: the page stays as in a browser without such functions.
      proof: {
        action: '/checkout/pay/SESSION000000000000000000000001',
        challenge: '{"parameters":{"cost":0,"keyLength":32,"keyPrefix":"00","nonce":"00","salt":"00"}}',
      },
    }),
  ),
  notFound: problemPage('notFound'),
  busy: problemPage('busy'),
  restored: problemPage('restored'),
  error: problemPage('error'),
  errorOfPayment: problemPage('error', { payment: '/checkout/status/handle-of-the-payment' }),
  refusedRequest: problemPage('refused'),
};

/** The pages that `npm test` checks in every way; `npm run test:all` checks the others. */
const ONE_OF_EACH_KIND: ReadonlySet<string> = new Set([
  'pay',
  'refused',
  'declined',
  'detailsAsked',
  'atProvider',
  'challenge',
  'code',
  'statusOpen',
  'device',
  'linkAsksBack',
  'receipt',
  'pending',
  'waiting',
  'notFound',
]);

/** @param name in `everyPage` */
export const isOneOfEachKind = (name: string): boolean => ONE_OF_EACH_KIND.has(name);
