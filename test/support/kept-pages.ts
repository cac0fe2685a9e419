import { startPages } from '../../src/web/rendering/index.ts';
import { kept } from './kept.ts';

/** The thread that renders pages, for all gateways of a worker. */
export const keptPages = kept(async () => startPages());
