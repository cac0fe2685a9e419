/** Pages with deliberate faults: each of a kind that the walk through the accessibility tree must find. */
import { expect, it } from 'vitest';
import { useVisitor } from './rig.ts';
import { misread } from './screen-reader.ts';

const rig = useVisitor();

const page = ({ head = '<p>Shop</p>', main = '<h1>Pay €1</h1><button>Pay</button>', foot = '<p>Foot</p>' }) =>
  `<!doctype html><html lang="en"><title>Pay</title><header>${head}</header><main>${main}</main><footer>${foot}</footer>`;

const TITLE = '<h1>Pay €1</h1>';

it.each([
  ['nothing', page({}), []],
  ['a page without a title', page({ main: '<p>Pay</p>' }), ['0 headings of level 1']],
  ['a level that is left out', page({ main: `${TITLE}<h3>Card</h3>` }), ['a level of headings is left out']],
  ['two titles', page({ main: TITLE + TITLE }), ['2 headings of level 1']],
  [
    'a page without landmarks',
    page({}).replaceAll(/<\/?(header|footer)>/g, ''),
    ['0 of the landmark banner', '0 of the landmark contentinfo'],
  ],
  ['a button without a name', page({ main: `${TITLE}<button></button>` }), ['no name: button BUTTON ']],
  ['a frame without a title', page({ main: `${TITLE}<iframe></iframe>` }), ['no name: Iframe IFRAME ']],
  [
    'boxes in a group without a legend',
    page({ main: `${TITLE}<fieldset><input aria-label="A"></fieldset>` }),
    ['no name: group FIELDSET '],
  ],
  [
    'a choice in no group',
    page({ main: `${TITLE}<input type="radio" aria-label="Visa">` }),
    ['a choice without a question: Visa'],
  ],
  [
    'a choice in a group with a legend',
    page({
      main: `${TITLE}<fieldset><legend>Card</legend><p><input type="radio" aria-label="Visa"></p></fieldset>`,
    }),
    [],
  ],
  [
    'two places that speak',
    page({ main: `${TITLE}<p role="status">A</p><p aria-live="polite">B</p>` }),
    ['2 places speak: status, paragraph'],
  ],
  [
    'a row in reverse order',
    page({
      main: `${TITLE}<div style="display:flex;flex-direction:row-reverse"><button>One</button><button>Two</button></div>`,
    }),
    ['button Two is read after button One, and seen before it'],
  ],
  [
    'a column in reverse order',
    page({
      main: `${TITLE}<div style="display:flex;flex-direction:column-reverse"><button>One</button><button>Two</button></div>`,
    }),
    ['button Two is read after button One, and seen before it'],
  ],
  [
    'an order of its own for the focus',
    page({ main: `${TITLE}<button tabindex="1">One</button>` }),
    ['tabindex of button One'],
  ],
  [
    'a focus that is hidden',
    page({ main: `${TITLE}<div aria-hidden="true"><button>One</button></div>` }),
    ['hidden from readers, with the focus: button One'],
  ],
  [
    'an amount beside the title',
    page({ main: '<h1>Pay</h1><p style="font-size:5em">€1</p>' }),
    ['larger than the title: p €1'],
  ],
  [
    'a name in other letters',
    page({ main: `${TITLE}<p>Ελληνικά</p><p lang="el">Ελληνικά</p>` }),
    ['not in the language en: Ελληνικά'],
  ],
] as const)('the audit finds %s', async (_fault, html, found) => {
  const { page: shown } = rig.visitor;
  await shown.setContent(html);
  expect(await misread(shown)).toEqual(found);
});
