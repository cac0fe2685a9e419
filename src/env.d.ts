declare namespace App {
  type PageLoaders = import('./views/index.ts').PageLoaders;
  /** What `Astro.locals` has: the loaders of the pages' data. */
  interface Locals extends PageLoaders {}
}
