/** The provider packages that this process has loaded, by the provider's id, with the package name or file of each. */
import type { ProviderPackage } from './provider-package.ts';

export interface AddedPackage extends ProviderPackage {
  readonly source: string;
}

const ADDED_PACKAGES = new Map<string, AddedPackage>();

export const addedPackages: ReadonlyMap<string, AddedPackage> = ADDED_PACKAGES;

export function addPackage(provider: AddedPackage): void {
  ADDED_PACKAGES.set(provider.id, provider);
}
