declare namespace App {
  /** What the server passes to a view: the fourth argument of Astro's handler. */
  interface Locals {
    /** For the views of the payer's pages. */
    page?: import('./checkout/checkout-page.ts').CheckoutPage;
    /** For the views of the reference. */
    docs?: import('./docs/docs-page.ts').DocsPage;
    /** Status code of the answer; 200 when absent. Astro's adapter writes its own over `res.statusCode`. */
    status?: number;
  }
}
