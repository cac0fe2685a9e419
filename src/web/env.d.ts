declare namespace App {
  type PageOrder = import('./views/index.ts').PageOrder;
  /** The type of `Astro.locals`: the data of the page, and its address. */
  interface Locals {
    readonly order: PageOrder;
  }
}
