/** The choice between templates and rendering. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../../../../src/web/built-file.ts';
import type { BuiltPages } from '../../../../src/web/rendering/built-pages.ts';
import { payerPageOrder } from '../../../../src/web/rendering/page-order.ts';
import { pageRenderer } from '../../../../src/web/rendering/page-renderer.ts';
import { pageTemplate } from '../../../../src/web/rendering/templates/page-template.ts';
import { templatedRenderer } from '../../../../src/web/rendering/templates/templated-renderer.ts';
import type { PageOrder, PayPage } from '../../../../src/web/views/index.ts';
import { payPage, problemPage, summary } from '../../pages/fixtures.ts';

const built = pageRenderer((await import(builtFile('server/entry.mjs').href)) as BuiltPages);

const ID = 'SESSION000000000000000000000001';
const form = (changes: Partial<PayPage> = {}) =>
  payerPageOrder(`/checkout/pay/${ID}`, 'checkout', ID, payPage(changes)) as PageOrder;

/** Counts what is rendered, and waits for the templates that were asked for. */
function started(template = (request: Parameters<typeof pageTemplate>[0]) => pageTemplate(request, built.render)) {
  const count = { rendered: 0, packed: 0, asked: 0 };
  let now = 0;
  let last: Promise<unknown> = Promise.resolve();
  const renderer = templatedRenderer(
    {
      styles: built.styles,
      render: (order) => {
        count.rendered += 1;
        return built.render(order);
      },
      packed: (order) => {
        count.rendered += 1;
        return built.packed(order);
      },
      pack: (html) => {
        count.packed += 1;
        return built.pack(html);
      },
      template: (request) => {
        count.asked += 1;
        const made = template(request);
        last = made.catch(() => undefined);
        return made;
      },
    },
    () => now,
  );
  const shown = async (order: PageOrder) => gunzipSync(await renderer.packed(order)).toString();
  /** Lets the pending template be kept, and as many milliseconds pass. */
  const pass = async (ms: number) => {
    await last;
    await new Promise(setImmediate);
    now += ms;
  };
  return { renderer, shown, pass, count };
}

describe('the renderer with templates', () => {
  it('renders a form twice, and makes all further ones of its kind from a template', async () => {
    const { renderer, shown, pass, count } = started();
    const html = (await built.render(form())).toString();
    expect([await shown(form()), await shown(form())]).toEqual([html, html]);
    await pass(1_000);
    const hidden = { sessionVersion: '0f9e8d7c02', attempt: '1', csrf: 'another' };
    const other = form({ hidden, summary: { ...summary, orderId: '<i>7</i>' } });
    const otherHtml = (await built.render(other)).toString();
    expect(await shown(other)).toBe(otherHtml);
    expect((await renderer.render(other)).toString()).toBe(otherHtml);
    expect(count).toEqual({ rendered: 2, packed: 0, asked: 1 });
  });

  it('compresses a page of long texts anew', async () => {
    const { shown, pass, count } = started();
    await shown(form());
    await shown(form());
    await pass(1_000);
    const long = form({ summary: { ...summary, description: 'Ünlü '.repeat(500) } });
    expect(await shown(long)).toBe((await built.render(long)).toString());
    expect(count).toEqual({ rendered: 2, packed: 1, asked: 1 });
  });

  it('asks for one template at a time, with a pause between two', async () => {
    const { shown, pass, count } = started(async () => undefined);
    for (const locale of ['de', 'fr', 'it']) {
      await shown(form({ locale }));
      await shown(form({ locale }));
    }
    expect(count.asked).toBe(1);
    await pass(1_000);
    await shown(form({ locale: 'fr' }));
    await shown(form({ locale: 'it' }));
    expect(count.asked).toBe(2);
  });

  it.each([
    ['cannot be made by inserting values', async () => undefined],
    ['cannot be rendered with marks', () => Promise.reject(new Error('no page'))],
  ])('renders a form that %s each time', async (_what, template) => {
    const { shown, pass, count } = started(template);
    const html = (await built.render(form())).toString();
    for (let time = 0; time < 4; time += 1) {
      expect(await shown(form())).toBe(html);
      await pass(1_000);
    }
    expect(count).toEqual({ rendered: 4, packed: 0, asked: 1 });
  });

  it('renders other pages', async () => {
    const { renderer, pass, count } = started();
    const problem: PageOrder = { address: '/problem/busy', page: 'problem', id: 'busy', data: problemPage('busy') };
    for (let time = 0; time < 3; time += 1) {
      await renderer.render(problem);
      await pass(1_000);
    }
    expect(count).toEqual({ rendered: 3, packed: 0, asked: 0 });
  });
});
