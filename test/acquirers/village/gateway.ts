/** A gateway process that has the guide's acquirer beside those of this program. */

import { PROTOCOLS } from '../../../src/acquirers/index.ts';
import { runGateway } from '../../../src/main.ts';
import { villageProtocol } from './guide.ts';

await runGateway(process.env, { protocols: [...PROTOCOLS, await villageProtocol()] });
