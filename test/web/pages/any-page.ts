/** Every page that a payer can get, and the address of its build. */
import { payerPageOrder } from '../../../src/web/rendering/page-order.ts';
import type {
  CheckoutPage,
  ChoicePage,
  DevicePage,
  LinkPage,
  MerchantPostPage,
  PageData,
  PayerPageOrder,
  ProblemPage,
  ResultPage,
  SavedCardsPage,
} from '../../../src/web/views/index.ts';

export type AnyPage =
  | CheckoutPage
  | ChoicePage
  | DevicePage
  | LinkPage
  | MerchantPostPage
  | ResultPage
  | ProblemPage
  | SavedCardsPage;

/** The order of the built page. */
export function builtPage(page: AnyPage): PayerPageOrder {
  if (('embedded' in page && page.embedded !== undefined) || ('isFramed' in page && page.isFramed)) {
    return payerPageOrder('', 'framed', 'S', page as PageData['framed']);
  }
  switch (page.kind) {
    case 'paid':
      return { address: '/checkout/done/S', page: 'done', id: 'S', data: page };
    case 'cancelled':
      return { address: '/checkout/cancel/S', page: 'cancelled', id: 'S', data: page };
    case 'device':
      return { address: '/checkout/device/S', page: 'device', id: 'S', data: page };
    case 'link':
      return { address: '/checkout/link/S', page: 'link', id: 'S', data: page };
    case 'choosing':
    case 'naming':
    case 'starting':
    case 'begun':
    case 'approving':
    case 'code':
    case 'codeOver':
      return { address: '/checkout/choice/S', page: 'choice', id: 'S', data: page };
    case 'awaitingResult':
    case 'returning':
      return { address: '/checkout/return/S', page: 'result', id: 'S', data: page };
    case 'status':
      return { address: '/checkout/status/S', page: 'status', id: 'S', data: page };
    case 'savedCards':
      return { address: '/checkout/cards/S', page: 'savedCards', id: 'S', data: page };
    case 'merchantPost':
      return { address: '/checkout/authentication/S/challenge', page: 'merchantPost', id: 'S', data: page };
    case 'unknownReturn':
    case 'notFound':
    case 'busy':
    case 'restored':
    case 'error':
    case 'refused':
      return { address: `/problem/${page.kind}`, page: 'problem', id: page.kind, data: page };
    default:
      return payerPageOrder('/checkout/pay/S', 'checkout', 'S', page);
  }
}
