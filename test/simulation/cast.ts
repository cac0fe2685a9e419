/** The clients of a history, and what is known about it before its seed decides the rest. */
import type { Acquirer } from '../../src/core/ports/index.ts';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import { GiftCardPayer } from './gift-card-payer.ts';
import { MerchantOrder } from './merchant.ts';
import { DRAWN, type Outcomes } from './outcomes.ts';
import { Payer, type Stage } from './payer.ts';

export interface Cast {
  /** Absent: the seed's. */
  readonly faults?: Faults | undefined;
  /** Members of the merchant's profile. */
  profile(chance: Chance): object;
  readonly outcomes: Outcomes;
  /** Plants a fault in the gateway's processes. */
  readonly plant?: ((acquirer: Acquirer) => Acquirer) | undefined;
  /** Starts the clients. @returns for each, a promise of the end of its business */
  enter(stage: Stage): readonly Promise<void>[];
  /** The longest business of a client, beside the repeats of unanswered requests. */
  readonly businessMs: number;
}

/** Orders of a history: several, so that mix-ups can occur. */
const ORDERS = [1, 1, 2, 3] as const;

export const CAST_OF_SEED: Cast = {
  profile: (chance) => ({
    lateBrowserPayments: chance.pick(['REFUND', 'REPORT']),
    permissions: { refundApproval: chance.oneIn(3), partPayment: true },
  }),
  outcomes: DRAWN,
  enter(stage) {
    const { chance } = stage.world;
    return Array.from({ length: chance.pick(ORDERS) }, (_, index) => {
      const orderId = `order-${index + 1}`;
      const live = chance.weighted<() => Promise<void>>([
        [5, () => new Payer(stage, orderId).live()],
        [4, () => new GiftCardPayer(stage, orderId).live()],
        [11, () => new MerchantOrder(stage.world, stage.counter, orderId).withCard()],
      ]);
      return live();
    });
  },
  businessMs: 0,
};
