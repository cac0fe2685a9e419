/**
 * Draws the contact sheets of `docs/pages.md`, which show every payer's page in a small picture, and takes the pictures
 * of the README and the guides. With `--all` it takes each page at full size and in every look instead; these pictures
 * are not committed.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { launchBrowser } from '../../test/browser.ts';
import type { AnyPage } from '../../test/web/pages/any-page.ts';
import { everyPage } from '../../test/web/pages/every-page.ts';
import { takePicture } from '../../test/web/pages/pictures.ts';
import { type Preview, startPreview } from '../../test/web/pages/preview.ts';

const SHEETS_FOLDER = new URL('../../docs/pages/', import.meta.url);
const DOCS_FOLDER = new URL('../../docs/', import.meta.url);
const ALL_FOLDER = new URL('../../.cache/pages/', import.meta.url);

/** Each state is on three sheets, so that every colour scheme, direction and width is shown once. */
const LOOKS = {
  'light-1280': { width: 1280, colorScheme: 'light', scale: 0.32, columns: 2 },
  'dark-390': { width: 390, colorScheme: 'dark', scale: 0.5, columns: 4 },
  'arabic-320': { width: 320, colorScheme: 'light', locale: 'ar', scale: 0.5, columns: 5 },
} as const;

const SCHEMES = { light: {}, dark: {}, arabic: { locale: 'ar' } } as const;
const WIDTHS = [320, 390, 1280];

/** Pictures of single pages in the documents, by file. */
const OF_DOCS = { 'payment-page.png': everyPage.pay, 'status-page.png': everyPage.statusPaid };
const DOCS_WIDTH = 1120;

/** The sheet of each page; the payment page has so many states that those with a notice have a sheet of their own. */
const SHEETS: Readonly<Record<AnyPage['kind'], string>> = {
  pay: 'pay',
  leaving: 'provider',
  atProvider: 'provider',
  askingBank: 'bank',
  bankAsks: 'bank',
  challenge: 'bank',
  confirm: 'bank',
  merchantPost: 'bank',
  leaveFrame: 'provider',
  awaitingResult: 'provider',
  returning: 'provider',
  device: 'provider',
  link: 'ended',
  savedCards: 'done',
  choosing: 'provider',
  naming: 'provider',
  starting: 'provider',
  begun: 'provider',
  approving: 'provider',
  code: 'provider',
  codeOver: 'provider',
  status: 'status',
  paid: 'done',
  receipt: 'done',
  exhausted: 'ended',
  cancelled: 'ended',
  closed: 'ended',
  expired: 'ended',
  held: 'ended',
  incomplete: 'ended',
  outdated: 'ended',
  paidOtherwise: 'ended',
  pending: 'ended',
  underWay: 'ended',
  unknown: 'ended',
  waiting: 'ended',
  unknownReturn: 'problems',
  notFound: 'problems',
  busy: 'problems',
  restored: 'problems',
  error: 'problems',
  refused: 'problems',
};

/** With this quality small text is readable, and all sheets together have less than the limit of 1.5 MB. */
const QUALITY = 13;
const GAP_PIXELS = 12;
/** The footer is the same on every page, so only the first page of each sheet shows it. */
const FOOTLESS = '.languages, body > footer { display: none !important; } body { min-height: 0 !important; }';

const sheetOf = (page: AnyPage) => (page.kind === 'pay' && page.notice !== undefined ? 'notices' : SHEETS[page.kind]);

async function drawSheets(browser: Browser, preview: Preview): Promise<void> {
  await emptied(SHEETS_FOLDER);
  const sheets = Map.groupBy(Object.entries(everyPage), ([, page]) => sheetOf(page));
  for (const [look, { scale, columns, ...picture }] of Object.entries(LOOKS)) {
    for (const [sheet, pages] of sheets) {
      const taken: { name: string; png: Buffer }[] = [];
      for (const [name, page] of pages) {
        const style = taken.length === 0 ? '' : FOOTLESS;
        taken.push({ name, png: await takePicture(browser, preview, { page, ...picture }, style) });
      }
      const webp = await drawSheet(browser, taken, { columns, width: Math.round(picture.width * scale) });
      await writeFile(new URL(`${sheet}-${look}.webp`, SHEETS_FOLDER), webp);
      process.stdout.write(`${sheet}-${look}: ${Math.round(webp.length / 1024)} KB\n`);
    }
  }
}

async function takeDocsPictures(browser: Browser, preview: Preview): Promise<void> {
  for (const [file, page] of Object.entries(OF_DOCS)) {
    const picture = { page: page as AnyPage, width: DOCS_WIDTH, colorScheme: 'light' } as const;
    await writeFile(new URL(file, DOCS_FOLDER), await takePicture(browser, preview, picture));
  }
}

async function drawSheet(
  browser: Browser,
  pictures: readonly { readonly name: string; readonly png: Buffer }[],
  { columns, width }: { readonly columns: number; readonly width: number },
): Promise<Buffer> {
  const count = Math.min(columns, pictures.length);
  const page = await browser.newPage({ viewport: { width: count * (width + GAP_PIXELS) + GAP_PIXELS, height: 100 } });
  const figures = pictures.map(
    ({ name, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${inWords(name)}</figcaption></figure>`,
  );
  await page.setContent(`<!doctype html><style>
    body { margin: 0; padding: ${GAP_PIXELS}px; background: #9a9aa8; columns: ${count}; column-gap: ${GAP_PIXELS}px; }
    figure { margin: 0; padding-bottom: ${GAP_PIXELS}px; break-inside: avoid; }
    img { display: block; width: 100%; }
    figcaption { font: 11px / 1.4 sans-serif; }
  </style>${figures.join('')}`);
  const webp = await page.screenshot({ type: 'webp', quality: QUALITY, fullPage: true });
  await page.close();
  return webp;
}

/** @param name a name in camel case */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

async function takeAll(browser: Browser, preview: Preview): Promise<void> {
  await emptied(ALL_FOLDER);
  for (const [name, page] of Object.entries(everyPage)) {
    for (const [scheme, look] of Object.entries(SCHEMES)) {
      for (const width of WIDTHS) {
        const colorScheme = scheme === 'dark' ? 'dark' : 'light';
        const png = await takePicture(browser, preview, { page, width, colorScheme, ...look });
        await writeFile(new URL(`${name}-${scheme}-${width}.png`, ALL_FOLDER), png);
      }
    }
    process.stdout.write(`${name}\n`);
  }
}

async function emptied(folder: URL): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(folder)) {
    await rm(new URL(file, folder));
  }
}

const [browser, preview] = await Promise.all([launchBrowser(), startPreview()]);
if (process.argv.includes('--all')) {
  await takeAll(browser, preview);
} else {
  await drawSheets(browser, preview);
  await takeDocsPictures(browser, preview);
}
await Promise.all([browser.close(), preview.close()]);
