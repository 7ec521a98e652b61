export { type AccountDependencies, type CreatedAccount, createAccount, type NewAccount } from './create-account.ts'
export { createFirstAccount, isFirstRun } from './first-account.ts'
export { InvitationNotOpen, InvitedAddressDiffers } from './invitations/errors.ts'
export {
  type InvitationLink,
  type InvitationLinkDependencies,
  type InvitationLinks,
  invitationLinks,
} from './invitations/invitation-link.ts'
export {
  createInvitations,
  type InvitationDependencies,
  type Invitations,
  type InvitationView,
  type PresentedInvitation,
} from './invitations/invitations.ts'
export { createLinkPasswords, type LinkPasswords } from './link-passwords.ts'
export { authenticatorSealer, resealAuthenticator } from './methods/authenticator-app/authenticator-app.ts'
export { totpCode, totpStep } from './methods/authenticator-app/totp.ts'
export { createSecondFactors, type SecondFactors } from './methods/index.ts'
export {
  passkeySignInOptions,
  reauthenticateWithPasskey,
  reauthenticationOptions,
  signInWithPasskey,
} from './methods/passkey/prove-passkey.ts'
export { type ChangedPassword, changePassword } from './methods/password/change-password.ts'
export {
  createPasswordChecks,
  type PasswordCheckDependencies,
  type PasswordChecks,
} from './methods/password/password-checks.ts'
export { hashLinkPassword, hashPassword, matchesHash } from './methods/password/password-hash.ts'
export { ResetNotOpen } from './methods/password/reset/open-reset.ts'
export { answerResetRequests, issueReset, requestPasswordReset } from './methods/password/reset/request-reset.ts'
export {
  type PasswordResetLink,
  type PasswordResetLinkDependencies,
  type PasswordResetLinks,
  passwordResetLinks,
} from './methods/password/reset/reset-link.ts'
export {
  type NewPasswordEffects,
  putNewPassword,
  type ResetDependencies,
  resetPassword,
} from './methods/password/reset/reset-password.ts'
export {
  assertPassword,
  mintPassword,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  passwordProblems,
} from './methods/password/rules/password-rules.ts'
export { signIn } from './methods/password/sign-in.ts'
export type { ProvenIdentity } from './methods/provider/proven-identity.ts'
export {
  type IdentityReauthentication,
  type ReauthenticationRejection,
  reauthenticateWithIdentity,
} from './methods/provider/reauthenticate-with-identity.ts'
export {
  type IdentityPolicy,
  type IdentityRejection,
  type IdentitySignIn,
  signInWithIdentity,
} from './methods/provider/sign-in-with-identity.ts'
export { type SignInMethods, signInMethods } from './methods/sign-in-methods.ts'
export { type PreparedAccount, prepareAccount } from './prepare-account.ts'
export { type CodeChecks, createCodeChecks } from './second-factors/code-checks.ts'
export { createFactorSettings } from './second-factors/factor-settings.ts'
export { reauthenticateWithPassword } from './second-factors/reauthenticate.ts'
export {
  openSecondStep,
  type SecondStep,
  takeSecondStep,
} from './second-factors/second-step.ts'
export {
  createSessions,
  type FoundSession,
  RECENT_SIGN_IN_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSIONS_MAX,
  type Sessions,
  type SignedInSession,
} from './sessions.ts'
export { type SetupCode, setupCode } from './setup-code.ts'
export {
  afterFirstFactor,
  enterNewAccount,
  type FirstFactor,
  type SignedIn,
  type SignInDependencies,
  type SignInOutcome,
} from './signing-in/begin-session.ts'
export type { BrowserOrigin, PersonOrigin } from './signing-in/origin.ts'
export { recordPersonAct } from './signing-in/record-person-act.ts'
export type { SignInLog } from './signing-in/sign-in-log.ts'
export { signOut } from './signing-in/sign-out.ts'
