/** The conformance kit: checks an adapter's promises under every ordering, loss and forgery. */
export { conformance, type PackageUnderTest, type PromiseFinding, type PromiseVerdict } from './conformance.ts';
export { conformanceReport, isConforming } from './report.ts';
export { validateStandIn } from './validate-stand-in.ts';
