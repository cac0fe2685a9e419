/** Finds the merchant of an address in its store, after the person was found in the first one. */
import { merchantOf, roleSomewhere } from '../access.ts';
import type { FurtherStore } from '../stores.ts';
import type { ConsoleDependencies, MerchantRequest, PersonRequest } from './answer.ts';

/** @returns undefined for a merchant that does not exist, and alike for one at which the person has no role */
export async function atMerchant<Request extends PersonRequest>(
  request: Request,
  merchantId: string,
): Promise<(MerchantRequest & Request) | 'AWAY' | undefined> {
  const { signedIn, dependencies } = request;
  const store = dependencies.stores.storeOf(merchantId);
  // Nobody opens a store that sleeps without a role in it.
  if (store !== undefined && !roleSomewhere(signedIn.grants, merchantId)) {
    return undefined;
  }
  return unlessAway(async () => {
    const ofStore = store === undefined ? dependencies : await inStoreOf(request, store);
    const place = await merchantOf(ofStore, signedIn, merchantId);
    return place && { ...request, dependencies: ofStore, place };
  });
}

/** @returns AWAY if the store does not answer, or has its merchant closed for the last seconds of a move */
export async function unlessAway<Result>(action: () => Promise<Result>): Promise<Result | 'AWAY'> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'STORE_UNAVAILABLE') {
      return 'AWAY';
    }
    throw error;
  }
}

/** The ports of the merchant's store in place of the first one's, until the answer is sent. */
async function inStoreOf(
  { dependencies, whenAnswered }: PersonRequest,
  store: FurtherStore,
): Promise<ConsoleDependencies> {
  const { ports, end } = await dependencies.stores.open(store);
  whenAnswered(end);
  return { ...dependencies, ...ports };
}
