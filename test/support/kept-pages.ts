import { startPages } from '../../src/web/rendering/index.ts';
import { kept } from './kept.ts';

/** The rendering thread for all gateways of a worker. */
export const keptPages = kept(async () => startPages());
