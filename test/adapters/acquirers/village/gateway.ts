/** A gateway process with the guide's acquirer added to the built-in ones. */

import { PROTOCOLS } from '../../../../src/adapters/acquirers/index.ts';
import { runGateway } from '../../../../src/compose/main.ts';
import { villageProtocol } from './guide.ts';

await runGateway(process.env, { protocols: [...PROTOCOLS, await villageProtocol()] });
