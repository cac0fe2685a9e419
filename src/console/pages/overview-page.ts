/** A merchant's payments at a glance, from the counts of the index of orders. */
import { storedAmount } from '../../checkout/index.ts';
import { ageSeconds, daysUntil, type OrdersOverview, overviewOf } from '../../core/index.ts';
import type { TakenByDay } from '../../web/views/console/index.ts';
import { declineReason, movedMoney, named } from '../figures.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

const DAYS = 90;

export async function overviewPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const { orderIndex, clock } = dependencies;
  const now = clock.now();
  const days = daysUntil(now, DAYS);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const [age, counts] = await Promise.all([orderIndex.age(), orderIndex.counters(place.merchant.key, first, last)]);
  const overview = overviewOf(days, counts);
  const { approved = 0, declined = 0, moved = [] } = overview.days.at(-1) ?? {};
  return {
    page: 'overview',
    data: {
      shell: shellOf(request, 'overview'),
      today: { approved, declined, moved: moved.map(movedMoney) },
      days: overview.days.map((day) => ({ day: day.day, approved: day.approved, declined: day.declined })),
      taken: takenByDay(overview),
      moved: overview.moved.map(movedMoney),
      methods: overview.methods.map(named),
      brands: overview.brands,
      processors: overview.processors.map(named),
      reasons: overview.reasons.map((reason) => declineReason(dependencies, reason)),
      lost: overview.lost.map(({ name, times }) => ({ step: name, times })),
      index: { ageSeconds: ageSeconds(age, now), isComplete: age.isComplete },
      mailsHref: consoleAddress('mails', { merchant: place.merchant.id }),
    },
  };
}

function takenByDay({ days, moved }: OrdersOverview): TakenByDay[] {
  return moved
    .filter(({ taken }) => taken > 0n)
    .map(({ currency }) => {
      const amounts = days.map((day) => day.moved.find((one) => one.currency === currency)?.taken ?? 0n);
      const largest = Math.max(...amounts.map(Number));
      return {
        currency,
        days: days.map(({ day }, at) => {
          const amount = amounts[at] ?? 0n;
          return { day, taken: storedAmount({ amount, currency }), height: Number(amount) / largest };
        }),
      };
    });
}
