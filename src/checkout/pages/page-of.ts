/** The maker of each state's page. */
import type { CheckoutPage, PageAnswer } from '../../web/views/index.ts';
import type { StateKind } from '../status/states.ts';
import { atProviderPage } from './states/at-provider-page.ts';
import { authenticatingPage } from './states/authenticating-page.ts';
import { awaitedPage } from './states/awaited-page.ts';
import { endedPage } from './states/ended-page.ts';
import { exhaustedPage } from './states/exhausted-page.ts';
import { expiredPage } from './states/expired-page.ts';
import { heldPage } from './states/held-page.ts';
import { incompletePage } from './states/incomplete-page.ts';
import { latePage } from './states/late-page.ts';
import { paidPage } from './states/paid-page.ts';
import { payPage } from './states/pay-page.ts';
import { waitingPage } from './states/waiting-page.ts';
import type { PageMaker, Visit } from './visit.ts';

export const PAGE_MAKERS: { readonly [Kind in StateKind]: PageMaker<Kind> } = {
  atProvider: atProviderPage,
  authenticating: authenticatingPage,
  cancelled: endedPage,
  closed: endedPage,
  exhausted: exhaustedPage,
  expired: expiredPage,
  held: heldPage,
  incomplete: incompletePage,
  late: latePage,
  outdated: endedPage,
  paid: paidPage,
  paidOtherwise: endedPage,
  pay: payPage,
  pending: awaitedPage,
  underWay: awaitedPage,
  unknown: awaitedPage,
  waiting: waitingPage,
};

export async function pageOf(visit: Visit): Promise<PageAnswer<CheckoutPage>> {
  // The row of the state's own kind takes a visit in that state.
  const make = PAGE_MAKERS[visit.state.kind] as PageMaker<StateKind>;
  return make(visit);
}
