/** A page of each kind, in each language, in both schemes, wide and narrow. */
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/web/text/index.ts';
import { findings, findingsInTheDark } from './axe.ts';
import { everyPage, isOneOfEachKind } from './every-page.ts';
import { useVisitor } from './rig.ts';
import { landmarksOf, misread } from './screen-reader.ts';

const rig = useVisitor();
const PAGES = Object.entries(everyPage).filter(([name]) => isOneOfEachKind(name));
const WIDTHS = [320, 390, 1280];

it.each(LANGUAGES)('a page of each kind is read in %s as it is seen, and breaks no rule of axe', async (locale) => {
  for (const [name, model] of PAGES) {
    const page = await rig.open({ ...model, locale });
    expect(await findings(page), name).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await misread(page, landmarksOf(model)), `${name}, ${width} px`).toEqual([]);
    }
    expect(await findingsInTheDark(page), name).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
});
