/** Models of the pages around a payment at a provider, as the server would pass them to a page. */
import type {
  AtProviderPage,
  MoneyStep,
  PaymentMoney,
  PaymentOutcome,
  PayNotice,
  ProviderFailure,
  ReturningPage,
  StatusPage,
  TimelineStep,
  WaitingPage,
} from '../../../src/web/views/index.ts';
import { euro, shop, summary } from './fixtures.ts';

export function providerNotice(reason: ProviderFailure, attemptsLeft = 2): PayNotice {
  return { kind: 'provider', provider: 'Demo Wallet', reason, attemptsLeft };
}

export function atProviderPage(kind: AtProviderPage['kind'], changes: Partial<AtProviderPage> = {}): AtProviderPage {
  return {
    kind,
    locale: 'en',
    shop,
    testMode: 'sandbox' as const,
    summary,
    provider: 'Demo Wallet',
    continueUrl: '/redirect/handle-of-the-payment',
    otherAction: '/checkout/other/SESSION000000000000000000000001',
    cancelAction: '/checkout/cancel/SESSION000000000000000000000001',
    hidden: { csrf: 'token-of-the-form' },
    ...changes,
  };
}

/** Common to the pages around a provider; the bank is the one that answers late. */
const visited = { locale: 'en', shop, testMode: 'sandbox' as const, provider: 'Demo Bank', amount: euro('57.20') };

export function holdingPage(): WaitingPage {
  return {
    kind: 'awaitingResult',
    isHosted: true,
    ...visited,
    poll: { address: '/checkout/return/state-of-the-payment', seconds: 1 },
  };
}

export function goingHomePage(outcome: PaymentOutcome): ReturningPage {
  return {
    kind: 'returning',
    ...visited,
    outcome,
    returnLink: { href: 'https://harbourlane.example/thanks?order=42&resultIndicator=c0ffee', isFollowed: true },
    statusHref: '/checkout/status/handle-of-the-payment',
  };
}

/** The preview's address of a status page's events. */
export const EVENTS_ADDRESS = '/checkout/status/handle-of-the-payment/events';

const INSTANTS: Readonly<Record<TimelineStep, string>> = {
  initiated: '2026-11-21T14:05:09.000Z',
  confirmed: '2026-11-21T14:06:09.000Z',
  redirected: '2026-11-21T14:05:10.000Z',
  returned: '2026-11-21T14:07:31.000Z',
  completed: '2026-11-21T14:07:33.000Z',
  late: '2026-11-21T14:21:40.000Z',
  refunded: '2026-11-21T14:21:42.000Z',
};

const ALL_STEPS = ['initiated', 'redirected', 'returned', 'completed'] as const;
const LATE_STEPS = { kept: ['late'], returning: ['late', 'refunded'], returned: ['late', 'refunded'] } as const;

/** Like `statusPage`, of a card. */
export function cardStatusOf(
  outcome: PaymentOutcome,
  happened: readonly TimelineStep[],
  changes: Partial<StatusPage> = {},
): StatusPage {
  const { provider: _provider, steps: _steps, ...page } = statusPage(outcome, []);
  const steps = (['initiated', 'completed'] as const).map((step) =>
    happened.includes(step) ? { step, at: INSTANTS[step] } : { step },
  );
  return { ...page, method: 'card', steps, returnLink: { href: 'https://harbourlane.example/' }, ...changes };
}

/** A status page on which these steps have happened. */
export function statusPage(
  outcome: PaymentOutcome,
  happened: readonly TimelineStep[],
  changes: Partial<StatusPage> = {},
): StatusPage {
  const late = outcome.kind === 'late' && happened.includes('late') ? LATE_STEPS[outcome.money] : [];
  const steps = [...ALL_STEPS, ...late].map((step) =>
    happened.includes(step) ? { step, at: INSTANTS[step] } : { step },
  );
  const deviceHref = '/checkout/status/handle-of-the-payment/device';
  return { kind: 'status', ...visited, supportCode: 'K3DQ-9XF2', deviceHref, outcome, steps, ...changes };
}

function made(money: PaymentMoney): PaymentOutcome {
  return { kind: 'made', money };
}

export const PAID = made({ paid: euro('57.20') });
export const RESERVED = made({ reserved: euro('57.20') });
/** A part was captured and a part of that refunded; the rest can still be captured. */
export const PART_TAKEN = made({
  paid: euro('30.00'),
  reserved: euro('27.20'),
  refunded: euro('10.00'),
  refundedAt: '2026-12-03T10:11:12.000Z',
});
export const PART_TAKEN_STEPS: readonly MoneyStep[] = [
  { kind: 'paid', amount: euro('30.00'), at: '2026-11-23T09:00:00.000Z' },
  { kind: 'refunded', amount: euro('10.00'), at: '2026-12-03T10:11:12.000Z' },
];

/** Every outcome that a payer can read, each with the steps that it would have. */
export const OUTCOMES: Readonly<
  Record<
    string,
    {
      readonly outcome: PaymentOutcome;
      readonly steps: readonly TimelineStep[];
      readonly followUps?: readonly MoneyStep[];
    }
  >
> = {
  open: { outcome: { kind: 'open' }, steps: ['initiated', 'redirected'] },
  agreed: { outcome: { kind: 'agreed' }, steps: ['initiated', 'redirected', 'returned'] },
  waiting: { outcome: { kind: 'waiting' }, steps: ['initiated', 'redirected', 'returned'] },
  paid: { outcome: PAID, steps: ALL_STEPS },
  paidTabClosed: { outcome: PAID, steps: ['initiated', 'redirected', 'completed'] },
  reserved: { outcome: RESERVED, steps: ALL_STEPS },
  declined: { outcome: { kind: 'notCharged', reason: 'declined' }, steps: ALL_STEPS },
  cancelled: { outcome: { kind: 'notCharged', reason: 'cancelled' }, steps: ALL_STEPS },
  expired: { outcome: { kind: 'notCharged', reason: 'expired' }, steps: ['initiated', 'completed'] },
  unavailable: { outcome: { kind: 'notCharged', reason: 'unavailable' }, steps: ['initiated', 'completed'] },
  unsettled: { outcome: { kind: 'unsettled' }, steps: ['initiated', 'redirected'] },
  partTaken: { outcome: PART_TAKEN, steps: ALL_STEPS, followUps: PART_TAKEN_STEPS },
  reservationOver: { outcome: made({ expired: euro('57.20') }), steps: ALL_STEPS },
  chargedBack: {
    outcome: made({ paid: euro('57.20'), chargedBack: euro('57.20') }),
    steps: ALL_STEPS,
    followUps: [{ kind: 'chargedBack', amount: euro('57.20'), at: '2026-12-03T10:11:12.000Z' }],
  },
  undone: {
    outcome: made({ cancelled: euro('57.20') }),
    steps: ALL_STEPS,
    followUps: [{ kind: 'cancelledPayment', amount: euro('57.20'), at: '2026-11-22T10:11:12.000Z' }],
  },
  givenBack: {
    outcome: made({ paid: euro('57.20'), refunded: euro('38.00'), refundedAt: '2026-12-03T10:11:12.000Z' }),
    steps: ALL_STEPS,
    followUps: [{ kind: 'refunded', amount: euro('38.00'), at: '2026-12-03T10:11:12.000Z' }],
  },
  lateReturning: {
    outcome: { kind: 'late', money: 'returning' },
    steps: ['initiated', 'redirected', 'completed', 'late'],
  },
  lateReturned: {
    outcome: { kind: 'late', money: 'returned' },
    steps: ['initiated', 'redirected', 'completed', 'late', 'refunded'],
  },
  lateKept: { outcome: { kind: 'late', money: 'kept' }, steps: ['initiated', 'redirected', 'completed', 'late'] },
};

const undecided: ReadonlySet<PaymentOutcome['kind']> = new Set(['open', 'agreed', 'unsettled', 'waiting']);

/** The status page with this name in `OUTCOMES`, as the server would make it. */
export function statusOf(name: string): StatusPage {
  const { outcome, steps, followUps } = OUTCOMES[name]!;
  return statusPage(outcome, steps, {
    ...(outcome.kind === 'made' && { followUps: followUps ?? [] }),
    ...(undecided.has(outcome.kind) && { eventsUrl: EVENTS_ADDRESS }),
    ...(outcome.kind === 'open' && {
      continueUrl: '/redirect/handle-of-the-payment',
      cancelAction: '/checkout/status/handle-of-the-payment/cancel',
    }),
    returnLink: { href: 'https://harbourlane.example/' },
  });
}
