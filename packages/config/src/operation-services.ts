import { createFactorSettings, createSecondFactors, hashLinkPassword } from '@footfall/accounts'
import {
  type Analytics,
  type Clock,
  idFactory,
  type Keyring,
  type RandomSource,
  randomId,
  type Watch,
} from '@footfall/core-domain'
import { createCoordinator } from '@footfall/idempotency'
import { createPreviews } from '@footfall/kernel'
import {
  createChangeBudget,
  createWriteAdmission,
  FOOTFALL_IDENTITY,
  footfallWords,
  type LiveSessions,
  linkSealer,
  type OAuthAccessTokens,
  OTHER_WRITES,
  recentSignIn,
  type Services,
  stillActive,
  webhookSealer,
} from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import { type ConfirmationState, withMetrics } from './confirmation-metrics.ts'
import { issuerHosts } from './issuer-hosts.ts'
import type { Settings } from './settings/settings.ts'

interface OperationDependencies {
  readonly settings: Settings
  readonly control: ControlData
  /** Signs what travels through callers; the same on every replica. */
  readonly key: Keyring
  readonly analytics: Analytics
  readonly clock: Clock
  readonly random: RandomSource
  /** Resolves OAuth access tokens, if there is an authorization server. */
  readonly oauth?: OAuthAccessTokens
  /** Shows which sessions are active, if people sign in to this process. */
  readonly sessions?: LiveSessions
  /** Measures and traces operations. */
  readonly telemetry?: { readonly watch: Watch | undefined; confirmed(state: ConfirmationState): void }
}

/** The services that operations depend on, on opened stores. */
export function operationServices(dependencies: OperationDependencies): Services {
  const { settings, control, key, analytics, clock, random, oauth, sessions, telemetry } = dependencies
  const { store } = control
  const origins = [...new Set([settings.baseUrl, settings.authUrl])]
  const factors = createSecondFactors({ clock, random, key, baseUrl: settings.baseUrl, origins })
  const confirmations = createCoordinator({
    records: control.idempotency,
    claims: 'in_transaction',
    transaction: (work) => store.transaction(work),
    now: () => clock.now(),
    newClaimId: () => randomId(random, 'idm'),
  })
  return {
    store,
    sessions: control.sessions,
    analytics,
    clock,
    random,
    ids: idFactory(random),
    quotas: settings.quotas,
    factors: createFactorSettings({ factors, clock, random, required: settings.requireSecondFactor }),
    baseUrl: settings.baseUrl,
    linkSealer: linkSealer({ key, random }),
    delivery: {
      sendsEmail: settings.mail !== undefined,
      sealer: webhookSealer({ key, random }),
      privateHosts: new Set(settings.webhookPrivateHosts),
    },
    issuers: issuerHosts(settings),
    transaction: (work) => store.transaction(work),
    confirmations:
      telemetry === undefined ? confirmations : withMetrics(confirmations, (state) => telemetry.confirmed(state)),
    previews: createPreviews(FOOTFALL_IDENTITY.name, key, clock, random),
    assertStillActive: stillActive({ ...(oauth && { oauth }), ...(sessions && { sessions }) }),
    assertRecentSignIn: recentSignIn({ ...(sessions && { sessions }) }),
    hashLinkPassword: (password) => hashLinkPassword(password, random),
    admitWrite: createWriteAdmission(control.rateLimiter, settings.rateLimits.writes),
    takeChangeBytes: createChangeBudget(clock),
    wordingIn: footfallWords,
    otherWrites: OTHER_WRITES,
    ...(telemetry?.watch && { watch: telemetry.watch }),
  }
}
