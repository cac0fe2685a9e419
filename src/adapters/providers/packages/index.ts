/** Providers from external packages. They are loaded before any module that uses the contract. */
export { type AddedPackage, addedPackages } from './added-packages.ts';
export { loadProviderPackages } from './load-packages.ts';
export type { ProviderPackage } from './provider-package.ts';
