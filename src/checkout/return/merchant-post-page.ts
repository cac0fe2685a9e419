/** The page that redirects the payer from the bank to a merchant whose server requested the authentication. */
import type { ShownAuthentication } from '../../core/payer-authentication/index.ts';
import { type Merchants, type Sealer, supportCode } from '../../core/ports/index.ts';
import type { MerchantPostPage, PageAnswer } from '../../web/views/index.ts';
import { shopOf, testModeOf } from '../receipt/shop.ts';

export interface MerchantPostDependencies {
  readonly merchants: Merchants;
  readonly gateway: { readonly sealer: Pick<Sealer, 'hash'> };
  readonly sandbox: boolean;
  readonly isStaging?: boolean;
}

/** The address and the fields of the POST to the merchant. */
interface MerchantPost {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

export async function merchantPostPage(
  { merchants, gateway, ...mode }: MerchantPostDependencies,
  { merchantId, order }: Pick<ShownAuthentication, 'merchantId' | 'order'>,
  way: MerchantPost | undefined,
  locale: string,
): Promise<PageAnswer<MerchantPostPage>> {
  const merchant = await merchants.find(merchantId);
  if (merchant === undefined) {
    return { problem: { kind: 'unknownReturn', locale } };
  }
  const base = {
    kind: 'merchantPost',
    locale,
    testMode: testModeOf(mode),
    shop: shopOf(merchant),
    supportCode: supportCode(gateway.sealer, order.key),
  } as const;
  const page = way === undefined ? { ...base, hidden: {} } : { ...base, action: way.url, hidden: way.fields };
  return { page, toMerchant: way === undefined ? {} : { url: way.url } };
}
