declare namespace App {
  /** What the server hands to a page: the fourth argument of Astro's handler. */
  interface Locals {
    page: import('./checkout/page.ts').CheckoutPage;
    /** Status code of the answer; 200 when absent. Astro's adapter writes its own over `res.statusCode`. */
    status?: number;
  }
}
