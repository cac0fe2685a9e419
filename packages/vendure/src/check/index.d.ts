import type { Type } from '@vendure/core';

export interface TurnpikeCheckOptions {
  /** The check sends it as `Authorization: Bearer TOKEN`. */
  token: string;
  /** A product variant with stock enough for some sixty orders. */
  sku: string;
}

// biome-ignore lint/complexity/noStaticOnlyClass: Vendure's plugins are classes
export declare class TurnpikeCheckPlugin {
  /** @throws TypeError which names a missing option */
  static init(options: TurnpikeCheckOptions): Type<TurnpikeCheckPlugin>;
}
