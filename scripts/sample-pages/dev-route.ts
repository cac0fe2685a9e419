/** What stands at an address in `astro dev` whose page the middleware finds. */
export const prerender = false;

export const ALL = (): Response => new Response(null, { status: 404 });
