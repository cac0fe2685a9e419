/**
 * Renders a Preact component inside an Astro page, on the server only. The usual integration also sends a loader for
 * islands, which our one script does not need, and renders each component twice to find its renderer.
 */
import { type ComponentType, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

export default {
  name: 'preact',
  check: (component: unknown): boolean => typeof component === 'function',
  /** @returns HTML, with every text in it escaped */
  renderToStaticMarkup: (component: ComponentType<object>, props: object): { html: string } => ({
    html: renderToString(h(component, props)),
  }),
};
