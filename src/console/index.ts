/** The console, where merchants' staff and operators look and act: its people, their sign-in, and its pages' data. */
export type { AccessDependencies, ConsoleMerchants, SignedIn } from './access.ts';
export { actedCookie, hasActed } from './acted-cookie.ts';
export type { InterfaceCall } from './acts.ts';
export type { RenewalTimes, StoredPasswords } from './api-passwords.ts';
export type { ConsoleAudit, ConsoleEvent } from './audit.ts';
export type { ConsoleFile } from './files.ts';
export { type Caller, Guesses } from './guesses.ts';
export { ENROLMENT_MS, invite } from './invitations.ts';
export type { AlarmMailKind } from './mails/alarm-note.ts';
export { DisputeWatch } from './mails/dispute-watch.ts';
export type {
  AlarmChoice,
  AlarmMails,
  AlarmTimes,
  ChosenAt,
  ChosenReports,
  MailChoice,
  OwedDispute,
  PersonThere,
  ReportRhythm,
  SentRhythm,
  StaffMail,
  StaffMailKind,
  StaffMails,
} from './mails/ports.ts';
export { ReceiverWatch } from './mails/receiver-watch.ts';
export { ReportWorker } from './mails/report-worker.ts';
export { contentOfMail, type MailPorts, type StaffMailDependencies } from './mails/staff-mail.ts';
export {
  merchantOfUnsubscribing,
  ONE_CLICK,
  UNSUBSCRIBE_URL,
  unsubscribe,
  unsubscribeAddress,
} from './mails/unsubscribe.ts';
export type { OpenIdChecks, OpenIdIdentity, OpenIdProvider } from './openid.ts';
export type { ConsoleAnswer, ConsoleDependencies, ConsoleRequest, StorePorts } from './pages/answer.ts';
export { PROOF } from './pages/proof-pages.ts';
export { respond } from './pages/respond.ts';
export { shellOf } from './pages/shell.ts';
export {
  ALL_MERCHANTS,
  type ConsolePeople,
  type ConsoleSession,
  type Credentials,
  type Enrolment,
  factorPlace,
  type Grant,
  type Invitation,
  type InvitationKind,
  type ListedRole,
  type NewPassword,
  type NewSession,
  type Person,
  type SessionStage,
  type StoredPerson,
} from './ports.ts';
export { isRole, type Permission, ROLE_FOR_ALL, ROLE_NAMES, ROLES, type Role } from './roles.ts';
export { CONSOLE_PATH, CONSOLE_ROUTES, type ConsoleRouteName, consoleAddress, type RouteAccess } from './routes.ts';
export { PROOF_MS_MAX } from './session-times.ts';
export type { CertificateFacts } from './settings/client-certificates.ts';
export { readEmail } from './sign-in.ts';
export { mayChangeLists } from './standby-reads.ts';
export type { ConsoleStores, FurtherStore } from './stores.ts';
export { type ConsoleViews, type StoredView, viewPlace } from './views.ts';
export { ConsoleCookie, type NewVisitor, type Visitor } from './visitor.ts';
