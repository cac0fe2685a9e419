/**
 * The project's paths. These scripts run on whatever Node a machine has (20 or later) before anything is installed, so
 * they are plain JavaScript and import nothing but Node's own modules.
 */
import { fileURLToPath } from 'node:url';

/** The checkout's folder, absolute, with a trailing separator. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
