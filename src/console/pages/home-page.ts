/** The merchants of a person, and for people who see all, store by store. */
import { FIRST_STORE_NAME } from '../../core/directory/index.ts';
import type { MerchantEntry } from '../../web/views/console/index.ts';
import {
  type AccessibleMerchant,
  accessible,
  type FoundMerchants,
  isForAll,
  merchantsOf,
  type UnreadMerchant,
} from '../access.ts';
import { ROLES } from '../roles.ts';
import { consoleAddress } from '../routes.ts';
import { askStores, type FurtherStore } from '../stores.ts';
import type { ConsoleAnswer, ConsoleDependencies, PersonRequest } from './answer.ts';
import { shellOf } from './shell.ts';

/** The parameter with the name of the chosen store. */
export const STORE = 'store';

const ALL = { ordersHref: consoleAddress('allOrders'), overviewHref: consoleAddress('allOverview') } as const;

/** Leads to the merchant at once if there is only one. */
export async function homePage(request: PersonRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, query } = request;
  const further = dependencies.stores.further();
  const chosen = isForAll(signedIn.grants) ? further.find(({ name }) => name === query.get(STORE)) : undefined;
  const found = chosen === undefined ? await merchantsOf(dependencies, signedIn) : await merchantsIn(request, chosen);
  const { merchants = [], unread = [] } = found ?? {};
  const entries = [
    ...merchants.map((one) => entryOf(dependencies, one)),
    ...unread.map((one) => unreadEntry(dependencies, one)),
  ];
  const [only, ...others] = entries;
  const names =
    isForAll(signedIn.grants) && further.length > 0 ? [FIRST_STORE_NAME, ...further.map(({ name }) => name)] : [];
  const stores = { chosen: chosen?.name ?? FIRST_STORE_NAME, names };
  return only !== undefined && others.length === 0 && names.length === 0
    ? { redirect: only.href }
    : {
        page: 'home',
        data: {
          shell: shellOf(request),
          merchants: entries,
          all: further.length === 0 ? undefined : ALL,
          stores,
          away: found === undefined ? chosen?.name : undefined,
        },
      };
}

/** @returns undefined if the store does not answer */
async function merchantsIn(
  { dependencies, signedIn }: PersonRequest,
  store: FurtherStore,
): Promise<FoundMerchants | undefined> {
  const { answers } = await askStores(dependencies.stores, [store], ({ merchants }) => merchants.list());
  return answers[0] && { merchants: accessible(answers[0].result, signedIn.grants), unread: [] };
}

function entryOf({ stores }: ConsoleDependencies, { merchant, role }: AccessibleMerchant): MerchantEntry {
  return { ...placeOf(stores, merchant.id), name: merchant.profile.name, role, says: ROLES[role].says };
}

function unreadEntry({ stores }: ConsoleDependencies, { id, role, isAway }: UnreadMerchant): MerchantEntry {
  return { ...placeOf(stores, id), role, says: ROLES[role].says, isAway };
}

function placeOf(stores: ConsoleDependencies['stores'], id: string) {
  const store = stores.further().length === 0 ? undefined : (stores.storeOf(id)?.name ?? FIRST_STORE_NAME);
  return { id, href: consoleAddress('merchant', { merchant: id }), store };
}
