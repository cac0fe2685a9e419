/** The route of addresses in `astro dev` for which the middleware finds the page. */
export const prerender = false;

export const ALL = (): Response => new Response(null, { status: 404 });
