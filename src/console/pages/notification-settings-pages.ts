/** The page about a merchant's notifications: their address, and the secrets by which the receiver knows them. */
import { isSealedKey } from '../../core/index.ts';
import type { NotificationInput, NotificationMember, NotificationSettingsPage } from '../../web/views/console/index.ts';
import { KEPT_HOURS } from '../api-passwords.ts';
import { consoleAddress } from '../routes.ts';
import { type ChangeResult, changeMember, type Unchanged, versionOf } from '../settings/profile-change.ts';
import { rotateSigningKey } from '../settings/signing-keys.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

/** CHANGED: a key was made since the page with the form was made. */
interface Shown {
  readonly newKey?: string;
  readonly problem?: 'CHANGED';
  readonly refused?: RefusedForm;
  readonly removal?: Unchanged;
}

/** A form that changed nothing. */
interface RefusedForm {
  readonly member: NotificationMember;
  readonly typed: string;
  readonly result: Unchanged;
}

const STATUS = { CHANGED: 409, REFUSED: 422 } as const;
const MEMBERS: readonly NotificationMember[] = ['url', 'secret'];
const REMOVED = 'removed';
const NOTICES = [...MEMBERS, REMOVED] as const;
/** As long as an address may be. */
const CHARACTERS_MAX = 2_048;
const DONE = 'done';

export async function notificationSettingsPage(request: MerchantRequest, shown: Shown = {}): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { id, key, profile } = place.merchant;
  const { notification } = profile;
  const { newKey, problem, refused, removal } = shown;
  const unchanged = removal ?? refused?.result;
  const now = dependencies.clock.now();
  const keys = await dependencies.signingKeys.find(key);
  return {
    page: 'notificationSettings',
    status: unchanged === undefined ? (problem === undefined ? 200 : 409) : STATUS[unchanged.kind],
    data: {
      newKey,
      problem,
      shell: shellOf(request, 'settings'),
      signingKeys: keys
        .filter(({ retiredAt }) => retiredAt === null || retiredAt > now)
        .map(({ createdAt, retiredAt }) => ({
          since: new Date(createdAt).toISOString(),
          until: retiredAt === null ? undefined : new Date(retiredAt).toISOString(),
        })),
      url: inputOf('url', notification?.url, refused),
      // The secret itself is never shown.
      secret: notification === null ? undefined : inputOf('secret', notification.secret, refused),
      hasSecret: notification?.secret !== undefined,
      removal: notification === null ? undefined : removalOf(notification, removal),
      notice: NOTICES.find((one) => one === query.get(DONE)),
      before: `${keys[0]?.generation ?? 0}`,
      keptHours: KEPT_HOURS,
      rotateHref: consoleAddress('rotateSigningKey', { merchant: id }),
      settingsHref: consoleAddress('settings', { merchant: id }),
      command: `turnpike notifications key ${id}`,
    },
  };
}

export async function submitKeyRotation(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const hours = KEPT_HOURS.find((one) => `${one}` === fields.get('keep'));
  const before = fields.get('before') ?? '';
  if (hours === undefined || !/^\d{1,9}$/.test(before)) {
    return { problem: 'FORM' };
  }
  const rotation = { hours, before: Number(before) };
  const newKey = await rotateSigningKey(dependencies, signedIn, place.merchant, rotation, caller);
  return notificationSettingsPage(request, newKey === undefined ? { problem: 'CHANGED' } : { newKey });
}

function inputOf(
  member: NotificationMember,
  stored: string | undefined,
  refused: RefusedForm | undefined,
): NotificationInput {
  const own = refused?.member === member ? refused : undefined;
  const isSecret = member === 'secret';
  return {
    value: isSecret ? '' : (own?.typed ?? stored ?? ''),
    stored: isSecret ? undefined : stored,
    shown: versionOf(stored),
    problem: own?.result.kind === 'REFUSED' ? own.result.problems[0]?.message : undefined,
    isChanged: own?.result.kind === 'CHANGED',
  };
}

function removalOf(notification: object, result: Unchanged | undefined): NotificationSettingsPage['removal'] {
  return {
    shown: versionOf(notification),
    hasEvents: 'checkoutEvents' in notification && notification.checkoutEvents !== undefined,
    isUnconfirmed: result?.kind === 'REFUSED',
    isChanged: result?.kind === 'CHANGED',
  };
}

/** Without the address there is none to send a secret and events to, so the whole group goes. */
async function removeAddress(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant } = place;
  const change = { path: ['notification'], value: null, shown: fields.get('shown') ?? '' };
  const removal: ChangeResult =
    fields.get('confirm') === 'yes'
      ? await changeMember(dependencies, signedIn, merchant, change, caller)
      : { kind: 'REFUSED', problems: [] };
  if (removal.kind === 'DONE') {
    return { redirect: `${consoleAddress('notificationSettings', { merchant: merchant.id })}?${DONE}=${REMOVED}` };
  }
  const now = (await dependencies.merchants.find(merchant.id)) ?? merchant;
  return notificationSettingsPage({ ...request, place: { ...place, merchant: now } }, { removal });
}

export async function submitNotificationMember(request: MerchantRequest): Promise<ConsoleAnswer> {
  if (request.fields.has('remove')) {
    return removeAddress(request);
  }
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant } = place;
  const member = MEMBERS.find((one) => fields.has(one));
  if (member === undefined) {
    return { problem: 'FORM' };
  }
  const typed = (fields.get(member) ?? '').trim();
  const change = { path: ['notification', member], value: typed, shown: fields.get('shown') ?? '' };
  const result: ChangeResult =
    typed === '' || isSealedKey(typed) || typed.length > CHARACTERS_MAX
      ? { kind: 'REFUSED', problems: [{ path: [], message: NOT_TAKEN[member] }] }
      : await changeMember(dependencies, signedIn, merchant, change, caller);
  if (result.kind === 'DONE') {
    return { redirect: `${consoleAddress('notificationSettings', { merchant: merchant.id })}?${DONE}=${member}` };
  }
  const now = (await dependencies.merchants.find(merchant.id)) ?? merchant;
  const refused = { member, typed: typed.slice(0, CHARACTERS_MAX), result };
  return notificationSettingsPage({ ...request, place: { ...place, merchant: now } }, { refused });
}

const NOT_TAKEN: Readonly<Record<NotificationMember, string>> = {
  url: 'Type an https address.',
  secret: 'Type 1 to 200 printable ASCII characters, which do not begin with “sealed:”.',
};
