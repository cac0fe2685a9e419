import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { installedMarks, installMarks, readMark, removeMarks } from '../../../src/back-office/marks/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-marks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const svg = (inner: string, attributes = 'viewBox="0 0 48 32"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;
const read = (inner: string, attributes?: string) => readMark('VISA', Buffer.from(svg(inner, attributes)));

describe('a mark', () => {
  it('is drawn with the defaults of SVG, whatever the page’s style has', () => {
    expect(read('<path d="M0 0h9v9z"/>')).toEqual({
      viewBox: '0 0 48 32',
      drawing: '<g fill="#000" stroke="none" stroke-width="1"><path d="M0 0h9v9z"/></g>',
    });
  });

  it('has ids of its own, since a page has several marks', () => {
    const { drawing } = read(
      '<defs><linearGradient id="a"/><linearGradient id="b" href="#a"/></defs><path fill="url(#a)" d="M0 0h1"/>',
    );
    expect(drawing).toContain('<linearGradient id="mark-VISA-a"/>');
    expect(drawing).toContain('<linearGradient id="mark-VISA-b" href="#mark-VISA-a"/>');
    expect(drawing).toContain('fill="url(#mark-VISA-a)"');
    expect(drawing).not.toMatch(/"#?[ab]"|url\(#a\)/);
  });

  it('keeps the attributes that its root gives to all elements', () => {
    expect(read('<path d="M0 0h9"/>', 'viewBox="0 0 48 32" fill-rule="evenodd"').drawing).toContain(
      ' fill-rule="evenodd"><path',
    );
  });

  it('is drawn with its root’s colours, not with the defaults', () => {
    const { drawing } = read('<path d="M0 0h9"/>', 'viewBox="0 0 48 32" fill="none" stroke="#f00"');
    expect(drawing).toContain('<g fill="none" stroke="#f00"><path');
    for (const [tag] of drawing.matchAll(/<g[^>]*>/g)) {
      const names = [...tag.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<path onload="alert(1)" d="M0 0"/>'],
    ['a picture of another site', '<image href="https://attacker.example/a.png"/>'],
    ['foreign content', '<foreignObject><b/></foreignObject>'],
    ['a link to another file', '<use href="other.svg#a"/>'],
    ['nothing', ''],
    ['more than 6 KB', `<path d="${'M0 0'.repeat(1_600)}"/>`],
  ])('is refused with %s', (_what, inner) => {
    expect(() => read(inner)).toThrow();
  });

  it('is no PNG', () => {
    expect(() => readMark('VISA', Buffer.from('not a picture'))).toThrow();
  });
});

describe('installed marks', () => {
  it('are those of the file, until they are removed', () => {
    expect(installedMarks(folder)).toBeUndefined();
    installMarks(folder, { VISA: svg('<path d="M0 0h9v9z"/>') });
    expect(Object.keys(installedMarks(folder) ?? {})).toEqual(['VISA']);
    installMarks(folder, { JCB: svg('<path d="M0 0h9v9z"/>') });
    expect(Object.keys(installedMarks(folder) ?? {})).toEqual(['JCB']);
    expect(removeMarks(folder)).toBe(true);
    expect(removeMarks(folder)).toBe(false);
    expect(installedMarks(folder)).toBeUndefined();
  });

  it.each([
    ['is no JSON', 'VISA'],
    ['has a drawing that runs a script', JSON.stringify({ VISA: svg('<script>alert(1)</script>') })],
  ])('stop the start with one line if the file %s', (_what, text) => {
    writeFileSync(join(folder, 'marks.json'), text);
    expect(() => installedMarks(folder)).toThrow(/marks\.json has no usable marks.*turnpike marks remove\.$/);
    removeMarks(folder);
  });

  it('have only names of brands that pages know', () => {
    installMarks(folder, { VISA: svg('<path d="M0 0h9v9z"/>'), front: svg('<path d="M0 0h9v9z"/>') });
    expect(Object.keys(installedMarks(folder) ?? {})).toEqual(['VISA']);
    removeMarks(folder);
  });
});
