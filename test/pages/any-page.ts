/** Every page that a payer can meet, and the address at which it is built. */
import type { Loads } from '../../src/http/built-pages.ts';
import type { CheckoutPage, PageLoaders, ProblemPage, ResultPage } from '../../src/views/index.ts';

export type AnyPage = CheckoutPage | ResultPage | ProblemPage;

interface Built {
  readonly address: string;
  readonly loaders: (loads: Loads) => Partial<PageLoaders>;
}

/** Where the built pages show it. */
export function builtPage(page: AnyPage): Built {
  switch (page.kind) {
    case 'paid':
      return { address: '/checkout/done/S', loaders: (loads) => ({ done: loads(async () => ({ page })) }) };
    case 'cancelled':
      return { address: '/checkout/cancel/S', loaders: (loads) => ({ cancelled: loads(async () => ({ page })) }) };
    case 'awaitingResult':
    case 'returning':
      return { address: '/checkout/return/S', loaders: (loads) => ({ result: loads(async () => ({ page })) }) };
    case 'status':
      return { address: '/checkout/status/S', loaders: (loads) => ({ status: loads(async () => ({ page })) }) };
    case 'unknownReturn':
    case 'notFound':
    case 'busy':
    case 'error':
    case 'refused':
      return { address: `/problem/${page.kind}`, loaders: (loads) => ({ problem: loads(async () => ({ page })) }) };
    default:
      return { address: '/checkout/pay/S', loaders: (loads) => ({ checkout: loads(async () => ({ page })) }) };
  }
}
