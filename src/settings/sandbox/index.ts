/**
 * Secrets and ports that the gateway and the sandbox share through files. This module imports no package, because
 * `npm start` imports it before anything else.
 */
export { MEMORY_FOLDER } from '../stored-secret.ts';
export { sandboxApiPassword } from './api-password.ts';
export {
  issueBankCertificates,
  type SandboxBankCertificates,
  sandboxBankCertificates,
} from './bank-certificates.ts';
export { namedMode } from './named-mode.ts';
export { sandboxNotificationKey } from './notification-key.ts';
export { type SandboxPayPalAccount, sandboxPayPalAccount } from './paypal-account.ts';
export { type SandboxPixAccount, sandboxPixAccount } from './pix-account.ts';
export { sandboxProviderKey } from './provider-key.ts';
export { noteSimulatorPorts, withSimulatorPorts } from './simulator-ports.ts';
export { TEST_CARD_NUMBERS } from './test-cards.ts';
export {
  issueThreeDSCertificates,
  type SandboxThreeDSCertificates,
  sandboxThreeDSCertificates,
} from './three-ds-certificates.ts';
export {
  makeWalletIdentity,
  makeWalletKeys,
  type SandboxWalletIdentity,
  type SandboxWalletKeys,
  sandboxWalletIdentity,
  sandboxWalletKeys,
} from './wallet-keys.ts';
