/** A gateway whose further stores sleep after a second without a request. Its argument: the milliseconds. */
import { runGateway } from '../../src/compose/main.ts';

const idleMs = Number(process.argv[2]);
await runGateway(process.env, { storeTimes: { idleMs, askedEveryMs: idleMs } });
