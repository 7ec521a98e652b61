import {
  type Analytics,
  type Clock,
  idFactory,
  type RandomSource,
  randomBase62,
  type Watch,
} from '@footfall/core-domain'
import { createCoordinator } from '@footfall/idempotency'
import {
  createWriteAdmission,
  type LiveSessions,
  type OAuthAccessTokens,
  recentSignIn,
  type Services,
  stillActive,
} from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import { type ConfirmationState, withMetrics } from './confirmation-metrics.ts'
import type { Settings } from './settings.ts'

interface Parts {
  readonly settings: Settings
  readonly control: ControlData
  readonly analytics: Analytics
  readonly clock: Clock
  readonly random: RandomSource
  /** The authorization server's word on its tokens, where there is one. */
  readonly oauth?: OAuthAccessTokens
  /** The word of sign-in on its sessions, where people sign in. */
  readonly sessions?: LiveSessions
  /** Measures and traces operations. */
  readonly telemetry?: { readonly watch: Watch | undefined; confirmed(state: ConfirmationState): void }
}

/** Everything that operations work with, on opened stores. */
export function operationServices(parts: Parts): Services {
  const { settings, control, analytics, clock, random, oauth, sessions, telemetry } = parts
  const { store } = control
  const confirmations = createCoordinator({
    records: control.idempotency,
    transaction: (work) => store.transaction(work),
    now: () => clock.now(),
    newClaimId: () => `idm_${randomBase62(random, 20)}`,
  })
  return {
    store,
    sessions: control.sessions,
    analytics,
    clock,
    random,
    ids: idFactory(random),
    quotas: settings.quotas,
    baseUrl: settings.baseUrl,
    transaction: (work) => store.transaction(work),
    confirmations:
      telemetry === undefined ? confirmations : withMetrics(confirmations, (state) => telemetry.confirmed(state)),
    assertStillActive: stillActive({ ...(oauth && { oauth }), ...(sessions && { sessions }) }),
    assertRecentSignIn: recentSignIn({ ...(sessions && { sessions }) }),
    admitWrite: createWriteAdmission(control.rateLimiter, settings.rateLimits.writes),
    ...(telemetry?.watch && { watch: telemetry.watch }),
  }
}
