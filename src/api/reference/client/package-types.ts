/** Types for the packages in `packages/`, generated from the contract. `npm run reference` writes them there. */
import { components } from '../openapi/components.ts';
import { answerName, rootSchemas } from '../openapi/openapi-requests.ts';
import { clientOperations, clientTypes } from './client-package.ts';
import { withInner } from './needed-schemas.ts';
import { scriptModuleText } from './script-types.ts';
import { declaration } from './types.ts';

const GENERATED = '`npm run reference` generates this file from the contract.';

/** The texts of the generated files, by their paths in the checkout. */
export function packageFiles(): Readonly<Record<string, string>> {
  return {
    'packages/client/src/operations.ts': clientOperations(),
    'packages/client/src/types.d.ts': clientTypes(),
    'packages/scripts/src/globals.d.ts': scriptModuleText(),
    'packages/webhooks/src/transaction-answer.ts': transactionAnswerTypes(),
  };
}

/** The body of a notification. */
function transactionAnswerTypes(): string {
  const schemas = components(rootSchemas());
  const needed = withInner([answerName('RETRIEVE_TRANSACTION')], schemas);
  const types = needed.map((name) => declaration(name, schemas[name] ?? {}));
  return `/** The answer of RETRIEVE_TRANSACTION in version 100. ${GENERATED} */\n\n${types.join('\n')}`;
}
