/** Loads the providers in the setting `PROVIDERS`, before the contract is loaded. */
import { addedProviders } from '../../../contract/added-providers.ts';
import { addPackage } from './added-packages.ts';
import { importPackage } from './import-package.ts';
import { packageNames } from './package-names.ts';
import { validatePackage } from './validate-package.ts';

/**
 * Call this before any module that uses the contract is imported in this process.
 *
 * @param setting the value of `PROVIDERS` in the environment
 * @param from the folder for the look-up of packages and for relative paths
 * @throws Error in one line for the operator, naming the package and its problem
 */
export async function loadProviderPackages(setting: string | undefined, from = process.cwd()): Promise<void> {
  try {
    const names = packageNames(setting);
    for (const name of names) {
      const provider = validatePackage(name, await importPackage(name, from));
      addedProviders.add(provider.id, provider.facts, name);
      addPackage({ ...provider, source: name });
    }
    if (names.length > 0) {
      // This import builds the list of all providers. It throws if a package has the id of one of the program's own
      // providers.
      await import('../../../contract/providers/index.ts');
    }
  } catch (error) {
    throw new Error(`PROVIDERS: ${(error as Error).message}`, { cause: error });
  }
}
