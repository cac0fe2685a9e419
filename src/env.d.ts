declare namespace App {
  /** What the server hands to a page: the fourth argument of Astro's handler. */
  interface Locals {
    page: import('./checkout/checkout-page.ts').CheckoutPage;
    /** In the place of `page`, for the views of the reference. */
    docs?: import('./docs/docs-page.ts').DocsPage;
    /** Status code of the answer; 200 when absent. Astro's adapter writes its own over `res.statusCode`. */
    status?: number;
  }
}
