/** Takes the payments of a Medusa shop on a Turnpike gateway's hosted page. */
import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { TurnpikeProvider } from './provider.js';

export default ModuleProvider(Modules.PAYMENT, { services: [TurnpikeProvider] });
