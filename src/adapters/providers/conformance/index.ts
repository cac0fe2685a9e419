/** The conformance kit: checks an adapter's promises under every ordering, loss and forgery. */
export { conformance, type Finding, type Tried, type Verdict } from './conformance.ts';
export { judgedStandIn } from './judge-stand-in.ts';
export { conformanceReport, isConforming } from './report.ts';
