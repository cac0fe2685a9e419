/**
 * Control of directory servers and ACS over HTTP: read their ledger and violations, set faults, outcomes and settings.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { YEAR_MS } from '../../contract/durations.ts';
import {
  badRequest,
  type ControlQuery,
  faultCount,
  faultDelayMs,
  readControl,
  textOf,
} from '../kit/http/control-request.ts';
import { CHALLENGE_KINDS } from './acs/challenge-kinds.ts';
import { canExpire, end, planResult } from './acs/ending.ts';
import { verifyProof } from './acs/verify.ts';
import { SCHEMES, schemeOf } from './directory-server/schemes.ts';
import { changeRanges, currentSerial, rangesAt } from './directory-server/serials.ts';
import { FAULTS, type FaultedMessage, type ThreeDSFaultMode } from './faults.ts';
import { threeDSLedgerEntries } from './ledger/entries.ts';
import { ERROR_CODES } from './messages/erro.ts';
import { VERSIONS } from './messages/table.ts';
import { THREE_DS_PREFIX } from './prefix.ts';
import type { ThreeDS } from './three-ds.ts';

const MESSAGES = Object.keys(FAULTS) as FaultedMessage[];
const MODES = [...new Set(Object.values(FAULTS).flat())] as ThreeDSFaultMode[];

const faultsSchema = z
  .strictObject({
    mode: z.enum(['NONE', ...MODES]),
    message: z.enum(MESSAGES).optional(),
    scheme: z.string().optional(),
    errorCode: z.enum(ERROR_CODES).optional(),
    delayMs: faultDelayMs,
    count: faultCount,
  })
  .refine(
    ({ mode, message }) =>
      mode === 'NONE' || (message !== undefined && (FAULTS[message] as readonly string[]).includes(mode)),
    { error: 'message must be one that has the mode', path: ['message'] },
  );

const reason = z
  .string()
  .regex(/^\d{2}$/)
  .optional();

const endingSchema = z.strictObject({
  transStatus: z.enum(['Y', 'N', 'A', 'U', 'R']),
  transStatusReason: reason,
  challengeCancel: reason,
});

const outcomesSchema = z
  .strictObject({
    transStatus: z.enum(['Y', 'N', 'A', 'U', 'R', 'I', 'C', 'D']).optional(),
    transStatusReason: reason,
    kind: z.enum(CHALLENGE_KINDS).optional(),
    ending: endingSchema.optional(),
    count: z.int().min(1).default(1),
  })
  .refine(({ kind, transStatus }) => kind === undefined || transStatus === 'C', {
    error: 'kind is of transStatus C alone',
    path: ['kind'],
  });

const settingsSchema = z.strictObject({
  /** How far the simulator's clock is ahead of the real one. */
  aheadMs: z.int().min(0).max(YEAR_MS).optional(),
  /** The time from the ARes to the browser's first CReq. */
  firstCReqMs: z.int().min(1).max(YEAR_MS).optional(),
  /** Whether the directory servers disconnect every client. */
  isAway: z.boolean().optional(),
  /** Whether the directory servers present a certificate of an untrusted authority. */
  hasForeignCertificate: z.boolean().optional(),
});

const version = z.string().regex(/^\d+\.\d+\.\d+$/);

const rangesSchema = z.array(
  z.strictObject({
    action: z.enum(['A', 'M', 'D']),
    startRange: z.string().regex(/^\d{13,19}$/),
    endRange: z.string().regex(/^\d{13,19}$/),
    acsStartProtocolVersion: version.default(VERSIONS[0]),
    acsEndProtocolVersion: version.default(VERSIONS[1]),
    method: z.enum(['ENDS', 'NEVER_ENDS', 'NONE']).default('ENDS'),
    acsInfoInd: z.array(z.string().regex(/^\d{2}$/)).default(['01', '02']),
  }),
);

const proofSchema = z.strictObject({
  acctNumber: z.string(),
  dsTransID: z.string(),
  authenticationValue: z.string(),
  eci: z.string(),
});

type WithId = { Params: { id: string } };
type WithScheme = { Params: { scheme: string } };

export function addThreeDSControl(app: FastifyInstance, threeDS: ThreeDS): void {
  const { ledger, faults, records } = threeDS;

  app.get<{ Querystring: ControlQuery }>(`${THREE_DS_PREFIX}/ledger`, ({ query }) => {
    return threeDSLedgerEntries(ledger, {
      merchant: textOf(query.merchant),
      transaction: textOf(query.transaction),
    });
  });
  app.get(`${THREE_DS_PREFIX}/ledger/rows`, () => ledger.rows());
  app.get<WithId>(`${THREE_DS_PREFIX}/messages/:id`, ({ params: { id } }) =>
    ledger.messages.all({ three_ds_server_trans_id: id }),
  );
  app.get(`${THREE_DS_PREFIX}/directory-servers`, () =>
    SCHEMES.map((scheme) => ({
      id: scheme.id,
      name: scheme.name,
      rid: scheme.rid,
      address: `${threeDS.bases.api}/${scheme.id}`,
      serialNum: `${currentSerial(ledger, scheme)}`,
      ranges: [...rangesAt(ledger, scheme, currentSerial(ledger, scheme)).values()],
    })),
  );
  app.get(`${THREE_DS_PREFIX}/violations`, () => {
    const { own, received, conduct, unknownElements } = records;
    return { own, received, conduct, unknownElements };
  });
  app.delete(`${THREE_DS_PREFIX}/violations`, (_request, reply) => {
    records.clear();
    return reply.code(204).send();
  });

  app.put(`${THREE_DS_PREFIX}/faults`, ({ body }) => {
    faults.set(readControl(faultsSchema, body));
    return faults.inForce;
  });
  app.put(`${THREE_DS_PREFIX}/outcomes`, ({ body }) => {
    const { count, ...wanted } = readControl(outcomesSchema, body);
    threeDS.outcomes.choose(wanted, count);
    return { ...wanted, count };
  });
  app.put(`${THREE_DS_PREFIX}/settings`, ({ body }) => {
    const { aheadMs, firstCReqMs, isAway, hasForeignCertificate } = readControl(settingsSchema, body);
    threeDS.firstCReqMs = firstCReqMs ?? threeDS.firstCReqMs;
    if (isAway !== undefined) {
      threeDS.door?.stay(isAway);
    }
    if (hasForeignCertificate !== undefined) {
      threeDS.door?.show(hasForeignCertificate);
    }
    if (aheadMs !== undefined) {
      threeDS.setAhead(aheadMs);
    }
    return { aheadMs: threeDS.aheadMs, firstCReqMs: threeDS.firstCReqMs };
  });
  app.put<WithScheme>(`${THREE_DS_PREFIX}/directory-servers/:scheme/ranges`, ({ params, body }) => {
    const scheme = schemeOf(params.scheme);
    if (scheme === undefined) {
      throw badRequest('There is no such directory server.');
    }
    const changes = readControl(rangesSchema, body).map(({ action, ...range }) => ({ action, range }));
    return { serialNum: `${threeDS.change(({ now }) => changeRanges(ledger, scheme, changes, now))}` };
  });
  addDecisions(app, threeDS);
}

/** Adds calls for transactions, which may be identified by the 3DS Server's, the directory server's or the ACS's id. */
function addDecisions(app: FastifyInstance, threeDS: ThreeDS): void {
  const found = (id: string) => {
    const { transactions } = threeDS.ledger;
    const row =
      transactions.find({ id }) ??
      transactions.find({ three_ds_server_trans_id: id }) ??
      transactions.find({ acs_trans_id: id });
    if (row === undefined) {
      throw badRequest('There is no such transaction.');
    }
    return row;
  };
  app.put<WithId>(`${THREE_DS_PREFIX}/transactions/:id`, ({ params: { id }, body }) => {
    const ending = readControl(endingSchema, body);
    return threeDS.change((work) => {
      const row = found(id);
      if (!canExpire(row)) {
        throw badRequest('The transaction has its result.');
      }
      return end(work, row, ending);
    });
  });
  app.post<WithId>(`${THREE_DS_PREFIX}/transactions/:id/results`, ({ params: { id } }, reply) => {
    const row = found(id);
    if (row.state !== 'ENDED') {
      throw badRequest('The transaction has no result to tell again.');
    }
    threeDS.change((work) => planResult(work, row));
    return reply.code(202).send({ dsTransID: row.id });
  });
  app.post(`${THREE_DS_PREFIX}/authentication-values`, ({ body }) => {
    const verified = verifyProof(threeDS, readControl(proofSchema, body));
    if (verified === undefined) {
      throw badRequest('There is no such transaction.');
    }
    return verified;
  });
}
