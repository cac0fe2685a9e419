/** The route in `astro dev` for addresses that the middleware rewrites to a page. */
export const prerender = false;

export const ALL = (): Response => new Response(null, { status: 404 });
