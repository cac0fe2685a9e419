/** The listener: the server with its limits, and what is mounted on it. */
export { createAdminServer } from './admin-server.ts';
export { Assets } from './assets.ts';
export { mountBrowserPayments } from './browser-payment-adapter.ts';
export type { RenderPage } from './built-pages.ts';
export { languagesOf } from './chosen-language.ts';
export { ClientCertificates } from './client-certificate.ts';
export { ConnectionTable } from './connection-table.ts';
export { mountDocs } from './docs-adapter.ts';
export { DRAIN_MS, type SlowClientTimes } from './http-limits.ts';
export { connectionLimits, createHttpServer } from './http-server.ts';
export { type Logos, mountLogos } from './logo-adapter.ts';
export { mountMetrics } from './metrics-adapter.ts';
export { Pages } from './page-renderer.ts';
export { mountPayerPages } from './payer-adapter.ts';
export { mountProbes, type Probes } from './probes.ts';
export { mountRest } from './rest-adapter.ts';
