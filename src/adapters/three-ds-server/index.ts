/** A 3DS Server (EMV 3-D Secure 2.1 and 2.2). */
export {
  type DirectoryServerSettings,
  RESULTS,
  resultsPath,
  SCHEMES,
  type Scheme,
} from './directory-server/settings.ts';
export { type TriedDirectoryServer, tryDirectoryServer } from './directory-server/try-directory-server.ts';
export { openDirectoryServers, ThreeDsServer, type ThreeDsServerOptions } from './three-ds-server.ts';
