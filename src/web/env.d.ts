declare namespace App {
  type PageLoaders = import('./views/index.ts').PageLoaders;
  /** The type of `Astro.locals`: the loaders of the pages' data. */
  interface Locals extends PageLoaders {}
}
