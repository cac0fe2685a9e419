/**
 * The evidence that the payer's pages meet each success criterion of WCAG 2.2, levels A and AA, and some of AAA: the
 * tests that fail if a page does not meet it, or the reason why no test applies.
 */

export interface NamedTest {
  /** The test file's path, relative to `test/`. */
  readonly file: string;
  /** The test's own name as in the file, without the names of the groups around it. */
  readonly name: string;
}

export interface Criterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA' | 'AAA';
  /** Absent if the criterion does not apply to any content of the pages. */
  readonly tests?: readonly NamedTest[];
  readonly note?: string;
}

const of =
  (file: string) =>
  (name: string): NamedTest => ({ file, name });
const page = of('web/pages/every-page.test.ts');
const adaptable = of('web/pages/adaptable.test.ts');
const form = of('web/pages/pay-form.test.ts');
const enhanced = of('web/pages/enhanced-form.test.ts');
const ending = of('web/pages/ending.test.ts');
const autoReturn = of('web/pages/auto-return.test.ts');
const watch = of('web/pages/watch.test.ts');
const bare = of('web/pages/without-script.test.ts');
const status = of('web/pages/status.test.ts');
const provider = of('web/pages/providers.test.ts');
const changed = of('journeys/changed-order.test.ts');

const text = of('web/text/text.test.ts');

const AXE = page('%s is free of findings by axe, and of violations of its policy');
const READ = page('%s is for a screen reader what it is for the eye');
const READ_IN_ALL = of('web/pages/screen-reader-at-length.test.ts')(
  'a page of each kind is read in %s as it is seen, and breaks no rule of axe',
);
const LARGE = adaptable('the page loses no content with %s');
const KEYBOARD = adaptable(
  'the keyboard reaches each control in order, in view and with a mark, and leaves the page again',
);
const NARROW = page('every page shows its texts in %s within a window of 320 pixels');
const SUMMARY = form(
  'has the error in the title and in a summary, whose links lead to the fields, and focuses the first field',
);
const BESIDE = bare(
  'an error of the server is shown beside its field, which has the focus, and values that are not secret stay',
);

const NO_MEDIA = 'No sound and no video.';

export const CRITERIA: readonly Criterion[] = [
  { number: '1.1.1', name: 'Non-text content', level: 'A', tests: [AXE] },
  { number: '1.2.1', name: 'Audio-only and video-only', level: 'A', note: NO_MEDIA },
  { number: '1.2.2', name: 'Captions (prerecorded)', level: 'A', note: NO_MEDIA },
  { number: '1.2.3', name: 'Audio description or media alternative', level: 'A', note: NO_MEDIA },
  { number: '1.2.4', name: 'Captions (live)', level: 'AA', note: NO_MEDIA },
  { number: '1.2.5', name: 'Audio description (prerecorded)', level: 'AA', note: NO_MEDIA },
  { number: '1.3.1', name: 'Info and relationships', level: 'A', tests: [AXE, READ] },
  {
    number: '1.3.2',
    name: 'Meaningful sequence',
    level: 'A',
    tests: [KEYBOARD, READ, READ_IN_ALL, page('no page runs two words together')],
  },
  {
    number: '1.3.3',
    name: 'Sensory characteristics',
    level: 'A',
    tests: [adaptable('the page can be operated by voice with the visible labels')],
  },
  {
    number: '1.3.4',
    name: 'Orientation',
    level: 'AA',
    tests: [adaptable('the page loses no content with %s')],
  },
  {
    number: '1.3.5',
    name: 'Identify input purpose',
    level: 'AA',
    tests: [AXE, form('names each field of a card as browsers know it')],
  },
  { number: '1.4.1', name: 'Use of color', level: 'A', tests: [AXE, BESIDE] },
  { number: '1.4.2', name: 'Audio control', level: 'A', note: NO_MEDIA },
  {
    number: '1.4.3',
    name: 'Contrast (minimum)',
    level: 'AA',
    tests: [
      AXE,
      of('web/components/branding.test.ts')(
        'gives every colour at least 3 to 1 on either theme, with an ink of at least 4.5 to 1',
      ),
    ],
  },
  { number: '1.4.4', name: 'Resize text', level: 'AA', tests: [LARGE] },
  { number: '1.4.5', name: 'Images of text', level: 'AA', note: 'None; a shop’s own logo is one, which is essential.' },
  {
    number: '1.4.10',
    name: 'Reflow',
    level: 'AA',
    tests: [NARROW, page('no page is wider than a window of %i pixels')],
  },
  {
    number: '1.4.11',
    name: 'Non-text contrast',
    level: 'AA',
    tests: [adaptable('box edges and the focus mark have a contrast of three to one in the %s scheme')],
  },
  { number: '1.4.12', name: 'Text spacing', level: 'AA', tests: [LARGE] },
  {
    number: '1.4.13',
    name: 'Content on hover or focus',
    level: 'AA',
    note: 'Nothing appears by pointing at it or by its focus.',
  },
  {
    number: '2.1.1',
    name: 'Keyboard',
    level: 'A',
    tests: [KEYBOARD, form('works with the keyboard, and announces which method is open')],
  },
  { number: '2.1.2', name: 'No keyboard trap', level: 'A', tests: [KEYBOARD] },
  { number: '2.1.4', name: 'Character key shortcuts', level: 'A', note: 'There are none.' },
  {
    number: '2.2.1',
    name: 'Timing adjustable',
    level: 'A',
    tests: [
      ending('announces the end two minutes before, to screen readers and on the page'),
      ending('continues after one press with all typed values, and announces the next end'),
      ending('shows the note in time, whose button keeps the typed values'),
      autoReturn('the page stays where the payer asks to stay, and no longer announces that it leaves'),
    ],
  },
  {
    number: '2.2.2',
    name: 'Pause, stop, hide',
    level: 'A',
    tests: [
      watch('refreshes without a reload, and continues once the answer is another page'),
      status('is animated for the motion preference "%s": %s'),
    ],
  },
  { number: '2.3.1', name: 'Three flashes or below threshold', level: 'A', note: 'Nothing flashes.' },
  {
    number: '2.4.1',
    name: 'Bypass blocks',
    level: 'A',
    tests: [AXE],
    note: 'Landmarks and headings; no block is repeated before the content but the shop’s name.',
  },
  { number: '2.4.2', name: 'Page titled', level: 'A', tests: [AXE, SUMMARY] },
  { number: '2.4.3', name: 'Focus order', level: 'A', tests: [KEYBOARD, READ, SUMMARY] },
  { number: '2.4.4', name: 'Link purpose (in context)', level: 'A', tests: [AXE] },
  { number: '2.4.5', name: 'Multiple ways', level: 'AA', note: 'Each page is a step of one process.' },
  { number: '2.4.6', name: 'Headings and labels', level: 'AA', tests: [NARROW, AXE, READ] },
  { number: '2.4.7', name: 'Focus visible', level: 'AA', tests: [KEYBOARD] },
  { number: '2.4.11', name: 'Focus not obscured (minimum)', level: 'AA', tests: [KEYBOARD] },
  { number: '2.5.1', name: 'Pointer gestures', level: 'A', note: 'Single presses alone.' },
  {
    number: '2.5.2',
    name: 'Pointer cancellation',
    level: 'A',
    tests: [form('that is released elsewhere shows the error of the field that was left')],
  },
  {
    number: '2.5.3',
    name: 'Label in name',
    level: 'A',
    tests: [adaptable('the page can be operated by voice with the visible labels')],
  },
  { number: '2.5.4', name: 'Motion actuation', level: 'A', note: 'The pages are refused every motion sensor.' },
  { number: '2.5.7', name: 'Dragging movements', level: 'AA', note: 'There are none.' },
  {
    number: '2.5.8',
    name: 'Target size (minimum)',
    level: 'AA',
    tests: [adaptable('the page has no control that measures less than 44 pixels')],
  },
  { number: '3.1.1', name: 'Language of page', level: 'A', tests: [NARROW] },
  {
    number: '3.1.2',
    name: 'Language of parts',
    level: 'AA',
    tests: [READ, READ_IN_ALL],
    note: 'The language of a shop’s texts is unknown; their direction is found from the text.',
  },
  { number: '3.2.1', name: 'On focus', level: 'A', tests: [KEYBOARD] },
  {
    number: '3.2.2',
    name: 'On input',
    level: 'A',
    tests: [
      form(
        'shows no error while a number is typed, shows one once the field is left, and clears it once the number is valid',
      ),
    ],
  },
  {
    number: '3.2.3',
    name: 'Consistent navigation',
    level: 'AA',
    note: 'The pages have none; the link that returns to the shop is last on each.',
  },
  {
    number: '3.2.4',
    name: 'Consistent identification',
    level: 'AA',
    tests: [text('are as many as the English ones, under the same keys, and none is empty')],
    note: 'One sentence a thing, used on every page.',
  },
  {
    number: '3.2.6',
    name: 'Consistent help',
    level: 'A',
    tests: [page('a page has at its foot the shop’s address and contacts alone')],
  },
  {
    number: '3.3.1',
    name: 'Error identification',
    level: 'A',
    tests: [SUMMARY, BESIDE, form('focuses the summary of the server’s errors, where each entry leads to its field')],
  },
  { number: '3.3.2', name: 'Labels or instructions', level: 'A', tests: [AXE] },
  {
    number: '3.3.3',
    name: 'Error suggestion',
    level: 'AA',
    tests: [form('does not send invalid input, and moves to the first invalid field')],
  },
  {
    number: '3.3.4',
    name: 'Error prevention (legal, financial, data)',
    level: 'AA',
    tests: [
      form('does not send invalid input, and moves to the first invalid field'),
      changed('$script: an amount that the merchant changes meanwhile is asked about first'),
    ],
    note: 'Data are checked before they are sent, and the amount stands on the button that takes it.',
  },
  {
    number: '3.3.7',
    name: 'Redundant entry',
    level: 'A',
    tests: [ending('continues after one press with all typed values, and announces the next end')],
    note: 'Card data are asked for again, which security needs.',
  },
  { number: '3.3.8', name: 'Accessible authentication (minimum)', level: 'AA', note: 'Nobody logs in.' },
  {
    number: '4.1.2',
    name: 'Name, role, value',
    level: 'A',
    tests: [AXE, READ, form('works with the keyboard, and announces which method is open')],
  },
  {
    number: '4.1.3',
    name: 'Status messages',
    level: 'AA',
    tests: [
      form('an error’s element is there for screen readers before it has text'),
      enhanced('is in the page as it is served, and is the same element once it has text'),
      enhanced('is not changed by a key that does not change its text'),
      ending('announces the end two minutes before, to screen readers and on the page'),
      provider('sees the provider, the amount and the shop, with a link to continue by hand'),
    ],
  },
  {
    number: '1.4.6',
    name: 'Contrast (enhanced)',
    level: 'AAA',
    tests: [adaptable('the page has texts with a contrast of seven to one, light and dark')],
    note: 'But on the shop’s own colour, where 4.5 to 1 holds.',
  },
  {
    number: '2.3.3',
    name: 'Animation from interactions',
    level: 'AAA',
    tests: [status('is animated for the motion preference "%s": %s')],
  },
  {
    number: '2.5.5',
    name: 'Target size (enhanced)',
    level: 'AAA',
    tests: [adaptable('the page has no control that measures less than 44 pixels')],
  },
];
