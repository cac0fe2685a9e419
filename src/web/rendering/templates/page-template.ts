/** A page whose constant parts are rendered and compressed, with holes for the values of each payer. */
import { gunzipSync } from 'node:zlib';
import {
  fillTemplate,
  lengthOf,
  type PackedTemplate,
  packTemplate,
  plainText,
  VALUE_BYTES_MAX,
} from '../../../platform/deflate/index.ts';
import type { PageOrder } from '../../views/index.ts';
import { type MarkedText, type Place, splitAtMarks } from './marks.ts';
import type { MarkedOrder } from './pay-page-holes.ts';
import { WAYS } from './ways.ts';

/** Plain data, which can be posted to another thread. */
export interface PageTemplate {
  readonly packed: PackedTemplate;
  /** The values in the template, each written in one way. */
  readonly places: readonly Place[];
}

export interface TemplateRequest {
  /** A page with its values, and the same page with marks. */
  readonly order: PageOrder;
  readonly values: readonly string[];
  readonly marked: MarkedOrder;
}

/**
 * @param render renders a page
 * @returns undefined if the page cannot be made by inserting values, so that it must be rendered each time
 * @throws Error when the page cannot be rendered
 */
export async function pageTemplate(
  { order, values, marked }: TemplateRequest,
  render: (order: PageOrder) => Promise<Buffer>,
): Promise<PageTemplate | undefined> {
  const html = (await render(marked.order)).toString();
  const split = splitAtMarks(html, marked.number);
  if (split === undefined) {
    return undefined;
  }
  const template = await compiled(split, values);
  const rendered = await render(order);
  const filled = filledPage(template, values);
  const isSame = plainPage(template, values).equals(rendered);
  return isSame && (filled === undefined || gunzipSync(filled).equals(rendered)) ? template : undefined;
}

async function compiled({ pieces, places }: MarkedText, values: readonly string[]): Promise<PageTemplate> {
  const known = new Map<string, number>();
  const unique: Place[] = [];
  const slots = places.map((place) => {
    const name = `${place.value} ${place.way}`;
    const slot = known.get(name) ?? unique.push(place) - 1;
    known.set(name, slot);
    return slot;
  });
  const bytes = pieces.map((piece) => Buffer.from(piece));
  return { packed: await packTemplate({ pieces: bytes, slots, examples: written(unique, values) }), places: unique };
}

/** @returns the page as one gzip stream; undefined if the values are too long for it */
export function filledPage({ packed, places }: PageTemplate, values: readonly string[]): Buffer | undefined {
  const bytes = written(places, values);
  return lengthOf(packed, bytes) <= VALUE_BYTES_MAX ? fillTemplate(packed, bytes) : undefined;
}

/** @returns the page's HTML */
export function plainPage({ packed, places }: PageTemplate, values: readonly string[]): Buffer {
  return plainText(packed, written(places, values));
}

function written(places: readonly Place[], values: readonly string[]): Buffer[] {
  return places.map(({ value, way }) => {
    const text = values[value] ?? '';
    return Buffer.from(way === undefined ? text : WAYS[way](text));
  });
}
