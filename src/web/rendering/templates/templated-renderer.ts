/** Makes pages from templates where it can, and else has them rendered. */
import type { PageOrder } from '../../views/index.ts';
import type { PageRenderer } from '../page-renderer.ts';
import { filledPage, type PageTemplate, plainPage, type TemplateRequest } from './page-template.ts';
import { type PageHoles, payPageHoles } from './pay-page-holes.ts';

/**
 * The templates of the merchants, languages and states that payers have seen lately, with some 60 KB each. Beyond it,
 * the least recently used one is removed.
 */
const TEMPLATES_MAX = 200;
/** Keys without a template. A payer can invent some hundred, by the regions of languages. */
const KEYS_MAX = 1_000;
/** Making a template takes some 100 ms of the thread, which other pages wait for. */
const BETWEEN_TEMPLATES_MS = 500;

export interface TemplatingRenderer extends PageRenderer {
  /** @returns undefined if the page must be rendered each time @throws Error when it cannot be rendered */
  template(request: TemplateRequest): Promise<PageTemplate | undefined>;
}

/** @param now in milliseconds */
export function templatedRenderer(renderer: TemplatingRenderer, now = () => performance.now()): PageRenderer {
  const templates = new Templates(renderer, now);
  return {
    styles: renderer.styles,
    pack: renderer.pack,
    async render(order) {
      const found = templates.find(order);
      return found === undefined ? renderer.render(order) : plainPage(found.template, found.values);
    },
    async packed(order) {
      const found = templates.find(order);
      if (found === undefined) {
        return renderer.packed(order);
      }
      const { template, values } = found;
      return filledPage(template, values) ?? renderer.pack(plainPage(template, values));
    },
  };
}

class Templates {
  readonly #renderer: TemplatingRenderer;
  readonly #now: () => number;
  /** The least recently used first. */
  readonly #made = new Map<string, PageTemplate>();
  /** Keys that were seen without a template: whether it was asked for. */
  readonly #seen = new Map<string, 'ASKED' | 'SEEN'>();
  #nextAt = 0;

  constructor(renderer: TemplatingRenderer, now: () => number) {
    this.#renderer = renderer;
    this.#now = now;
  }

  /** Asks for the template of a page that is shown a second time, one after another. */
  find(order: PageOrder): { template: PageTemplate; values: readonly string[] } | undefined {
    const holes = 'page' in order ? payPageHoles(order) : undefined;
    if (holes === undefined) {
      return undefined;
    }
    const { key, values } = holes;
    const template = this.#made.get(key);
    if (template !== undefined) {
      this.#made.delete(key);
      this.#made.set(key, template);
      return { template, values };
    }
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      remember(this.#seen, key, 'SEEN', KEYS_MAX);
    } else if (seen === 'SEEN' && this.#now() >= this.#nextAt) {
      this.#seen.set(key, 'ASKED');
      void this.#ask(order, holes);
    }
    return undefined;
  }

  async #ask(order: PageOrder, { key, values, marked }: PageHoles): Promise<void> {
    this.#nextAt = Number.POSITIVE_INFINITY;
    try {
      const template = await this.#renderer.template({ order, values, marked: marked() });
      if (template !== undefined) {
        remember(this.#made, key, template, TEMPLATES_MAX);
        this.#seen.delete(key);
      }
    } catch {
      // Its payers get the rendered page, or the error that it has.
    }
    this.#nextAt = this.#now() + BETWEEN_TEMPLATES_MS;
  }
}

/** Adds to a cache of limited size. */
function remember<Value>(cache: Map<string, Value>, key: string, value: Value, max: number): void {
  if (cache.size >= max) {
    const [oldest = key] = cache.keys();
    cache.delete(oldest);
  }
  cache.set(key, value);
}
