/** Runs axe in a page. Its script is sent to a document once, and can run there several times. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright';

const EVERYTHING: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // The contents of a bank's page are the bank's.
  iframes: false,
};

/** The rules that depend on colours: only they can differ in a second colour scheme. */
const COLOURS: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
  iframes: false,
};

/** @param page in its current state @returns a line for each violated rule, with the elements */
export async function findings(page: Page): Promise<string[]> {
  return await run(page, EVERYTHING);
}

/** Like `findings`, for a frame that is a box in a page of a shop: its landmarks are those of the page around it. */
export async function findingsInFrame(frame: Frame): Promise<string[]> {
  return await run(frame, { ...EVERYTHING, rules: { region: { enabled: false } } });
}

/** Like `findings`, for the page in the dark scheme, which stays set; by the rules about colours alone. */
export async function findingsInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  return await run(page, COLOURS);
}

/** @param rules of axe, beyond those of `findings` @returns like `findings`, by these rules alone */
export async function findingsBeyond(page: Page, rules: readonly string[]): Promise<string[]> {
  const enabled = Object.fromEntries(rules.map((rule) => [rule, { enabled: true }]));
  return await run(page, {
    runOnly: { type: 'rule', values: [...rules] },
    rules: enabled,
    resultTypes: ['violations'],
    iframes: false,
  });
}

const isLoaded = () => 'axe' in window;

async function run(page: Page | Frame, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(isLoaded))) {
    await page.evaluate(axe.source);
  }
  const violations = await page.evaluate(async (options) => {
    const { axe: loaded } = window as unknown as {
      axe: { run: (root: Document, o: object) => Promise<axe.AxeResults> };
    };
    return (await loaded.run(document, options)).violations;
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
