import {
  createCodeChecks,
  createFactorSettings,
  createInvitations,
  createLinkPasswords,
  createPasswordChecks,
  createSecondFactors,
  createSessions,
  type Invitations,
  type LinkPasswords,
  setupCode,
} from '@footfall/accounts'
import {
  type Clock,
  type Keyring,
  type RandomSource,
  SecondFactorRequired,
  type SessionReader,
  type SignInAttemptRepository,
  type TransactionalStore,
} from '@footfall/core-domain'
import { type BrowserSessions, createLinkProofs, type LinkProofs } from '@footfall/operations'
import type { Logger } from 'pino'
import {
  type AuthorizationServer,
  type AuthorizationStores,
  authorizationServer,
} from './oauth/authorization-server.ts'
import { type ProviderServices, providerServices } from './providers/provider-services.ts'
import { challengeCookies, deviceCookie, sessionCookie } from './sessions/session-cookie.ts'
import type { WebSettings } from './settings.ts'
import type { RecoveryServices } from './sign-in/recovery-router.ts'
import type { SignInServices } from './sign-in/services.ts'

/** The stores of accounts, sessions and the authorization server. */
interface ControlStores extends AuthorizationStores {
  readonly store: TransactionalStore
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
  const { identity, settings, control, key, clock, random, log, fetch } = dependencies
  const { requireSecondFactor } = settings
  const sessions = createSessions({
    reader: control.sessions,
    store: control.store,
    clock,
    random,
    key,
    requireSecondFactor,
  })
  const secure = settings.authUrl.startsWith('https:')
  const cookie = sessionCookie(secure)
  const invitations = createInvitations({ store: control.store, sessions, clock, random, key })
  const origins = [...new Set([settings.baseUrl, settings.authUrl])]
  const passwords = createPasswordChecks({
    store: control.store,
    attempts: control.signInAttempts,
    clock,
    random,
    key,
    log,
  })
  const factors = createSecondFactors({ clock, random, key, baseUrl: settings.baseUrl, origins })
  const signIn: SignInServices = {
    store: control.store,
    sessions,
    passwords,
    factors,
    factorSettings: createFactorSettings({ factors, clock, random, required: requireSecondFactor }),
    codes: createCodeChecks({
      store: control.store,
      attempts: control.signInAttempts,
      factors,
      passwords,
      clock,
      random,
      key,
      log,
    }),
    setupCode: setupCode(key),
    cookie,
    challenges: challengeCookies(secure),
    device: deviceCookie(secure),
    clock,
    random,
    rateLimiter: control.rateLimiter,
    triesPerMinute: settings.rateLimits.oauth,
    origins,
    log,
    provider: settings.oidc,
  }
  const browser: BrowserSessions = {
    origins,
    async find(req) {
      const secret = cookie.read(req)
      const session = secret === undefined ? undefined : await sessions.findAny(secret)
      if (session?.lacksSecondFactor) throw new SecondFactorRequired()
      return session && { id: session.id, account: session.account.id }
    },
  }
  return {
    signIn,
    browser,
    invitations,
    shares: {
      linkProofs: createLinkProofs(key, clock),
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
    authorization: authorizationServer({ identity, settings, control, sessions, cookie, key, clock, random, log }),
  }
}
