export { type AccountDependencies, type CreatedAccount, createAccount, type NewAccount } from './create-account.ts'
export { createFactorSettings, type FactorSettings } from './factor-settings/factor-settings.ts'
export { createFirstAccount, isFirstRun } from './first-account.ts'
export {
  type InvitationLink,
  type InvitationLinkDependencies,
  type InvitationLinks,
  invitationLinks,
} from './invitations/invitation-link.ts'
export {
  type AcceptanceOrigin,
  createInvitations,
  type InvitationDependencies,
  type Invitations,
  type InvitationView,
  type PresentedInvitation,
} from './invitations/invitations.ts'
export { InvitationNotOpen, InvitedAddressDiffers } from './invitations/refusals.ts'
export { hashPassword, matchesHash } from './password-hash.ts'
export { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordProblems } from './passwords/password-rules.ts'
export { assertPassword, mintPassword, type PreparedAccount, prepareAccount } from './prepare-account.ts'
export type { ProvenIdentity } from './providers/proven-identity.ts'
export {
  type IdentityReauthentication,
  type ReauthenticationRefusal,
  reauthenticateWithIdentity,
} from './providers/reauthenticate-with-identity.ts'
export { type SignInMethods, signInMethods } from './providers/sign-in-methods.ts'
export {
  type IdentityPolicy,
  type IdentityRefusal,
  type IdentitySignIn,
  signInWithIdentity,
} from './providers/sign-in-with-identity.ts'
export { ResetNotOpen } from './recovery/open-reset.ts'
export { answerResetRequests, issueReset, requestPasswordReset } from './recovery/request-reset.ts'
export {
  type PasswordResetLink,
  type PasswordResetLinkDependencies,
  type PasswordResetLinks,
  passwordResetLinks,
} from './recovery/reset-link.ts'
export {
  type NewPasswordEffects,
  putNewPassword,
  type ResetDependencies,
  resetPassword,
} from './recovery/reset-password.ts'
export {
  authenticatorSealer,
  createSecondFactors,
  resealAuthenticator,
  type SecondFactors,
} from './second-factors/second-factors.ts'
export { totpCode, totpStep } from './second-factors/totp.ts'
export {
  createSessions,
  type FoundSession,
  RECENT_SIGN_IN_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  type Sessions,
  type SignedInSession,
} from './sessions.ts'
export { type SetupCode, setupCode } from './setup-code.ts'
export { type ChangedPassword, changePassword } from './signing-in/change-password.ts'
export { type CodeChecks, createCodeChecks } from './signing-in/code-checks.ts'
export { createLinkPasswords, type LinkPasswords } from './signing-in/link-passwords.ts'
export type { BrowserOrigin, PersonOrigin } from './signing-in/origin.ts'
export {
  createPasswordChecks,
  type PasswordCheckDependencies,
  type PasswordChecks,
  type SignInLog,
} from './signing-in/password-checks.ts'
export { type ReauthenticationProof, reauthenticate, reauthenticationOptions } from './signing-in/reauthenticate.ts'
export { recordPersonAct } from './signing-in/record-person-act.ts'
export {
  openSecondStep,
  passkeySignInOptions,
  type SecondStep,
  signInWithPasskey,
  takeSecondStep,
} from './signing-in/second-step.ts'
export {
  afterFirstFactor,
  enterNewAccount,
  type FirstFactor,
  type SignedIn,
  type SignInDependencies,
  type SignInOutcome,
  signIn,
} from './signing-in/sign-in.ts'
export { signOut } from './signing-in/sign-out.ts'
export { verifyPassword } from './verify-password.ts'
