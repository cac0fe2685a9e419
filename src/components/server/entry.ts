/** What the build exports: the pages as one function. The gateway's own server has all else that a server does. */
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** @param request whose path names the page @param locals the loaders of the pages' data */
export const render = (request: Request, locals: App.Locals): Promise<Response> => app.render(request, { locals });
