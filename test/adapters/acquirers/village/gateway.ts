/** A gateway process that has the guide's acquirer beside those of this program. */

import { PROTOCOLS } from '../../../../src/adapters/acquirers/index.ts';
import { runGateway } from '../../../../src/compose/main.ts';
import { villageProtocol } from './guide.ts';

await runGateway(process.env, { protocols: [...PROTOCOLS, await villageProtocol()] });
