/** Every page that a payer can get, and the address of its build. */
import { loadersOf, payerPageOrder } from '../../../src/web/rendering/page-order.ts';
import type {
  CheckoutPage,
  ChoicePage,
  DevicePage,
  MerchantPostPage,
  PageLoaders,
  ProblemPage,
  ResultPage,
} from '../../../src/web/views/index.ts';

export type AnyPage = CheckoutPage | ChoicePage | DevicePage | MerchantPostPage | ResultPage | ProblemPage;

export interface Built {
  readonly address: string;
  readonly loaders: Partial<PageLoaders>;
}

/** The address of the built page. */
export function builtPage(page: AnyPage): Built {
  switch (page.kind) {
    case 'paid':
      return { address: '/checkout/done/S', loaders: { done: () => page } };
    case 'cancelled':
      return { address: '/checkout/cancel/S', loaders: { cancelled: () => page } };
    case 'device':
      return { address: '/checkout/device/S', loaders: { device: () => page } };
    case 'choosing':
    case 'naming':
    case 'starting':
    case 'begun':
    case 'approving':
    case 'code':
    case 'codeOver':
      return { address: '/checkout/choice/S', loaders: { choice: () => page } };
    case 'awaitingResult':
    case 'returning':
      return { address: '/checkout/return/S', loaders: { result: () => page } };
    case 'status':
      return { address: '/checkout/status/S', loaders: { status: () => page } };
    case 'merchantPost':
      return { address: '/checkout/authentication/S/challenge', loaders: { merchantPost: () => page } };
    case 'unknownReturn':
    case 'notFound':
    case 'busy':
    case 'restored':
    case 'error':
    case 'refused':
      return { address: `/problem/${page.kind}`, loaders: { problem: () => page } };
    default: {
      const order = payerPageOrder('/checkout/pay/S', 'checkout', 'S', page);
      return { address: order.address, loaders: loadersOf(order) };
    }
  }
}
