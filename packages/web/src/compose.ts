import { createInvitations, createLinkPasswords, type Invitations, type LinkPasswords } from '@footfall/accounts'
import {
  type Clock,
  type Keyring,
  type RandomSource,
  SecondFactorRequired,
  type SessionReader,
  type SignInAttemptRepository,
} from '@footfall/core-domain'
import {
  type AuthenticationServices,
  authenticateHeader,
  type BrowserSessions,
  createLinkProofs,
  type IssuerHosts,
  type LinkProofs,
} from '@footfall/operations'
import type { Logger } from 'pino'
import {
  type AuthorizationServer,
  type AuthorizationStores,
  authorizationServer,
} from './oauth/authorization-server.ts'
import { type ProviderServices, providerServices } from './providers/provider-services.ts'
import { anySessionOf } from './sessions/browser-session.ts'
import type { WebSettings } from './settings.ts'
import { createSignInServices } from './sign-in/create-services.ts'
import type { RecoveryServices } from './sign-in/recovery-router.ts'
import type { SignInServices } from './sign-in/services.ts'
import { createIssuerKeys } from './workload-identity/issuer-keys.ts'

/** The stores of accounts, sessions and the authorization server. */
interface ControlStores extends AuthorizationStores {
  readonly sessions: SessionReader
  readonly signInAttempts: SignInAttemptRepository
}

interface Dependencies {
  readonly identity: Parameters<typeof authorizationServer>[0]['identity']
  readonly settings: WebSettings
  readonly control: ControlStores
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
  /** For requests to the OpenID provider. */
  readonly fetch: typeof globalThis.fetch
  /** Which issuers of workload identity may be private. */
  readonly issuerHosts: IssuerHosts
  /** To tell a credential that pages do not accept from none. */
  readonly credentials: Pick<AuthenticationServices, 'oauth' | 'usage'>
}

/** What pages of shared links check passwords with. */
interface SharePages {
  readonly linkProofs: LinkProofs
  readonly linkPasswords: LinkPasswords
}

/** Sign-in, recovery, shared links, invitations and the authorization server. */
export function signInAndAuthorization(dependencies: Dependencies): {
  readonly signIn: SignInServices
  readonly browser: BrowserSessions
  readonly invitations: Invitations
  readonly recovery: RecoveryServices
  /** Undefined where no OpenID provider is set up. */
  readonly providerSignIn: ProviderServices | undefined
  readonly shares: SharePages
  readonly authorization: AuthorizationServer
} {
  const { identity, settings, control, key, clock, random, log, fetch, issuerHosts, credentials } = dependencies
  const linkProofs = createLinkProofs(key, clock)
  const secure = settings.authUrl.startsWith('https:')
  const signIn = createSignInServices({
    control,
    key,
    clock,
    random,
    log,
    secure,
    baseUrl: settings.baseUrl,
    origins: [...new Set([settings.baseUrl, settings.authUrl])],
    callerOf: (authorization, address) =>
      authenticateHeader(authorization, { store: control.store, linkProofs, ...credentials }, { address }),
    triesPerMinute: settings.rateLimits.oauth,
    requireSecondFactor: settings.requireSecondFactor,
    provider: settings.oidc,
  })
  const { sessions, cookie, origins } = signIn
  const browser: BrowserSessions = {
    origins,
    async find(req) {
      const session = await anySessionOf(req, signIn)
      if (session?.lacksSecondFactor) throw new SecondFactorRequired()
      return session && { id: session.id, account: session.account.id }
    },
  }
  return {
    signIn,
    browser,
    invitations: createInvitations({ store: control.store, sessions, clock, random, key }),
    shares: {
      linkProofs,
      linkPasswords: createLinkPasswords({
        attempts: control.signInAttempts,
        rateLimiter: control.rateLimiter,
        clock,
        key,
      }),
    },
    providerSignIn: settings.oidc && {
      ...signIn,
      provider: providerServices(settings.oidc, { key, clock, random, secure, fetch, log }),
    },
    recovery: { ...signIn, key, sendsMail: settings.mail !== undefined },
    authorization: authorizationServer({
      identity,
      settings,
      control,
      sessions,
      cookie,
      key,
      clock,
      random,
      log,
      issuerKeys: createIssuerKeys({ hosts: issuerHosts, clock }),
    }),
  }
}
