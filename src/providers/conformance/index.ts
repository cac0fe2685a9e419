/** The conformance kit: every ordering, loss and forgery against an adapter, and what it promises. */
export { conformance, type Finding, type Tried, type Verdict } from './conformance.ts';
export { judgedStandIn } from './judge-stand-in.ts';
export { conformanceReport, isConforming } from './report.ts';
