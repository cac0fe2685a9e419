/** The page about the hosts of the merchant's shop: those that payers return to, and those that show the page. */
import { isAppEntry } from '../../contract/app-address.ts';
import { type Merchant, profileMembers } from '../../core/index.ts';
import type { HostList, HostListName, HostSettingsPage } from '../../web/views/console/index.ts';
import { consoleAddress } from '../routes.ts';
import { type ChangeResult, changeMember, type Unchanged, versionOf } from '../settings/profile-change.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

const LISTS: readonly HostListName[] = ['returnHosts', 'embedHosts'];
/** As long as a host may be. */
const CHARACTERS_MAX = 253;
const DONE = 'done';

/** A form that changed nothing. */
interface Refused {
  readonly name: HostListName;
  /** The host to add, or to remove. */
  readonly typed: string;
  readonly isRemoval: boolean;
  readonly result: Unchanged;
}

const STATUS = { CHANGED: 409, REFUSED: 422 } as const;

export async function hostSettingsPage(request: MerchantRequest, refused?: Refused): Promise<ConsoleAnswer> {
  const { query, place } = request;
  const { merchant } = place;
  return {
    page: 'hostSettings',
    status: refused === undefined ? 200 : STATUS[refused.result.kind],
    data: {
      shell: shellOf(request, 'settings'),
      lists: LISTS.map((name) => hostList(merchant, name, refused)),
      notice: refused === undefined ? NOTICES[query.get(DONE) ?? ''] : undefined,
      changed: refused?.result.kind === 'CHANGED' ? { host: refused.typed, isRemoval: refused.isRemoval } : undefined,
      settingsHref: consoleAddress('settings', { merchant: merchant.id }),
    },
  };
}

const NOTICES: Readonly<Record<string, HostSettingsPage['notice']>> = { added: 'ADDED', removed: 'REMOVED' };

function hostList({ profile }: Merchant, name: HostListName, refused: Refused | undefined): HostList {
  const own = refused?.name === name && !refused.isRemoval ? refused : undefined;
  return {
    name,
    documentation: profileMembers().find(({ path }) => path === name)?.documentation ?? '',
    hosts: profile[name],
    shown: versionOf(profile[name]),
    typed: own?.typed ?? '',
    problem: own?.result.kind === 'REFUSED' ? own.result.problems[0]?.message : undefined,
  };
}

export async function submitHosts(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant } = place;
  const name = LISTS.find((one) => one === fields.get('list'));
  const removed = fields.get('remove');
  const added = fields.get('add');
  if (name === undefined || (removed === null && added === null)) {
    return { problem: 'FORM' };
  }
  const isRemoval = removed !== null;
  const typed = isRemoval ? removed : (added ?? '').trim();
  const hosts = merchant.profile[name];
  const change = { path: [name], shown: fields.get('shown') ?? '' };
  const host = isRemoval ? typed : entryIn(typed);
  const value = isRemoval ? hosts.filter((one) => one !== host) : [...hosts, host];
  const result: ChangeResult =
    typed === '' || typed.length > CHARACTERS_MAX
      ? refusedWith('Type a host, as shop.example.')
      : !isRemoval && hosts.includes(host)
        ? refusedWith('It is in the list.')
        : await changeMember(dependencies, signedIn, merchant, { ...change, value }, caller);
  if (result.kind !== 'DONE') {
    const now = (await dependencies.merchants.find(merchant.id)) ?? merchant;
    const shown = { name, typed: typed.slice(0, CHARACTERS_MAX), isRemoval, result };
    return hostSettingsPage({ ...request, place: { ...place, merchant: now } }, shown);
  }
  return {
    redirect: `${consoleAddress('hostSettings', { merchant: merchant.id })}?${DONE}=${isRemoval ? 'removed' : 'added'}`,
  };
}

function refusedWith(message: string): Unchanged {
  return { kind: 'REFUSED', problems: [{ path: [], message }] };
}

/** @example entryIn('Bücher.example') // 'xn--bcher-kva.example': as the addresses of browsers have it */
function entryIn(typed: string): string {
  const url = isAppEntry(typed) ? null : URL.parse(`https://${typed}`);
  return url !== null && url.href === `https://${url.host}/` && !/[/?#]/.test(typed) ? url.host : typed.toLowerCase();
}
