/** Loads the providers in the setting `PROVIDERS`, before the contract is loaded. */
import { addedProviders } from '../../../contract/added-providers.ts';
import { addPackage } from './added-packages.ts';
import { importPackage } from './import-package.ts';
import { packageNames } from './package-names.ts';
import { validatePackage } from './validate-package.ts';

/**
 * Call it first: no module that uses the contract may have been imported in this process.
 *
 * @param setting from the environment
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
      // Builds the list of all providers, which refuses an id of the program's own.
      await import('../../../contract/providers/index.ts');
    }
  } catch (error) {
    throw new Error(`PROVIDERS: ${(error as Error).message}`, { cause: error });
  }
}
