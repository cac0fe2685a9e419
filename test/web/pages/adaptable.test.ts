/**
 * Every page for a payer who changes its appearance or input: larger letters and wider spaces, touch, keyboard, voice.
 * Each is opened once, and checked in every way.
 */
import { expect, it } from 'vitest';
import { describeAtLength } from '../../support/at-length.ts';
import type { AnyPage } from './any-page.ts';
import { findingsBeyond } from './axe.ts';
import { everyPage } from './every-page.ts';
import { oncePerName } from './once.ts';
import { restylePage } from './pictures.ts';
import { useVisitor } from './rig.ts';

const rig = useVisitor();
const open = (model: AnyPage) => rig.open(model);

const WIDTHS = [390, 1280] as const;
const LARGE = ':root { font-size: 200% }';
/** WCAG 1.4.12. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } ' +
  'p { margin-block-end: 2em !important }';

/** Rules of axe. */
const NAMES = 'label-content-name-mismatch';
const CONTRAST = 'color-contrast-enhanced';

const isAbout = (rule: string) => (finding: string) => finding.startsWith(`${rule}: `);

interface Look {
  readonly large: readonly string[];
  readonly spaced: readonly string[];
  readonly lying: readonly string[];
  readonly small: readonly string[];
  readonly misnamed: readonly string[];
  readonly pale: readonly string[];
}

/** The problems of the page of this name, by kind; empty if there are none. */
const lookAt = oncePerName(async (name): Promise<Look> => {
  const page = await open(everyPage[name] as AnyPage);
  const light = await findingsBeyond(page, [NAMES, CONTRAST]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const pale = [...light.filter(isAbout(CONTRAST)), ...(await findingsBeyond(page, [CONTRAST]))];
  await page.setViewportSize({ width: 844, height: 390 });
  const lying = await page.evaluate(lost);
  await page.setViewportSize({ width: 390, height: 800 });
  const small = await page.evaluate(tooSmall);
  const styled = async (css: string) => {
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await restylePage(page, css);
      await page.evaluate(frameDrawn);
      found.push(...(await page.evaluate(lost)).map((what) => `${width} px: ${what}`));
    }
    return found;
  };
  return {
    misnamed: light.filter(isAbout(NAMES)),
    pale,
    lying,
    small,
    large: await styled(LARGE),
    spaced: await styled(SPACED),
  };
});

/** Runs in the page: resolves once its scripts have adapted it to a new style. */
function frameDrawn(): Promise<unknown> {
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}

/** Runs in the page: how far it is wider than its window, and the elements that cut off some of their own text. */
function lost(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const excess = document.documentElement.scrollWidth - window.innerWidth;
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    const isForReaders = clipPath !== 'none' || element.closest('.unseen') !== null;
    const isWider = element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible';
    const isTaller = element.scrollHeight > element.clientHeight + 1 && overflowY !== 'visible';
    return isSeen(element) && !isForReaders && element.textContent.trim() !== '' && (isWider || isTaller);
  });
  return [
    ...(excess > 0 ? [`the page is ${excess} px too wide`] : []),
    ...cut.map((element) => `${element.tagName.toLowerCase()}.${element.className} hides text`),
  ];
}

/** Runs in the page: each control that measures less than 44 pixels; the label around a checkbox is pressed too. */
function tooSmall(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('.unseen') === null)
    .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
    .filter(({ box }) => box.height < 44 || box.width < 44)
    .map(({ element, box }) => `${element.outerHTML.slice(0, 80)}: ${box.width} × ${box.height}`);
}

/** One of each layout. */
const isQuick = (name: string) =>
  ['pay', 'detailsAsked', 'challenge', 'statusOpen', 'receipt', 'notFound'].includes(name);

describeAtLength(Object.keys(everyPage), isQuick)('%s', (name) => {
  it.each([
    ['letters of twice the size', 'large'],
    ['the spaces of WCAG 1.4.12', 'spaced'],
    ['landscape orientation', 'lying'],
  ] as const)('the page loses no content with %s', async (_what, kind) => {
    expect((await lookAt(name))[kind]).toEqual([]);
  });

  it('the page has no control that measures less than 44 pixels', async () => {
    expect((await lookAt(name)).small).toEqual([]);
  });

  it('the page can be operated by voice with the visible labels', async () => {
    expect((await lookAt(name)).misnamed).toEqual([]);
  });

  it('the page has texts with a contrast of seven to one, light and dark', async () => {
    expect((await lookAt(name)).pale).toEqual([]);
  });
});

it('the keyboard reaches each control in order, in view and with a mark, and leaves the page again', async () => {
  for (const name of ['pay', 'refused', 'giftCard', 'declined', 'atProvider', 'statusOpen', 'device', 'receipt']) {
    const page = await open(everyPage[name]!);
    const count = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            !element.matches(':disabled') &&
            element.tabIndex === 0,
        ).length,
    );
    // From the top, independent of the page's focus.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
    });
    const stops: string[] = [];
    for (let stop = 0; stop < count; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(focused));
    }
    expect(new Set(stops).size, name).toBe(count);
    expect(
      stops.filter((stop) => !stop.startsWith('marked, in sight')),
      name,
    ).toEqual([]);
    await page.keyboard.press('Tab');
    // Without a browser's own bars, the focus continues at the document or at its first stop.
    const after = await page.evaluate(focused);
    expect(after === stops[0] || after.includes(' BODY '), `${name}: ${after}`).toBe(true);
  }
});

/** Runs in the page: whether the focused element is marked and visible, and its place in the page. */
function focused(): string {
  const element = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, width } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const isInSight = middle >= 0 && middle <= window.innerHeight;
  const found = document.elementFromPoint(left + width / 2, middle);
  const isCovered = !(
    element.contains(found) ||
    found?.contains(element) ||
    document.querySelector(`label[for="${element.id}"]`)?.contains(found)
  );
  const place = [...document.querySelectorAll('*')].indexOf(element);
  return `${isMarked ? '' : 'un'}marked, ${isInSight && !isCovered ? 'in' : 'out of'} sight, ${element.tagName} ${place}`;
}

it.each(['light', 'dark'] as const)(
  'box edges and the focus mark have a contrast of three to one in the %s scheme',
  async (colorScheme) => {
    const page = await open(everyPage.refused!);
    await page.emulateMedia({ colorScheme });
    const ratios = await page.evaluate(edgeRatios);
    expect(Object.keys(ratios).sort()).toEqual([
      'edge of #card-nameOnCard',
      'edge of #card-number',
      'mark of the focus',
    ]);
    for (const [what, ratio] of Object.entries(ratios)) {
      expect(ratio, what).toBeGreaterThanOrEqual(3);
    }
  },
);

/** Runs in the page: the contrast of each edge with the surface around it, by WCAG's formula. */
function edgeRatios(): Record<string, number> {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one: string, other: string) => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const around = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)';
    return isClear && element.parentElement !== null ? around(element.parentElement) : backgroundColor;
  };
  const boxes = ['#card-number', '#card-nameOnCard'].map((selector) => {
    const box = document.querySelector(selector) as HTMLElement;
    return [`edge of ${selector}`, ratio(getComputedStyle(box).borderTopColor, around(box.parentElement as Element))];
  });
  const box = document.querySelector('#card-nameOnCard') as HTMLElement;
  box.focus();
  const mark = ratio(getComputedStyle(box).outlineColor, around(box.parentElement as Element));
  return { ...Object.fromEntries(boxes), 'mark of the focus': mark };
}
