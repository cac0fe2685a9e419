import type { FrontDoor } from '../gateway/front-door.ts';
import type { MerchantStaff } from '../gateway/merchant.ts';
import type { Signing } from '../gateway/notification.ts';
import type { World } from '../gateway/world.ts';
import type { HttpOptions } from '../payer/http.ts';
import type { Shop } from '../shop/shop.ts';

export interface PlayDependencies {
  readonly shop: Shop;
  readonly world: World;
  readonly door: FrontDoor;
  readonly staff: MerchantStaff;
  readonly signing: Signing;
  /** How long an order of the shop may take to be right. */
  readonly settleMs: number;
  readonly http: HttpOptions;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  /** A number that no other history of this world has. */
  readonly serial: number;
}
