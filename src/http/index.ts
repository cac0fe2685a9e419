/** The HTTP server with its limits, and the adapters that mount its routes. */

export { Pages } from './answers/page-answers.ts';
export { CertificateAuthorities } from './connections/certificate-authorities.ts';
export { ClientCertificates } from './connections/client-certificate.ts';
export { ConnectionTable } from './connections/connection-table.ts';
export { CLOSE_MS_MAX, DRAIN_MS, type SlowClientTimes } from './connections/http-limits.ts';
export { SlowRefusals } from './connections/slow-refusals.ts';
export { mountApplePayDomain } from './endpoints/apple-pay-domain.ts';
export { Assets } from './endpoints/assets.ts';
export { mountAuthentications } from './endpoints/authentication-adapter.ts';
export { mountBrowserPayments } from './endpoints/browser-payment-adapter.ts';
export { mountConsole } from './endpoints/console-adapter.ts';
export { loadReference, mountDocs } from './endpoints/docs-adapter.ts';
export { mountHostedFields } from './endpoints/hosted-fields-adapter.ts';
export { linkFormsLimit, mountLinks } from './endpoints/link-adapter.ts';
export { type Logos, mountLogos } from './endpoints/logo-adapter.ts';
export {
  type BuiltScript,
  builtScripts,
  mountMerchantScripts,
  type ScriptArchive,
} from './endpoints/merchant-scripts-adapter.ts';
export { mountMetrics } from './endpoints/metrics-adapter.ts';
export { mountPageCheckouts } from './endpoints/page-checkouts-adapter.ts';
export { mountPayerPages } from './endpoints/payer-adapter.ts';
export { mountPolicyReports, PolicyReportCounts } from './endpoints/policy-reports.ts';
export { mountProbes, type Probes, STORE_STATES } from './endpoints/probes.ts';
export { mountReceiptKeys } from './endpoints/receipt-keys.ts';
export { mountRest } from './endpoints/rest-adapter.ts';
export { mountResults } from './endpoints/results-adapter.ts';
export type { RouteDependencies } from './endpoints/route-dependencies.ts';
export { mountSecurityContact } from './endpoints/security-contact.ts';
export { createAdminServer } from './listener/admin-server.ts';
export { type DivertRequest, divertRequests, type HandleRequest } from './listener/diverted-requests.ts';
export { connectionLimits, createHttpServer, type HttpOptions } from './listener/http-server.ts';
export { mountRestored } from './listener/restored-server.ts';
export { languagesOf } from './routing/chosen-language.ts';
export { paymentAddress, paymentCode } from './routing/payment-address.ts';
export { isDeveloperAddress, isRestAddress, METRICS, PROBES } from './routing/routes.ts';
export { type Destination, destinationOf } from './routing/store-of-request.ts';
