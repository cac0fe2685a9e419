/** The packages of this process by the provider's id, with the package or file of each. */
import type { ProviderPackage } from './provider-package.ts';

export interface AddedPackage extends ProviderPackage {
  readonly source: string;
}

const ADDED = new Map<string, AddedPackage>();

export const addedPackages: ReadonlyMap<string, AddedPackage> = ADDED;

export function addPackage(provider: AddedPackage): void {
  ADDED.set(provider.id, provider);
}
