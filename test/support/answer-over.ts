import type { AnswerPage, RenderPage } from '../../src/web/rendering/built-pages.ts';

/** Answers as the adapter's handler does, with the test's own `render`. */
export function answerOver(render: RenderPage): AnswerPage {
  return async (path, locals) => {
    const response = await render(new Request(`http://pages.internal${path}`), locals);
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
}
