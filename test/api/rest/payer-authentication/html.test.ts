/** The HTML as pages parse it: by ids, by its script's text, by a regular expression. */
import { describe, expect, it } from 'vitest';
import {
  challengeHtml,
  methodHtml,
  NO_METHOD_HTML,
  returnHtml,
} from '../../../../src/api/rest/payer-authentication/html.ts';
import { fieldsIn } from './shop-page.ts';

/** Each would end the attribute, the element, the script or the page that contains it. */
const EVIL = `"><script>alert(1)</script><!--'&amp;</form></iframe>`;
const URL_OF_BANK = 'https://acs.bank.example/challenge?a=1&b=2';

/** Elements in order, by name and attributes. */
const elements = (html: string) =>
  [...html.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)>/g)].map(([, tag = '', attributes = '']) => ({
    tag,
    ...Object.fromEntries([...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  }));
const script = (html: string) => /<script id="([\w-]+)">(.*)<\/script>/.exec(html)?.slice(1);

describe('the method', () => {
  const html = methodHtml(URL_OF_BANK, 'eyJ0aHJlZSI6IjEifQ');

  it('is a form of its own id into a frame of its own name', () => {
    expect(elements(html)).toMatchObject([
      { tag: 'div', id: 'initiate3dsSimpleRedirect' },
      { id: 'methodFrame' },
      {
        id: 'initiate3dsSimpleRedirectForm',
        method: 'POST',
        action: URL_OF_BANK.replace('&', '&amp;'),
        target: 'methodFrame',
      },
      { type: 'hidden', value: 'eyJ0aHJlZSI6IjEifQ' },
      { id: 'initiate-authentication-script' },
    ]);
    expect(html).toContain('<iframe id="methodFrame" name="methodFrame"');
    expect(fieldsIn(html)).toEqual({ threeDSMethodData: 'eyJ0aHJlZSI6IjEifQ' });
  });

  it('submits and removes the form by its script, once', () => {
    expect(run(html)).toEqual({ submitted: ['initiate3dsSimpleRedirectForm'], left: [] });
    expect(script(NO_METHOD_HTML)).toEqual(['initiate-authentication-script', '']);
  });
});

describe('the challenge', () => {
  const html = challengeHtml(URL_OF_BANK, 'eyJjcmVxIjoiMSJ9');

  it.each([
    ['250_X_400', 'height: 400px; max-width: 250px', 'border: 0'],
    ['500_X_600', 'height: 600px; max-width: 500px', 'border: 0'],
    ['FULL_SCREEN', 'height: 100vh', undefined],
    ['5_X_7; color: red', 'height: 100vh', undefined],
  ])('has the size that the bank was asked for: %s', (size, place, style) => {
    const [room, , , frame] = elements(challengeHtml(URL_OF_BANK, 'eyJjcmVxIjoiMSJ9', size));
    expect(room).toMatchObject({ style: place });
    expect(frame).toMatchObject({ id: 'challengeFrame', width: '100%', height: '100%', ...(style && { style }) });
  });

  it('is a form of its own id into a frame as large as the page', () => {
    expect(elements(html)).toMatchObject([
      { id: 'threedsChallengeRedirect', style: 'height: 100vh' },
      { id: 'threedsChallengeRedirectForm', method: 'POST', target: 'challengeFrame' },
      { type: 'hidden', value: 'eyJjcmVxIjoiMSJ9' },
      { id: 'challengeFrame', width: '100%', height: '100%', title: 'acs.bank.example' },
      { id: 'authenticate-payer-script' },
    ]);
    expect(html).toContain('<iframe id="challengeFrame" name="challengeFrame"');
  });

  it.each([/name="creq" value="([^"]+)"/, /creq['"]\s*value=['"]([^'"]*)/, /value="([^"]*)">/])(
    'gives creq to a page that looks for %s',
    (pattern) => {
      expect(pattern.exec(html)?.[1]).toBe('eyJjcmVxIjoiMSJ9');
    },
  );

  it('lets its height be replaced, as pages do', () => {
    expect(html.replace('100vh', '600px')).toContain('style="height: 600px"');
  });

  it('submits and removes the form by its script, once', () => {
    expect(run(html)).toEqual({ submitted: ['threedsChallengeRedirectForm'], left: [] });
  });
});

describe('the return without a challenge', () => {
  it('is a form into the frame in which pages look for the challenge’s return', () => {
    const html = returnHtml('https://shop.example/back', { 'order.id': '1', result: 'SUCCESS' });
    expect(elements(html)).toMatchObject([
      { id: 'threedsFrictionLessRedirect' },
      {
        id: 'threedsFrictionLessRedirectForm',
        method: 'POST',
        action: 'https://shop.example/back',
        target: 'challengeFrame',
      },
      {},
      {},
      { id: 'challengeFrame', name: 'challengeFrame', title: 'shop.example' },
      { id: 'authenticate-payer-script' },
    ]);
    expect(fieldsIn(html)).toEqual({ 'order.id': '1', result: 'SUCCESS' });
    expect(run(html)).toEqual({ submitted: ['threedsFrictionLessRedirectForm'], left: [] });
  });
});

describe('HTML in a text', () => {
  it.each([
    ['of the method', (text: string) => methodHtml(`https://acs.example/${text}`, text)],
    ['of the challenge', (text: string) => challengeHtml(`https://acs.example/${text}`, text)],
    ['of the way back', (text: string) => returnHtml(`https://shop.example/${text}`, { [text]: text })],
  ])('%s stays text', (_whose, html) => {
    const [harmless, evil] = [html('x'), html(EVIL)];
    const names = (of: string) => elements(of).map(({ tag }) => tag);
    expect(names(evil)).toEqual(names(harmless));
    expect(evil.match(/<script/g)).toHaveLength(1);
    expect(evil).not.toContain('alert(1)<');
    expect(Object.values(fieldsIn(evil))).toContain(EVIL);
  });
});

/** Runs the script's text against the forms of the HTML; a page that does so twice submits once. */
function run(html: string): { submitted: string[]; left: string[] } {
  const submitted: string[] = [];
  const forms = new Map<string, object>();
  const parentNode = { removeChild: (form: { id: string }) => forms.delete(form.id) };
  for (const { tag, id = '' } of elements(html) as { tag: string; id?: string }[]) {
    if (tag === 'form') {
      forms.set(id, { id, parentNode, submit: () => submitted.push(id) });
    }
  }
  const document = { getElementById: (id: string) => forms.get(id) ?? null };
  const [, text = ''] = script(html) ?? [];
  const play = new Function('document', text);
  play(document);
  play(document);
  return { submitted, left: [...forms.keys()] };
}
