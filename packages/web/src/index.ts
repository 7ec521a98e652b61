export { signInAndAuthorization } from './compose.ts'
export {
  GOOGLE_CALLBACK_PATH,
  type GoogleCallbackServices,
  type GrantRedeemer,
  googleCallbackRouter,
} from './integrations/google-callback.ts'
export { createGrantStates } from './integrations/grant-states.ts'
export {
  UNSUBSCRIBE_PATH,
  type UnsubscribeRouterServices,
  unsubscribeRouter,
} from './integrations/unsubscribe-router.ts'
export type { AuthorizationServer } from './oauth/authorization-server.ts'
export { assetsRouter } from './pages/assets-router.ts'
export { fewParameters } from './pages/few-parameters.ts'
export { languageOf, personLanguage } from './pages/page-language.ts'
export { pageNotFound } from './pages/page-not-found.ts'
export { messagePage } from './pages/sign-in-pages.ts'
export { providerRouter } from './providers/provider-router.ts'
export type { ProviderServices } from './providers/provider-services.ts'
export { newSecretRouter } from './secrets/new-secret-router.ts'
export { sessionSecretOf } from './sessions/browser-session.ts'
export { sessionCookie } from './sessions/session-cookie.ts'
export {
  SHARE_PATH,
  type SharedDashboard,
  type SharedLinkServices,
  sharedLinkRouter,
} from './shares/shared-link-router.ts'
export { peopleRouter } from './sign-in/people-router.ts'
export { type RecoveryServices, recoveryRouter } from './sign-in/recovery-router.ts'
export { secondFactorRouter } from './sign-in/second-factor-router.ts'
export type { SignInServices } from './sign-in/services.ts'
export { signInRouter } from './sign-in/sign-in-router.ts'
export { type StatusPageServices, statusRouter } from './status/status-router.ts'
