/** The frame around the pages of a person who is signed in. */
import type { ConsoleShell } from '../../web/views/console/index.ts';
import { type AccessibleMerchant, may } from '../access.ts';
import { CONSOLE_ROUTES, type ConsoleRouteName, consoleAddress } from '../routes.ts';
import { formToken } from '../visitor.ts';
import type { MerchantRequest, PersonRequest } from './answer.ts';

/** The pages of a merchant in the navigation. Only those that the role may open are shown. */
const MERCHANT_LINKS: readonly { readonly name: ConsoleRouteName; readonly text: string }[] = [
  { name: 'orders', text: 'Orders' },
  { name: 'links', text: 'Links' },
  { name: 'notifications', text: 'Notifications' },
  { name: 'waiting', text: 'Waiting' },
  { name: 'disputes', text: 'Disputes' },
  { name: 'payouts', text: 'Payouts' },
  { name: 'overview', text: 'At a glance' },
  { name: 'people', text: 'People' },
  { name: 'settings', text: 'Settings' },
];

/** @param current the page of the merchant that is shown */
export function shellOf(request: MerchantRequest | PersonRequest, current?: ConsoleRouteName): ConsoleShell {
  const { dependencies, signedIn, visitor } = request;
  const place = 'place' in request ? request.place : undefined;
  const { merchantCount, person } = signedIn;
  return {
    email: person.email,
    testMode: dependencies.testMode,
    proof: formToken(visitor),
    merchant: place && { id: place.merchant.id, name: place.merchant.profile.name },
    links: place === undefined ? [] : linksOf(place, current),
    hasMerchants: merchantCount > 1,
  };
}

function linksOf(place: AccessibleMerchant, current: ConsoleRouteName | undefined) {
  return MERCHANT_LINKS.filter(({ name }) => {
    const { access } = CONSOLE_ROUTES[name];
    return access !== 'ANYONE' && access !== 'SIGNED_IN' && may(place, access);
  }).map(({ name, text }) => ({
    href: consoleAddress(name, { merchant: place.merchant.id }),
    text,
    isCurrent: name === current,
  }));
}
