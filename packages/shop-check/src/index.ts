/** Plays thirty payment histories against a shop, and reports what the shop did wrong with its orders. */
export { type CheckOptions, checkShop, type OpenCheck, openCheck, type Report } from './check.ts';
export type { ShopSettings } from './gateway/settings.ts';
export type { World } from './gateway/world.ts';
export { HISTORIES, type History } from './histories/index.ts';
export { MISTAKES, type Mistake, type MistakeName } from './mistakes.ts';
export type { Outcome } from './play/play.ts';
export { jsonOf } from './report/json.ts';
export { junitOf } from './report/junit.ts';
export { lineOf, summaryOf } from './report/text.ts';
export { type CheckPageOptions, shopByCheckPage } from './shop/check-page.ts';
export { type ShopFunctions, shopByFunctions } from './shop/functions.ts';
export {
  type MadeOrder,
  NotOffered,
  type OrderState,
  type OrderStatus,
  type Shop,
  type ShopAct,
  ShopProblem,
  type WantedOrder,
} from './shop/shop.ts';
