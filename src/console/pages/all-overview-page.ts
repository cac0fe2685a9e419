/** The figures of all merchants of a person, by store and summed, and what waits at them. */
import { ageSeconds, daysUntil, type Merchant, overviewOf } from '../../core/index.ts';
import type { DayCount } from '../../core/ports/index.ts';
import type { AllOverviewPage, WaitingAtMerchant, WaitingLink } from '../../web/views/console/index.ts';
import { type AccessibleMerchant, accessible, may } from '../access.ts';
import { openDisputes } from '../disputes.ts';
import { movedMoney } from '../figures.ts';
import { askPlaces, chosenPlaces, type OrderPlace } from '../order-places.ts';
import type { Grant } from '../ports.ts';
import { consoleAddress } from '../routes.ts';
import { waitingAt } from '../waiting.ts';
import type { ConsoleAnswer, PersonRequest, StorePorts } from './answer.ts';
import { STORE } from './home-page.ts';
import { unlessAway } from './place.ts';
import { shellOf } from './shell.ts';

/** The figures of a merchant are some reads of its own, so those of a store with more merchants are not summed. */
const MERCHANTS_MAX = 100;
const PERIODS: readonly number[] = [1, 7, 30];
const DAYS = 'days';
/** Rows of each kind that are counted at a merchant. */
const WAITING_MAX = 100;

export async function allOverviewPage(request: PersonRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, query } = request;
  const now = dependencies.clock.now();
  const { all, chosen, places } = chosenPlaces(dependencies, signedIn, query.get(STORE));
  const period = PERIODS.find((one) => `${one}` === query.get(DAYS)) ?? 7;
  const days = daysUntil(now, period);
  const { answers, away, unasked } = await askPlaces(dependencies, places, (ports: StorePorts, place) =>
    figuresIn(ports, place, signedIn.grants, { days, now }),
  );
  const read = answers.flatMap(({ place, result }) => (result === undefined ? [] : [{ name: place.name, ...result }]));
  const isOfSeveral = all.length > 1;
  const addressOf = (store: string | undefined, length: number) => {
    const parameters = Object.entries({ [STORE]: store ?? '', [DAYS]: `${length}` }).filter(
      ([, value]) => value !== '',
    );
    return `${consoleAddress('allOverview')}?${new URLSearchParams(parameters)}`;
  };
  const data: AllOverviewPage = {
    shell: shellOf(request),
    action: consoleAddress('allOverview'),
    stores: { chosen: chosen ?? '', names: isOfSeveral ? all.map(({ name }) => name) : [] },
    days: period,
    periods: PERIODS.map((length) => ({
      days: length,
      href: addressOf(chosen, length),
      isCurrent: length === period,
    })),
    rows: read.map(({ name, merchants, counts }) => ({ name, merchants, ...sumOf(days, counts) })),
    sum: sumOf(
      days,
      read.flatMap(({ counts }) => counts),
    ),
    waiting: read.flatMap(({ name, waiting }) =>
      waiting.map((one) => ({ ...one, store: isOfSeveral ? name : undefined })),
    ),
    crowded: answers.filter(({ result }) => result === undefined).map(({ place }) => place.name),
    merchantsMax: MERCHANTS_MAX,
    waitingMax: WAITING_MAX,
    away,
    unasked,
    index: {
      ageSeconds: Math.max(0, ...read.map(({ age }) => ageSeconds(age, now))),
      isComplete: read.every(({ age }) => age.isComplete),
    },
  };
  return { page: 'allOverview', data };
}

function sumOf(days: readonly string[], byDay: readonly DayCount[]) {
  const { days: tallies, moved } = overviewOf(days, { byDay, byName: [] });
  return {
    approved: tallies.reduce((sum, { approved }) => sum + approved, 0),
    declined: tallies.reduce((sum, { declined }) => sum + declined, 0),
    moved: moved.map(movedMoney),
  };
}

/** @returns undefined for a store with too many merchants */
async function figuresIn(
  ports: StorePorts,
  place: OrderPlace,
  grants: readonly Grant[],
  { days, now }: { readonly days: readonly string[]; readonly now: number },
) {
  const merchants = await merchantsIn(ports, place);
  if (merchants === undefined) {
    return undefined;
  }
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const [age, counts, waiting] = await Promise.all([
    ports.orderIndex.age(),
    Promise.all(merchants.map(({ key }) => ports.orderIndex.counters(key, first, last))),
    Promise.all(accessible(merchants, grants).map((one) => waitingIn(ports, one, now))),
  ]);
  return {
    age,
    merchants: merchants.length,
    counts: counts.flatMap(({ byDay }) => byDay),
    waiting: waiting.filter(({ links }) => links.length > 0),
  };
}

/** Merchants that the store does not serve, because they are moving, are left out. */
async function merchantsIn(
  { merchants }: StorePorts,
  { merchants: keys }: OrderPlace,
): Promise<Merchant[] | undefined> {
  if (keys === 'ALL') {
    return (await merchants.count()) > MERCHANTS_MAX ? undefined : [...(await merchants.list())];
  }
  if (keys.length > MERCHANTS_MAX) {
    return undefined;
  }
  const found = await Promise.all(keys.map((key) => unlessAway(() => merchants.byKey(key))));
  return found.filter((merchant) => merchant !== undefined && merchant !== 'AWAY');
}

async function waitingIn(
  { notifications, disputes, approvals }: StorePorts,
  place: AccessibleMerchant,
  now: number,
): Promise<Omit<WaitingAtMerchant, 'store'>> {
  const { merchant } = place;
  const [decisions, failing, open] = await Promise.all([
    may(place, 'APPROVE') ? waitingAt({ approvals }, merchant) : [],
    notifications.failing(merchant.key, WAITING_MAX),
    openDisputes({ disputes }, merchant, now, WAITING_MAX),
  ]);
  const linkTo = (name: 'disputes' | 'notifications' | 'waiting') => consoleAddress(name, { merchant: merchant.id });
  const links: readonly WaitingLink[] = [
    { of: 'DECISIONS', count: decisions.length, href: linkTo('waiting') },
    { of: 'NOTIFICATIONS', count: failing.length, href: `${linkTo('notifications')}?show=failing` },
    { of: 'DISPUTES', count: open.length, href: linkTo('disputes') },
  ];
  return {
    merchantName: merchant.profile.name,
    href: consoleAddress('merchant', { merchant: merchant.id }),
    links: links.filter(({ count }) => count > 0),
  };
}
