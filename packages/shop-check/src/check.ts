/** Plays the histories against a shop, one after another. */
import { FrontDoor } from './gateway/front-door.ts';
import { MerchantStaff } from './gateway/merchant.ts';
import {
  DEFAULT_PORT,
  NOTIFICATION_KEY,
  NOTIFICATION_SECRET,
  PASSWORD,
  type ShopSettings,
} from './gateway/settings.ts';
import type { World } from './gateway/world.ts';
import { HISTORIES, type History } from './histories/index.ts';
import { TIMEOUT_MS } from './payer/http.ts';
import { eventually } from './play/eventually.ts';
import { type Outcome, play } from './play/play.ts';
import { type ShopFunctions, shopByFunctions } from './shop/functions.ts';
import { NotOffered, type Shop, ShopProblem } from './shop/shop.ts';

export interface CheckOptions {
  /** Starts the gateway. Absent: `@turnpike/sandbox`. */
  readonly startWorld?: () => Promise<World>;
  /** The port of the gateway's address for the shop; 0 chooses one. Absent: 8070. */
  readonly port?: number;
  /** The notification address of orders without `order.notificationUrl`. */
  readonly notificationUrl?: string;
  /** Names of histories. Absent: all. */
  readonly only?: readonly string[];
  /** Chooses the amounts. The same seed plays the same histories. */
  readonly seed?: number;
  /** The limit of one exchange with the shop. */
  readonly timeoutMs?: number;
  /** How long an order of the shop may take to be right, as in a shop that works through a queue. */
  readonly settleMs?: number;
  /** Certificates (PEM) to trust. */
  readonly ca?: readonly string[];
  /** Called when each history has ended. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

export interface Report {
  readonly shop: string;
  readonly seed: number;
  readonly outcomes: readonly Outcome[];
  readonly ms: number;
}

/** Shops may process a notification after they answered it. */
export const SETTLE_MS = 3_000;
/** A shop that does not answer is not asked thirty times. */
const SILENT_MAX = 3;
const NOT_PLAYED = `Not played: the shop did not answer in ${SILENT_MAX} histories in a row.`;

export interface OpenCheck {
  /** The shop's settings for the check. */
  readonly settings: ShopSettings;
  run(shop: Shop): Promise<Report>;
  close(): Promise<void>;
}

/** Starts the gateway, and gives the shop's settings. @throws {ShopProblem} in one sentence */
export async function openCheck(options: CheckOptions = {}): Promise<OpenCheck> {
  const { startWorld = startSandboxWorld, port = DEFAULT_PORT, notificationUrl } = options;
  const histories = chosen(options.only);
  const world = await startWorld();
  const close = () => world.close();
  const door = await FrontDoor.open(world, { port, password: PASSWORD, notificationUrl }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  let serial = Math.floor(Date.now() / 1_000) % 1_000_000;
  return {
    settings: {
      gateway: door.origin,
      merchant: world.merchant,
      password: PASSWORD,
      notificationKey: NOTIFICATION_KEY,
      notificationSecret: NOTIFICATION_SECRET,
    },
    async run(shop) {
      const began = performance.now();
      const { seed = 1, timeoutMs = TIMEOUT_MS, settleMs = SETTLE_MS, ca, onOutcome } = options;
      const random = mulberry32(seed);
      const http = { timeoutMs, ca };
      await tried(shop, settleMs);
      const common = { shop, settleMs, world, door, http, random, staff: new MerchantStaff(world) };
      const signing = { key: NOTIFICATION_KEY, secret: NOTIFICATION_SECRET };
      const outcomes: Outcome[] = [];
      let silent = 0;
      for (const history of histories) {
        serial += 1;
        const outcome: Outcome =
          silent === SILENT_MAX
            ? { history, result: 'left-out', sentence: NOT_PLAYED, advice: [], ms: 0 }
            : await play(history, { ...common, signing, serial });
        outcomes.push(outcome);
        onOutcome?.(outcome);
        if (silent < SILENT_MAX) {
          silent = / has not answered within /.test(outcome.sentence ?? '') ? silent + 1 : 0;
        }
      }
      return { shop: shop.name, seed, outcomes, ms: Math.round(performance.now() - began) };
    },
    async close() {
      await door.close();
      await close();
    },
  };
}

/** Checks a shop by its functions, in the shop's own tests. `configure` gets the settings before the first history. */
export async function checkShop(
  functions: ShopFunctions & { configure?(settings: ShopSettings): Promise<void> | void },
  options: CheckOptions = {},
): Promise<Report> {
  const check = await openCheck({ port: 0, ...options });
  try {
    await functions.configure?.(check.settings);
    return await check.run(shopByFunctions(functions, options));
  } finally {
    await check.close();
  }
}

/** One order before the histories, so that a shop that cannot be asked gets one sentence. */
async function tried(shop: Shop, settleMs: number): Promise<void> {
  const { order } = await shop
    .makeOrder({
      amount: '60.00',
      currency: 'EUR',
      items: [{ name: 'Check', quantity: 1, unitPrice: '60.00' }],
      capture: 'now',
    })
    .catch((error: unknown) => {
      throw error instanceof NotOffered
        ? new ShopProblem('The shop offers no order that is paid at once, and every history needs one.')
        : error;
    });
  await eventually(settleMs, async () => {
    const { state } = await shop.orderStatus(order);
    return state === 'open'
      ? undefined
      : new ShopProblem(
          `The shop made order ${order}, and says that it is ${state} before anybody could pay. A new order is open.`,
        );
  });
}

function chosen(only: readonly string[] | undefined): readonly History[] {
  const unknown = only?.find((name) => !HISTORIES.some((history) => history.name === name));
  if (unknown !== undefined) {
    throw new ShopProblem(
      `No history is named ${unknown}. There are: ${HISTORIES.map(({ name }) => name).join(', ')}.`,
    );
  }
  return only === undefined ? HISTORIES : HISTORIES.filter(({ name }) => only.includes(name));
}

async function startSandboxWorld(): Promise<World> {
  const { startSandbox } = await import('./gateway/sandbox-world.ts');
  return startSandbox();
}

/** A generator of pseudo-random numbers, at least 0 and less than 1. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
