/** The route of addresses in `astro dev` whose page the middleware finds. */
export const prerender = false;

export const ALL = (): Response => new Response(null, { status: 404 });
