/** Links between pages and to files of the repository: each target exists, and each page is linked. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOC_PAGES, type DocPage, docPage, proseOf, ROOT } from './documentation.ts';

interface Link {
  /** Path relative to the repository. */
  readonly file: string;
  readonly anchor: string | undefined;
  readonly written: string;
}

/** Links within the repository. The text in brackets may contain brackets itself. */
function links({ file, text }: DocPage): Link[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, written = '']) => written)
    .filter((written) => !/^[a-z]+:/.test(written))
    .map((written) => {
      const [path = '', anchor] = written.split('#');
      return { file: path === '' ? file : posix.join(posix.dirname(file), path), anchor, written };
    });
}

/** Anchors as git hosts derive them from headings. */
function anchors(text: string): string[] {
  return [...text.replace(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function problem({ file, anchor }: Link): string | undefined {
  if (!existsSync(join(ROOT, file))) {
    return 'there is no such file';
  }
  if (anchor === undefined) {
    return undefined;
  }
  return anchors(docPage(file)).includes(anchor) ? undefined : 'there is no such heading';
}

describe.each(DOC_PAGES)('$file', (one) => {
  it('has links to existing targets', () => {
    const broken = links(one).flatMap((link) => {
      const why = problem(link);
      return why === undefined ? [] : [`${link.written}: ${why}`];
    });
    expect(broken).toEqual([]);
  });

  it('has no heading twice, so that each can be linked to', () => {
    const all = anchors(one.text);
    expect(all.filter((anchor, index) => all.indexOf(anchor) !== index)).toEqual([]);
  });

  it('has no line of more than 120 columns', () => {
    expect(one.text.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
});

it('every page is reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const file of reached) {
    const found = DOC_PAGES.find((one) => one.file === file);
    for (const link of found === undefined ? [] : links(found)) {
      reached.add(link.file);
    }
  }
  expect(DOC_PAGES.map(({ file }) => file).filter((file) => !reached.has(file))).toEqual([]);
});
