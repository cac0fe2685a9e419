/** The page with all settings of a merchant. */
import { may } from '../access.ts';
import { CONSOLE_ROUTES, type ConsoleRouteName, consoleAddress } from '../routes.ts';
import { shownMembers } from '../settings/shown-members.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

const CHANGEABLE: readonly {
  readonly name: Extract<
    ConsoleRouteName,
    'apiPasswords' | 'brandingSettings' | 'certificateSettings' | 'hostSettings' | 'notificationSettings'
  >;
  readonly title: string;
  readonly says: string;
}[] = [
  { name: 'apiPasswords', title: 'API passwords', says: 'The password of your servers’ calls.' },
  {
    name: 'notificationSettings',
    title: 'Notifications',
    says: 'Their address, and the secrets by which your server knows them.',
  },
  { name: 'certificateSettings', title: 'Client certificates', says: 'Those that your servers may call with.' },
  { name: 'hostSettings', title: 'Hosts', says: 'Where payers return to, and which pages may show the payment page.' },
  { name: 'brandingSettings', title: 'Look of the payment page', says: 'Its colour, with a preview, and its logo.' },
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
