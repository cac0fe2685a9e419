/** The figures of a report by mail: counts and sums of the index of orders, and what waits at the merchant now. */
import type { TestMode } from '../../contract/test-mode.ts';
import { ageSeconds, type DayTally, overviewOf } from '../../core/index.ts';
import type { OrderIndex } from '../../core/ports/index.ts';
import type { StaffReport } from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import { declineReason, movedMoney, named } from '../figures.ts';
import type { ConsoleNotifications } from '../notifications.ts';
import type { OrderDependencies } from '../orders.ts';
import { consoleAddress } from '../routes.ts';
import { type WaitingDependencies, waitingAt } from '../waiting.ts';
import type { SentRhythm } from './ports.ts';
import type { StaffMember } from './role-there.ts';
import { daysOf, endOf } from './schedule.ts';

/** The most frequent reasons of declines; the console's page has the others. */
const REASONS_MAX = 5;
/** Failing notifications that are counted. */
export const FAILING_MAX = 1_000;

export interface ReportDependencies
  extends Pick<WaitingDependencies, 'approvals' | 'clock'>,
    Pick<OrderDependencies, 'remedyOf'> {
  readonly orderIndex: Pick<OrderIndex, 'age' | 'counters'>;
  readonly notifications: Pick<ConsoleNotifications, 'failing'>;
  /** The console's origin. */
  readonly origin: string;
  readonly testMode: TestMode | undefined;
}

export async function reportOf(
  dependencies: ReportDependencies,
  member: StaffMember,
  reports: SentRhythm,
  lastDay: string,
): Promise<StaffReport> {
  const { merchant } = member;
  const { orderIndex, notifications, clock, origin, testMode } = dependencies;
  const days = daysOf(reports, lastDay);
  const [age, counts, failing, waiting] = await Promise.all([
    orderIndex.age(),
    orderIndex.counters(merchant.key, days[0] ?? lastDay, lastDay),
    notifications.failing(merchant.key, FAILING_MAX + 1),
    waitingAt(dependencies, merchant),
  ]);
  const now = clock.now();
  const overview = overviewOf(days, counts);
  const at = (name: Parameters<typeof consoleAddress>[0]) => origin + consoleAddress(name, { merchant: merchant.id });
  const times = (kind: 'PAYMENT' | 'REFUND') => waiting.filter((one) => one.kind === kind).length;
  return {
    merchantName: merchant.profile.name,
    testMode,
    days: overview.days.map(({ day, approved, declined }) => ({ day, approved, declined })),
    ...totalOf(overview.days),
    moved: overview.moved.map(movedMoney),
    methods: overview.methods.map(named),
    reasons: overview.reasons.slice(0, REASONS_MAX).map((reason) => declineReason(dependencies, reason)),
    failing: failing.length,
    failingMax: FAILING_MAX,
    waiting: { refunds: times('REFUND'), payments: times('PAYMENT') },
    writtenAt: new Date(now).toISOString(),
    index: {
      ageSeconds: ageSeconds(age, now),
      isComplete: age.isComplete && (age.behindSince ?? now) >= endOf(lastDay),
    },
    addresses: {
      overview: at('overview'),
      failing: `${at('notifications')}?show=failing`,
      waiting: may(member, 'APPROVE') ? at('waiting') : undefined,
    },
    choiceAddress: at('mails'),
  };
}

function totalOf(days: readonly DayTally[]) {
  return {
    approved: days.reduce((sum, { approved }) => sum + approved, 0),
    declined: days.reduce((sum, { declined }) => sum + declined, 0),
  };
}
