/** The metrics of the standby from which lists are read. They have no values without one. */
import { byLabel, counter, type Family, gauge, type MetricValue, type StandbySource, singleValue } from './family.ts';

const ofStandby =
  (values: (standby: StandbySource) => readonly MetricValue[]): Family['values'] =>
  ({ standby }) =>
    standby === undefined ? [] : values(standby);

export const STANDBY_FAMILIES: readonly Family[] = [
  gauge(
    'turnpike_standby_up',
    'Whether lists are read from the standby; 0 while they are read from the primary.',
    ofStandby(({ condition }) => singleValue(condition === 'READY' ? 1 : 0)),
  ),
  gauge(
    'turnpike_standby_age_seconds',
    'How old the data of the standby was at most, by the last check that could date it.',
    ofStandby(({ ageMs }) => (ageMs === undefined ? [] : singleValue(ageMs / 1_000))),
  ),
  counter(
    'turnpike_standby_reads_total',
    'Queries of lists, by the place that answered them.',
    ofStandby(({ counts }) => byLabel('place', counts.reads)),
  ),
  counter(
    'turnpike_standby_fallbacks_total',
    'Queries that the standby did not answer, and the primary did, by reason.',
    ofStandby(({ counts }) => byLabel('reason', counts.fallbacks)),
  ),
];
