/** Every page, opened once and checked in every way: by axe in both schemes, and in windows of every width. */
import { keptBrowser } from '../../browser.ts';
import { kept } from '../../support/kept.ts';
import { findings, findingsInTheDark } from './axe.ts';
import { everyPage } from './every-page.ts';
import { oncePerName } from './once.ts';
import { overflows } from './overflow.ts';
import { startPreview } from './preview.ts';
import { landmarksOf, misread } from './screen-reader.ts';
import { visit } from './visitor.ts';

export const WIDTHS = [390, 640, 834, 1280];

/** The one style of a page, which its policy allows by its hash. */
export const STYLE = /<style>((?:(?!<style)[\s\S])*?)<\/style>(?=<\/head>)/;

/** Inline code that no page may contain, since its policy would refuse it. */
export const INLINE = /<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|data:/i;

export interface Look {
  /** axe's findings in the light scheme. */
  readonly light: readonly string[];
  /** axe's findings in the dark scheme, where only colours differ. */
  readonly dark: readonly string[];
  /** Its problems for a screen reader, in a wide window and in a narrow one. */
  readonly misread: readonly string[];
  /** By how many pixels the page is wider than each window. */
  readonly excess: ReadonlyMap<number, number>;
  readonly complaints: readonly string[];
}

const NARROW = 390;
const ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

const onlooker = kept(async () => {
  const [preview, visitor] = await Promise.all([startPreview(), keptBrowser().then((browser) => visit(browser))]);
  return { preview, visitor };
});

/** By the name in `everyPage`. */
export const lookAt = oncePerName(async (name): Promise<Look> => {
  const { preview, visitor } = await onlooker();
  const { page, complaints } = visitor;
  await visitor.renew();
  // The previous page may be reloading itself, which would abort the loading of this one.
  const leave = () => page.goto('about:blank');
  await leave().catch(leave);
  preview.show(everyPage[name]!);
  await page.goto(preview.origin + ADDRESS);
  const light = await findings(page);
  const landmarks = landmarksOf(everyPage[name]!);
  const misreadWide = await misread(page, landmarks);
  const dark = await findingsInTheDark(page);
  const excess = await overflows(page, WIDTHS);
  await page.setViewportSize({ width: NARROW, height: 800 });
  const misreadNarrow = await misread(page, landmarks);
  return { light, dark, misread: [...misreadWide, ...misreadNarrow], excess, complaints: [...complaints] };
});

/** @returns the look of each of these pages, by its name */
export async function looksAt(names: readonly string[]): Promise<ReadonlyMap<string, Look>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await lookAt(name)] as const)));
}
