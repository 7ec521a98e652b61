export { changePassword, type PasswordDependencies } from './change-password.ts'
export { type AccountDependencies, type CreatedAccount, createAccount, type NewAccount } from './create-account.ts'
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
export { createSessions, SESSION_IDLE_MS, SESSION_MAX_MS, type Sessions, type SignedInSession } from './sessions.ts'
export { type SignInDependencies, signIn } from './sign-in.ts'
export { verifyPassword } from './verify-password.ts'
