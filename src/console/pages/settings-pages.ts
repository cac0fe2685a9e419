/** The page with all settings of a merchant, and the page about its notifications. */
import type { NotificationSettingsPage } from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import { KEPT_HOURS } from '../api-passwords.ts';
import { CONSOLE_ROUTES, type ConsoleRouteName, consoleAddress } from '../routes.ts';
import { shownMembers } from '../settings/shown-members.ts';
import { rotateSigningKey } from '../settings/signing-keys.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

const CHANGEABLE: readonly {
  readonly name: Extract<
    ConsoleRouteName,
    'apiPasswords' | 'brandingSettings' | 'hostSettings' | 'notificationSettings'
  >;
  readonly title: string;
  readonly says: string;
}[] = [
  { name: 'apiPasswords', title: 'API passwords', says: 'The password of your servers’ calls.' },
  { name: 'notificationSettings', title: 'Notifications', says: 'The key that signs them.' },
  { name: 'hostSettings', title: 'Hosts', says: 'Where payers return to, and which pages may show the payment page.' },
  { name: 'brandingSettings', title: 'Look of the payment page', says: 'Its colour, with a preview.' },
];

export async function settingsPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { merchant } = request.place;
  return {
    page: 'settings',
    data: {
      shell: shellOf(request, 'settings'),
      changeable: CHANGEABLE.filter(({ name }) => may(request.place, CONSOLE_ROUTES[name].access)).map(
        ({ name, title, says }) => ({ href: consoleAddress(name, { merchant: merchant.id }), title, says }),
      ),
      members: shownMembers(merchant.profile),
    },
  };
}

type Shown = Pick<NotificationSettingsPage, 'newKey' | 'problem'>;

export async function notificationSettingsPage(request: MerchantRequest, shown: Shown = {}): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const { id, key } = place.merchant;
  const now = dependencies.clock.now();
  const keys = await dependencies.signingKeys.find(key);
  return {
    page: 'notificationSettings',
    status: shown.problem === undefined ? 200 : 409,
    data: {
      ...shown,
      shell: shellOf(request, 'settings'),
      signingKeys: keys
        .filter(({ retiredAt }) => retiredAt === null || retiredAt > now)
        .map(({ createdAt, retiredAt }) => ({
          since: new Date(createdAt).toISOString(),
          until: retiredAt === null ? undefined : new Date(retiredAt).toISOString(),
        })),
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
