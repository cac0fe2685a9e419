/**
 * The project's paths. These scripts run on any Node of a machine (20 or later) before packages are installed, so they
 * are plain JavaScript and import only Node's own modules.
 */
import { fileURLToPath } from 'node:url';

/** The checkout's folder, absolute, with a trailing separator. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
