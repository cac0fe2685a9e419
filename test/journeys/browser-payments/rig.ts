/**
 * Shared by every journey over a provider's pages: the journeys' rig, the providers, and the final comparison of the
 * ledgers.
 */
import { expect, it, vi } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import type { Checkout } from '../../support/merchant.ts';
import { type Rig, type RigOptions, SCRIPT_OR_NOT, useRig, whenNoneRuns } from '../rig.ts';
import { disagreements, lineOf } from './disagreements.ts';
import { type Ledgers, readLedgers } from './ledgers.ts';
import { type Initiated, type Initiation, initiate, RESULT_MS_MAX } from './merchant-server.ts';
import { createProviderControl, type ProviderControl } from './provider-control.ts';

export interface BrowserPaymentRig extends Rig {
  readonly wallet: ProviderControl;
  readonly bank: ProviderControl;
  /** The merchant's notification URL. */
  readonly notificationUrl: string;
  /** A hosted page for EUR 57.20 with notifications of every result. */
  checkout(interaction?: object, order?: object): Promise<Checkout>;
  /** The same amount, started by the merchant's own server. */
  initiate(asked?: Partial<Initiation>): Promise<Initiated>;
  /** Waits until the ledgers satisfy `wanted`. @returns them as they are then */
  ledgersOnce(orderId: string, wanted: (ledgers: Ledgers) => boolean): Promise<Ledgers>;
  /** The end of a journey: the rows of each ledger in order, and that the ledgers agree. */
  expectLedgers(orderId: string, expected: ExpectedLedgers): Promise<void>;
}

/** One line for each row. */
export interface ExpectedLedgers {
  /** @example '1 PAYMENT SUCCESS 57.20 EUR' */
  readonly gateway: readonly string[];
  /** @example 'PAYMENT APPROVED' */
  readonly provider: readonly string[];
  /** @example 'PAYMENT APPROVED'; empty if no card was used */
  readonly acquirer?: readonly string[];
  /** The order's notificationUrl if it is not the rig's own; null if it has none. */
  readonly notifiedAt?: string | null;
}

/** Call it once at the top of a test file; the rig exists from the first test on. */
export function useBrowserPaymentRig(options?: RigOptions): BrowserPaymentRig {
  const rig = useRig(options);
  const control = (id: string, name: string) => createProviderControl(rig.stack.shopOrigin, id, name);
  const wallet = () => control('demoWallet', 'Demo Wallet');
  const bank = () => control('demoBank', 'Demo Bank');
  const notificationUrl = () => `${rig.shop.origin}/told?by=turnpike`;

  const read = (orderId: string) => readLedgers(rig.stack, [wallet(), bank()], orderId);

  whenNoneRuns(() => Promise.all([wallet().behave(), bank().behave()]));

  return Object.create(
    rig,
    Object.getOwnPropertyDescriptors({
      get wallet() {
        return wallet();
      },
      get bank() {
        return bank();
      },
      get notificationUrl() {
        return notificationUrl();
      },
      checkout: (interaction: object = {}, order: object = {}) =>
        rig.stack.merchant.checkout(
          { returnUrl: `${rig.shop.origin}/back`, ...interaction },
          { notificationUrl: notificationUrl(), ...order },
        ),
      initiate: (asked: Partial<Initiation> = {}) =>
        initiate(rig.stack.merchant, {
          returnUrl: `${rig.shop.origin}/back?order=7`,
          notificationUrl: notificationUrl(),
          ...asked,
        }),
      ledgersOnce: (orderId: string, wanted: (ledgers: Ledgers) => boolean) =>
        vi.waitUntil(
          async () => {
            const ledgers = await read(orderId);
            return wanted(ledgers) && ledgers;
          },
          { timeout: RESULT_MS_MAX, interval: 100 },
        ),
      async expectLedgers(
        orderId: string,
        { gateway, provider, acquirer = [], notifiedAt = notificationUrl() }: ExpectedLedgers,
      ) {
        const ledgers = await read(orderId);
        const said = {
          gateway: ledgers.gateway.transaction.map(lineOf),
          provider: ledgers.provider.map(({ kind, state }) => `${kind} ${state}`),
          acquirer: ledgers.acquirer.map(({ kind, state }) => `${kind} ${state}`),
          disagreements: disagreements(ledgers, notifiedAt ?? undefined),
        };
        expect(said).toEqual({ gateway, provider, acquirer, disagreements: [] });
      },
    }),
  ) as BrowserPaymentRig;
}

interface Way {
  readonly javaScriptEnabled: boolean;
}

type Journey = (way: Way) => Promise<void>;

/** A journey with script in `npm test`, and without in `npm run test:all`. */
export function walkBothWays(name: string, journey: Journey, options: { readonly concurrent?: boolean } = {}): void {
  it(name, options, () => journey({ javaScriptEnabled: true }));
  it(`${name}, without script`, { ...options, ...AT_LENGTH }, () => journey({ javaScriptEnabled: false }));
}

/**
 * Both in `npm run test:all`: a journey that multiplies others.
 *
 * @param concurrent false if it changes the surroundings of others
 */
export function walkAtLength(name: string, journey: Journey, { concurrent = true } = {}): void {
  const options = { ...AT_LENGTH, concurrent };
  it(name, options, () => journey({ javaScriptEnabled: true }));
  it(`${name}, without script`, options, () => journey({ javaScriptEnabled: false }));
}

/** Like `walkBothWays`, concurrent with the other journeys of its file. */
export const walkBothWaysAtOnce = (name: string, journey: Journey): void =>
  walkBothWays(name, journey, { concurrent: true });

/**
 * A journey that waits for a timeout, walked concurrently by a payer with script and by one without, so that both wait
 * together.
 */
export function withScriptAndWithout(journey: Journey): () => Promise<void> {
  return async () => {
    const walked = SCRIPT_OR_NOT.map(({ script, javaScriptEnabled }) =>
      journey({ javaScriptEnabled }).catch((cause: unknown) => {
        throw new Error(`It fails ${script}.`, { cause });
      }),
    );
    await Promise.all(walked);
  };
}
