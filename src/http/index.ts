/** The HTTP server with its limits, and the adapters that mount its routes. */
export { createAdminServer } from './admin-server.ts';
export { Assets } from './assets.ts';
export { mountAuthentications } from './authentication-adapter.ts';
export { mountBrowserPayments } from './browser-payment-adapter.ts';
export { CertificateAuthorities } from './certificate-authorities.ts';
export { languagesOf } from './chosen-language.ts';
export { ClientCertificates } from './client-certificate.ts';
export { ConnectionTable } from './connection-table.ts';
export { loadReference, mountDocs } from './docs-adapter.ts';
export { mountHostedFields } from './hosted-fields-adapter.ts';
export { CLOSE_MS_MAX, DRAIN_MS, type SlowClientTimes } from './http-limits.ts';
export { connectionLimits, createHttpServer } from './http-server.ts';
export { type Logos, mountLogos } from './logo-adapter.ts';
export {
  type BuiltScript,
  builtScripts,
  mountMerchantScripts,
  type ScriptArchive,
} from './merchant-scripts-adapter.ts';
export { mountMetrics } from './metrics-adapter.ts';
export { Pages } from './page-answers.ts';
export { mountPageCheckouts } from './page-checkouts-adapter.ts';
export { mountPayerPages } from './payer-adapter.ts';
export { paymentAddress } from './payment-address.ts';
export { mountPolicyReports, PolicyReportCounts } from './policy-reports.ts';
export { mountProbes, type Probes } from './probes.ts';
export { mountRest } from './rest-adapter.ts';
export { mountRestored } from './restored-server.ts';
export { mountResults } from './results-adapter.ts';
export type { RouteDependencies } from './route-dependencies.ts';
export { isDeveloperAddress, isRestAddress, METRICS, PROBES } from './routes.ts';
export { mountSecurityContact } from './security-contact.ts';
