/** Takes the payments of a Vendure shop on a Turnpike gateway's hosted page. */
export { turnpikeHandler } from './handler.js';
export { TurnpikePlugin } from './plugin.js';
export { TurnpikeService } from './service.js';
