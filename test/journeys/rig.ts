/**
 * Shared by every journey: a whole Turnpike, a browser, a merchant's site, and payers whose browsers are closed after
 * each test.
 */
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import { arrivals, keptBrowser, launchBrowser } from '../browser.ts';
import { AT_LENGTH, itAtLength } from '../support/at-length.ts';
import { openReturnShop, type ReturnShop } from '../support/return-shop.ts';
import { keptStack, keptStackThatAsksBanks, type Stack, type StackOptions, startStack } from '../support/stack.ts';
import { Robot, VISITS } from './robot.ts';
import { endRobots } from './walking-robots.ts';

export interface Payer {
  readonly page: Page;
  /** Violations of the content policy, errors and warnings of scripts. */
  readonly complaints: string[];
  /** Walks beside this payer. */
  readonly robot: Robot;
}

export interface PayerOptions extends BrowserContextOptions {
  /** False for a payer whose journey shows that nobody has opened an address. */
  readonly isWithRobot?: boolean;
}

export interface Rig {
  readonly stack: Stack;
  readonly shop: ReturnShop;
  payer(options?: PayerOptions): Promise<Payer>;
}

export interface RigOptions {
  /** A browser of the file's own. */
  readonly browser?: LaunchOptions;
  /** A stack of the file's own. */
  readonly stack?: StackOptions;
  /** The shared stack whose gateway is configured with the sandbox's directory servers. */
  readonly asksBanks?: true;
  /** A robot walks beside each payer, unless this is false. */
  readonly robots?: false;
  /** Another shared stack. */
  readonly kept?: () => Promise<Stack>;
}

function stackOf({ stack, asksBanks, kept }: RigOptions): Promise<Stack> {
  if (stack !== undefined) {
    return startStack(stack);
  }
  if (kept !== undefined) {
    return kept();
  }
  return asksBanks ? keptStackThatAsksBanks() : keptStack();
}

/**
 * Call it once at the top of a test file; the rig exists from the first test on. Browsers are closed and the acquirer's
 * faults reset when no test is running: concurrent tests share a fault that one of them sets.
 */
export function useRig({ robots: hasRobots, ...options }: RigOptions = {}): Rig {
  let parts: { stack: Stack; shop: ReturnShop; browser: Browser };
  const robots: Robot[] = [];
  /** Closes each payer's browser. */
  const payers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const [stack, shop, browser] = await Promise.all([
      stackOf(options),
      openReturnShop(),
      options.browser ? launchBrowser(options.browser) : keptBrowser(),
    ]);
    parts = { stack, shop, browser };
  });
  whenNoneRuns(async () => {
    await Promise.all(payers.splice(0).map((close) => close()));
    await parts.stack.acquirer.misbehave({ mode: 'NONE' });
  });
  afterAll(async () => {
    await endRobots(robots, parts.stack);
    await Promise.all([
      parts.shop.close(),
      options.browser && parts.browser.close(),
      options.stack && parts.stack.close(),
    ]);
  });

  return {
    get stack() {
      return parts.stack;
    },
    get shop() {
      return parts.shop;
    },
    async payer({ isWithRobot = true, ...options } = {}) {
      const context = await parts.browser.newContext({ locale: 'en-US', ...options });
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(message.text());
        }
      });
      const page = await context.newPage();
      const arrived = arrivals(page);
      const robot = new Robot(parts.stack.origin);
      if (hasRobots !== false && isWithRobot && VISITS > 0) {
        robot.follow(page);
        robots.push(robot);
      }
      payers.push(async () => {
        await arrived();
        await context.close();
      });
      return { page, complaints, robot };
    },
  };
}

/** Every journey works without script too. */
export const SCRIPT_OR_NOT = [
  { script: 'with script', javaScriptEnabled: true },
  { script: 'without script', javaScriptEnabled: false },
] as const;

const isWithScript = ({ javaScriptEnabled }: (typeof SCRIPT_OR_NOT)[number]) => javaScriptEnabled;

/** A journey with script in `npm test`, and without in `npm run test:all`; those that differ most are in both. */
export const inBothWays = itAtLength(SCRIPT_OR_NOT, isWithScript);

/** The same, concurrent with the other journeys of its file. */
export const inBothWaysAtOnce = itAtLength(SCRIPT_OR_NOT, isWithScript, { concurrent: true });

/** Both in `npm run test:all`: a journey that multiplies others. */
export function inBothWaysAtLength(
  name: string,
  journey: (way: (typeof SCRIPT_OR_NOT)[number]) => Promise<void>,
): void {
  it.each(SCRIPT_OR_NOT)(name, AT_LENGTH, journey);
}

/** @param cleanUp runs whenever the last concurrent test has ended, and before the next one begins */
export function whenNoneRuns(cleanUp: () => Promise<unknown>): void {
  let running = 0;
  let cleaned: Promise<unknown> | undefined;
  beforeEach(async () => {
    running += 1;
    await cleaned;
  });
  afterEach(async () => {
    running -= 1;
    if (running === 0) {
      cleaned = cleanUp();
      await cleaned;
    }
  });
}

/** @returns a function that runs its actions one after another, for concurrent tests that share a switch */
export function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
}
