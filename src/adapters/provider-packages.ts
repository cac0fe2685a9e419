/**
 * The module that packages import as `turnpike/provider`: the types of a provider's adapter, its interface metadata and
 * its simulator, and the few values that an adapter needs. `docs/guide/browser-payment-providers.md` has a complete
 * example.
 *
 * Must not import the list of providers, because the first import of that list closes it for packages.
 */
export { always, type Field, field, type Group, group } from '../contract/field.ts';
export { alphanumeric, ascii, digits, enumeration, type FieldType, string } from '../contract/field-types.ts';
export { GATEWAY_CODES, type GatewayCode, isGatewayCode, resultOf } from '../contract/gateway-codes.ts';
export { type Currency, currencyOf, majorText, minorUnits } from '../contract/money.ts';
export type { AccountMember, PaymentConfirmation, ProviderFacts } from '../contract/providers/index.ts';
export {
  type AskOutcome,
  type BeginOutcome,
  type BrowserOperation,
  type Callback,
  type CallbackOutcome,
  type ChosenPayment,
  type CreateOutcome,
  type MovementOutcome,
  type NewProviderPayment,
  type OptionProbe,
  type PaymentChoice,
  type PaymentOption,
  PROVIDER_ANSWER_MS_MAX,
  type Provider,
  type ProviderAccount,
  type ProviderAddress,
  type ProviderCertificate,
  type ProviderMoney,
  type ProviderMovement,
  type ProviderMovementKind,
  type ProviderPayment,
  type ProviderReply,
  type ProviderState,
  type RawCallback,
  type StateOutcome,
  type UnansweredRequest,
} from '../core/ports/index.ts';
export {
  createJsonClient,
  type ExactJson,
  type JsonAnswer,
  type JsonCall,
  type JsonClient,
  type JsonClientOptions,
  readExactJson,
} from './http-json.ts';
export type {
  LedgerEntry,
  OpenProvider,
  PayerAct,
  ProviderEnvironment,
  ProviderPackage,
  Signer,
  StandIn,
  StandInChoice,
  StandInPayment,
  StandInTls,
  StartStandIn,
} from './providers/index.ts';
