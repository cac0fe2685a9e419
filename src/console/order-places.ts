/**
 * The places where a person may look at the orders of several merchants at once: a store, with the merchants there. A
 * page asks a bounded number of them, and says which it did not ask.
 */
import { FIRST_STORE_NAME } from '../core/directory/index.ts';
import { isForAll, type SignedIn } from './access.ts';
import type { Grant } from './ports.ts';
import { ROLES } from './roles.ts';
import { askStores, type ConsoleStores, type FurtherStore, STORES_ASKED_MAX } from './stores.ts';

/** Merchants of a person that are asked in one store. Each is a search of its own. */
const MERCHANTS_ASKED_MAX = 50;

export interface OrderPlace {
  /** The store's name. */
  readonly name: string;
  /** Undefined: the first one. */
  readonly store: FurtherStore | undefined;
  /** The keys of the person's merchants there, or of a person who sees all, `ALL`. */
  readonly merchants: readonly number[] | 'ALL';
}

interface PlaceDependencies<Ports> {
  readonly stores: ConsoleStores<Ports>;
}

/** The places where the person may see orders, by the numbers of the stores. */
function orderPlaces(
  { stores }: PlaceDependencies<unknown>,
  { grants }: Pick<SignedIn, 'grants'>,
): readonly OrderPlace[] {
  const further = stores.further();
  if (isForAll(grants)) {
    return [undefined, ...further].map((store) => ({ name: nameOf(store), store, merchants: 'ALL' }));
  }
  const seen = grants.filter(({ role }) => ROLES[role].may.includes('SEE_ORDERS'));
  const storeOf = ({ merchantId }: Grant) => (typeof merchantId === 'string' ? stores.storeOf(merchantId) : undefined);
  const byName = Map.groupBy(seen, (grant) => nameOf(storeOf(grant)));
  return [undefined, ...further].flatMap((store) => {
    const there = byName.get(nameOf(store)) ?? [];
    return there.length === 0
      ? []
      : [{ name: nameOf(store), store, merchants: there.map(({ merchantKey }) => merchantKey) }];
  });
}

/** The owners of the orders that are searched at a place, and the number of merchants that are left out. */
export function searchedAt({ merchants }: OrderPlace): {
  readonly keys: readonly (number | 'ALL')[];
  readonly leftOut: number;
} {
  return merchants === 'ALL'
    ? { keys: ['ALL'], leftOut: 0 }
    : { keys: merchants.slice(0, MERCHANTS_ASKED_MAX), leftOut: Math.max(0, merchants.length - MERCHANTS_ASKED_MAX) };
}

const nameOf = (store: FurtherStore | undefined) => store?.name ?? FIRST_STORE_NAME;

/**
 * @param name of a chosen store; another text stands for all
 * @returns all places where the person may see orders, the name of the chosen one, and those to ask
 */
export function chosenPlaces(
  dependencies: PlaceDependencies<unknown>,
  signedIn: Pick<SignedIn, 'grants'>,
  name: string | null,
): {
  readonly all: readonly OrderPlace[];
  readonly chosen: string | undefined;
  readonly places: readonly OrderPlace[];
} {
  const all = orderPlaces(dependencies, signedIn);
  const chosen = all.find((place) => place.name === name);
  return { all, chosen: chosen?.name, places: chosen === undefined ? all : [chosen] };
}

export interface PlacesAnswers<Result> {
  readonly answers: readonly { readonly place: OrderPlace; readonly result: Result }[];
  /** The names of stores that did not answer in time. */
  readonly away: readonly string[];
  /** The names of stores that were not asked, because there are too many. */
  readonly unasked: readonly string[];
}

/**
 * Asks the first places at the same time.
 *
 * @param action gets the ports of the place's store
 * @throws any error of the first store
 */
export async function askPlaces<Ports, Result>(
  dependencies: PlaceDependencies<Ports> & Ports,
  places: readonly OrderPlace[],
  action: (ports: Ports, place: OrderPlace) => Promise<Result>,
): Promise<PlacesAnswers<Result>> {
  const further = places.filter(({ store }) => store !== undefined);
  const asked = new Map(further.slice(0, STORES_ASKED_MAX).map((place) => [place.store as FurtherStore, place]));
  const own = places.find(({ store }) => store === undefined);
  const [ownResult, others] = await Promise.all([
    own && action(dependencies, own),
    askStores(dependencies.stores, [...asked.keys()], (ports, store) => action(ports, asked.get(store) as OrderPlace)),
  ]);
  return {
    answers: [
      ...(own === undefined ? [] : [{ place: own, result: ownResult as Result }]),
      ...others.answers.map(({ store, result }) => ({ place: asked.get(store) as OrderPlace, result })),
    ],
    away: others.away.map(({ name }) => name),
    unasked: further.slice(STORES_ASKED_MAX).map(({ name }) => name),
  };
}
