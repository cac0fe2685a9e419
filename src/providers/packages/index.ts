/** Providers of other people's packages: loaded before anything that knows the contract is imported. */
export { type AddedPackage, addedPackages } from './added-packages.ts';
export { loadProviderPackages } from './load-packages.ts';
export type { ProviderPackage } from './provider-package.ts';
