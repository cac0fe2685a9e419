/**
 * Pictures of pages as a payer sees them, reproducible on every machine within one browser engine: with a font of the
 * project's own, and without animations. The stored ones are in `pictures/`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright';
import { PNG } from 'pngjs';
import type { AnyPage } from './any-page.ts';
import { everyPage } from './every-page.ts';
import type { Preview } from './preview.ts';
import { visit } from './visitor.ts';

export interface Picture {
  readonly page: AnyPage;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** English by default; the fonts only have the letters of English and Arabic. */
  readonly locale?: string;
}

const NARROW = { width: 390, colorScheme: 'light' } as const;
const WIDE = { width: 1280, colorScheme: 'light' } as const;

/** One of each kind of page and of component, in the window that shows it best. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  'pay-wide': { page: everyPage.pay!, ...WIDE },
  'pay-narrow-dark': { page: everyPage.pay!, ...NARROW, colorScheme: 'dark' },
  'declined-narrow-arabic': { page: everyPage.declined!, ...NARROW, locale: 'ar' },
  'mistakes-narrow': { page: everyPage.refused!, ...NARROW },
  'details-wide-dark': { page: everyPage.detailsAsked!, ...WIDE, colorScheme: 'dark' },
  'part-held-narrow': { page: everyPage.partHeld!, ...NARROW },
  'embedded-narrow-dark': {
    page: { ...everyPage.embedded!, embedded: { colors: 'dark' } } as AnyPage,
    ...NARROW,
    colorScheme: 'dark',
  },
  'bank-wide': { page: everyPage.challengeInLargeFrame!, ...WIDE },
  'at-provider-narrow': { page: everyPage.atProvider!, ...NARROW },
  'saved-cards-narrow': { page: everyPage.savedCardsOfCustomer!, ...NARROW },
  'kept-cards-narrow-arabic': { page: everyPage.keptCards!, ...NARROW, locale: 'ar' },
  'receipt-wide': { page: everyPage.receipt!, ...WIDE },
  'status-narrow': { page: everyPage.statusPaid!, ...NARROW },
  'device-narrow-dark': { page: everyPage.device!, ...NARROW, colorScheme: 'dark' },
  'link-narrow': { page: everyPage.linkMistyped!, ...NARROW },
  'problem-wide': { page: everyPage.notFound!, ...WIDE },
};

const FONTS = {
  inter: 'inter/files/inter-latin-wght-normal',
  arabic: 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal',
};
const FOLDER = '/pictures/';
const PAGE_ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

const fontFace = (name: string) =>
  `@font-face { font-family: ${name}; src: url(${FOLDER}${name}) format("woff2"); font-weight: 100 900; }`;
/** Letters without hinting, which depends on each machine's screen settings. */
const STYLE = `${Object.keys(FONTS).map(fontFace).join('\n')}
:root { --font: ${Object.keys(FONTS).join(', ')}; }
* { text-rendering: geometricPrecision !important; }`;

/** A PNG of each, named as in `PICTURES`. */
export const PICTURES_FOLDER = new URL('pictures/', import.meta.url);

/** The page is cut off at this height. */
const WINDOW_HEIGHT = 800;

/** @throws if there is no picture of that name */
export async function keptPicture(name: string): Promise<PNG> {
  return PNG.sync.read(await readFile(new URL(`${name}.png`, PICTURES_FOLDER)));
}

/** @param png as it was taken; stored with the best lossless compression */
export async function keepPicture(name: string, png: Buffer): Promise<void> {
  const small = PNG.sync.write(PNG.sync.read(png), {
    colorType: 2,
    deflateLevel: 9,
    deflateStrategy: 0,
    filterType: 0,
  });
  await writeFile(new URL(`${name}.png`, PICTURES_FOLDER), small);
}

/**
 * @param restyle rules beyond those of the page
 * @returns a PNG of the whole page
 */
export async function takePicture(browser: Browser, preview: Preview, picture: Picture, restyle = ''): Promise<Buffer> {
  const { page: model, width, colorScheme, locale } = picture;
  const visitor = await visit(browser, {
    viewport: { width, height: WINDOW_HEIGHT },
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  const { page } = visitor;
  try {
    await serveFonts(page);
    preview.show(locale === undefined ? model : { ...model, locale });
    await page.goto(preview.origin + PAGE_ADDRESS, { waitUntil: 'load' });
    await restylePage(page, STYLE + restyle);
    if ((await page.locator('iframe').count()) > 0) {
      await restyleBank(page);
    }
    await page.evaluate(() => document.fonts.ready);
    return await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' });
  } finally {
    await visitor.close();
  }
}

/** A bank's page names no font, and the default font of a machine would be in the picture. */
async function restyleBank(page: Page): Promise<void> {
  const bank = page.frameLocator('iframe').locator('html');
  await page.frameLocator('iframe').getByRole('heading').waitFor();
  const frame = await (await bank.elementHandle())!.ownerFrame();
  await restylePage(frame!, `${STYLE} html, input { font-family: var(--font) }`);
  await frame!.evaluate(() => document.fonts.ready);
}

/** Styles beyond those of the page. Its policy refuses a style element, but not a constructed sheet. */
export async function restylePage(page: Page | Frame, css: string): Promise<void> {
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

async function serveFonts(page: Page): Promise<void> {
  for (const [name, file] of Object.entries(FONTS)) {
    const path = fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}.woff2`));
    await page.route(`**${FOLDER}${name}`, (route) => route.fulfill({ contentType: 'font/woff2', path }));
  }
}
