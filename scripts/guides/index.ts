/** Renders the guides at the build: the HTML of each, and its text by heading, which the search reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltChapter, BuiltGuide, GuideSection } from '../../src/api/reference/built-guides.ts';
import { ROOT } from '../lib/project.mjs';
import { CHAPTERS } from './guide-list.ts';
import { slugOf } from './links.ts';
import { renderMarkdown } from './markdown.ts';

/** @param target the compressed file to write, which the gateway reads */
export async function buildGuides(target: string): Promise<void> {
  const chapters: BuiltChapter[] = [];
  for (const { title, doc, guides } of CHAPTERS) {
    const built: BuiltGuide[] = [];
    for (const [file, summary] of Object.entries(guides)) {
      built.push(await buildGuide(`docs/${file}`, summary));
    }
    chapters.push({ title, doc, guides: built });
  }
  writeFileSync(target, gzipSync(JSON.stringify(chapters)));
}

/** @param file path of the Markdown below the repository */
async function buildGuide(file: string, summary: string): Promise<BuiltGuide> {
  const { html, headings } = await renderMarkdown(file, readFileSync(join(ROOT, file), 'utf8'));
  return { slug: slugOf(file), title: headings[0]?.text ?? file, summary, sections: sectionsOf(html), html };
}

const HEADING = /<h([1-3]) id="([^"]*)">(.*?)<\/h\1>/s;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'", '#39': "'" };

/** The plain text below each heading. */
function sectionsOf(html: string): GuideSection[] {
  return html.split(/(?=<h[1-3] )/).flatMap((part) => {
    const [whole, depth, anchor = '', heading = ''] = HEADING.exec(part) ?? [];
    return whole === undefined
      ? []
      : [{ depth: Number(depth), anchor, heading: textOf(heading), text: textOf(part.slice(whole.length)) }];
  });
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:p|li|t[dhr]|pre|h\d)\b/.test(tag) ? ' ' : ''))
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
