/**
 * Accessibility of the pages of a payment that its payer's bank confirms or refuses, in the formats that
 * `every-page.test.ts` omits: on a phone, and right to left.
 */
import { expect } from 'vitest';
import { itAtLength } from '../../support/at-length.ts';
import { findings, findingsInTheDark } from './axe.ts';
import { everyPage } from './every-page.ts';
import { useVisitor } from './rig.ts';

const rig = useVisitor();

/** The 3DS method with its hidden frame; the challenge full-page and in a frame; its surroundings, and its ends. */
const PAGES = [
  'askingBank',
  'askingBankFirst',
  'challenge',
  'challengeInFrame',
  'challengeOfNothing',
  'bankAsks',
  'merchantPost',
  'statusAsked',
  'unconfirmed',
  'unconfirmedCancelled',
  'unconfirmedUnavailable',
];

const LOOKS = [
  { width: 390, locale: 'en' },
  { width: 390, locale: 'ar' },
  { width: 1280, locale: 'ar' },
];

/** The widest of them on a phone, and one that is right to left. */
const isQuick = ({ name, locale }: { name: string; locale: string }) =>
  (name === 'challengeInFrame' && locale === 'en') || (name === 'unconfirmed' && locale === 'ar');

itAtLength(
  PAGES.flatMap((name) => LOOKS.map((look) => ({ name, ...look }))),
  isQuick,
)(
  '$name is free of findings in a window of $width pixels, in $locale, in both schemes',
  async ({ name, width, locale }) => {
    const { page } = rig.visitor;
    await page.setViewportSize({ width, height: 844 });
    await rig.open({ ...everyPage[name]!, locale });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await findings(page)).toEqual([]);
    expect(await findingsInTheDark(page)).toEqual([]);
  },
);
