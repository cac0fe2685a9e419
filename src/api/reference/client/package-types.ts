/**
 * Types and tables for the packages in `packages/`, generated from the contract. `npm run reference` writes them there.
 */
import { CURRENCIES } from '../../../contract/currencies.ts';
import { components } from '../openapi/components.ts';
import { answerName, rootSchemas } from '../openapi/openapi-requests.ts';
import { clientOperations, clientTypes } from './client-package.ts';
import { withInner } from './needed-schemas.ts';
import { scriptModuleText } from './script-types.ts';
import { declaration } from './types.ts';

const GENERATED = '`npm run reference` generates this file from the contract.';
const USUAL_DECIMALS = 2;

/** The texts of the generated files, by their paths in the checkout. */
export function packageFiles(): Readonly<Record<string, string>> {
  return {
    'packages/client/src/operations.ts': clientOperations(),
    'packages/client/src/types.d.ts': clientTypes(),
    'packages/medusa/src/currency-decimals.js': currencyDecimals(),
    'packages/scripts/src/globals.d.ts': scriptModuleText(),
    'packages/vendure/src/currency-decimals.js': currencyDecimals(),
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

/** `Intl` has decimals of daily use, such as none for HUF, and they differ between versions of Node. */
function currencyDecimals(): string {
  const rows = Object.entries(CURRENCIES).flatMap(([code, [, decimals]]) =>
    decimals === USUAL_DECIMALS ? [] : [`  ${code}: ${decimals},`],
  );
  return `/** Decimals of currencies, ISO 4217. ${GENERATED} */

/** @type {Readonly<Record<string, number>>} */
const DECIMALS = {
${rows.join('\n')}
};

/**
 * Returns the number of decimals of a currency: 2 for EUR, 0 for JPY.
 *
 * @param {string} currency
 */
export function decimalsOf(currency) {
  return DECIMALS[currency] ?? ${USUAL_DECIMALS};
}
`;
}
