/**
 * The evidence that the payer's pages meet each success criterion of WCAG 2.2, levels A and AA, and some of AAA: the
 * tests that fail if a page does not meet it, or the reason why no test applies.
 */

export interface NamedTest {
  /** Relative to `test/`. */
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
const LARGE = adaptable('loses nothing by %s');
const KEYBOARD = adaptable(
  'the keyboard reaches all that can be pressed, in order, in sight and marked, and leaves the page again',
);
const NARROW = page('every page says in %s what it has to say, within a window of 320 pixels');
const SUMMARY = form('says so in the title and in a summary, whose links lead to the boxes, and goes to the first one');
const BESIDE = bare(
  'errors of the server are shown beside their boxes, values that are not secret stay, and the summary has the focus',
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
    tests: [KEYBOARD, READ, READ_IN_ALL, page('runs no two words of any page together')],
  },
  {
    number: '1.3.3',
    name: 'Sensory characteristics',
    level: 'A',
    tests: [adaptable('can be operated by voice with the visible labels')],
  },
  {
    number: '1.3.4',
    name: 'Orientation',
    level: 'AA',
    tests: [adaptable('loses nothing by %s')],
  },
  {
    number: '1.3.5',
    name: 'Identify input purpose',
    level: 'AA',
    tests: [AXE, form('names each box of a card as browsers know it')],
  },
  { number: '1.4.1', name: 'Use of color', level: 'A', tests: [AXE, BESIDE] },
  { number: '1.4.2', name: 'Audio control', level: 'A', note: NO_MEDIA },
  {
    number: '1.4.3',
    name: 'Contrast (minimum)',
    level: 'AA',
    tests: [AXE, of('web/components/branding.test.ts')('gives every colour an ink of at least 4.5 to 1')],
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
    tests: [adaptable('edges of boxes, and the mark of the focus, have three to one of contrast in the %s scheme')],
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
    tests: [KEYBOARD, form('works with the keyboard, and says whether each is open')],
  },
  { number: '2.1.2', name: 'No keyboard trap', level: 'A', tests: [KEYBOARD] },
  { number: '2.1.4', name: 'Character key shortcuts', level: 'A', note: 'There are none.' },
  {
    number: '2.2.1',
    name: 'Timing adjustable',
    level: 'A',
    tests: [
      ending('announces the end two minutes before, in words and in sight'),
      ending('goes on in one press, with everything that was typed, and announces the next end'),
      ending('shows the note in time, whose button keeps what was typed'),
      autoReturn('stays where the payer wants to stay, and says nothing of leaving any more'),
    ],
  },
  {
    number: '2.2.2',
    name: 'Pause, stop, hide',
    level: 'A',
    tests: [
      watch('asks without being loaded anew, and goes on once the answer is another page'),
      status('moves for a payer whose wish for less motion is "%s": %s'),
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
    tests: [form('that is let go elsewhere shows the error of the box that was left')],
  },
  {
    number: '2.5.3',
    name: 'Label in name',
    level: 'A',
    tests: [adaptable('can be operated by voice with the visible labels')],
  },
  { number: '2.5.4', name: 'Motion actuation', level: 'A', note: 'The pages are refused every motion sensor.' },
  { number: '2.5.7', name: 'Dragging movements', level: 'AA', note: 'There are none.' },
  {
    number: '2.5.8',
    name: 'Target size (minimum)',
    level: 'AA',
    tests: [adaptable('has no control that measures less than 44 pixels')],
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
      form('says nothing while a number is typed, reports an error once it is left, and clears it once it is right'),
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
    tests: [text('are as many as the English ones, under the same keys, none of them empty')],
    note: 'One sentence a thing, used on every page.',
  },
  {
    number: '3.2.6',
    name: 'Consistent help',
    level: 'A',
    tests: [page('has at its foot the shop’s address and contacts, and no more')],
  },
  {
    number: '3.3.1',
    name: 'Error identification',
    level: 'A',
    tests: [SUMMARY, BESIDE, form('opens on the summary of the server’s errors, each entry a way to its box')],
  },
  { number: '3.3.2', name: 'Labels or instructions', level: 'A', tests: [AXE] },
  {
    number: '3.3.3',
    name: 'Error suggestion',
    level: 'AA',
    tests: [form('sends nothing that is wrong, and moves to the first wrong box')],
  },
  {
    number: '3.3.4',
    name: 'Error prevention (legal, financial, data)',
    level: 'AA',
    tests: [
      form('sends nothing that is wrong, and moves to the first wrong box'),
      changed('$script: an amount that the merchant changes meanwhile is asked about first'),
    ],
    note: 'Data are checked before they are sent, and the amount stands on the button that takes it.',
  },
  {
    number: '3.3.7',
    name: 'Redundant entry',
    level: 'A',
    tests: [ending('goes on in one press, with everything that was typed, and announces the next end')],
    note: 'Card data are asked for again, which security needs.',
  },
  { number: '3.3.8', name: 'Accessible authentication (minimum)', level: 'AA', note: 'Nobody logs in.' },
  {
    number: '4.1.2',
    name: 'Name, role, value',
    level: 'A',
    tests: [AXE, READ, form('works with the keyboard, and says whether each is open')],
  },
  {
    number: '4.1.3',
    name: 'Status messages',
    level: 'AA',
    tests: [
      form('an error’s place is there for screen readers before it says anything'),
      enhanced('is there as the page is served, and is the same element once it has spoken'),
      enhanced('is left alone by a key that changes nothing of what it says'),
      ending('announces the end two minutes before, in words and in sight'),
      provider('reads where the way leads and what is owed to whom, with a link to go on by hand'),
    ],
  },
  {
    number: '1.4.6',
    name: 'Contrast (enhanced)',
    level: 'AAA',
    tests: [adaptable('has texts with seven to one of contrast, light and dark')],
    note: 'But on the shop’s own colour, where 4.5 to 1 holds.',
  },
  {
    number: '2.3.3',
    name: 'Animation from interactions',
    level: 'AAA',
    tests: [status('moves for a payer whose wish for less motion is "%s": %s')],
  },
  {
    number: '2.5.5',
    name: 'Target size (enhanced)',
    level: 'AAA',
    tests: [adaptable('has no control that measures less than 44 pixels')],
  },
];
