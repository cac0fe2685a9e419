/** What the build exports: the pages as one function. The gateway's own server has all else that a server does. */
import { createApp } from 'astro/app/entrypoint';
import { keptLoad } from './kept-load.ts';

const app = createApp({ streaming: false });

// Astro imports a page's module anew for each request. Node answers with the same one, after work of its own.
for (const [component, load] of app.manifest.pageMap ?? []) {
  app.manifest.pageMap?.set(component, keptLoad(load));
}

/** @param request whose path names the page @param locals the loaders of the pages' data */
export const render = (request: Request, locals: App.Locals): Promise<Response> => app.render(request, { locals });

const DOCS = /^\/docs(?:\/|$)/;

/** The styles that the build put into pages, letter for letter: into those of the reference, and into payers'. */
export const styles = { docs: stylesOf((route) => DOCS.test(route)), payer: stylesOf((route) => !DOCS.test(route)) };

function stylesOf(isMeant: (route: string) => boolean): readonly string[] {
  const routes = app.manifest.routes.filter(({ routeData }) => isMeant(routeData.route));
  const found = routes.flatMap((route) =>
    route.styles.flatMap((style) => (style.type === 'inline' ? [style.content] : [])),
  );
  return [...new Set(found)];
}
