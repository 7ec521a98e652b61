import { type Analytics, type Clock, idFactory, type RandomSource, randomBase62 } from '@footfall/core-domain'
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
import type { Settings } from './settings.ts'
import { tellingStates } from './telemetry/confirmation-states.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

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
  /** Who measures and traces. */
  readonly telemetry?: Telemetry
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
    analytics,
    clock,
    random,
    ids: idFactory(random),
    quotas: settings.quotas,
    baseUrl: settings.baseUrl,
    transaction: (work) => store.transaction(work),
    confirmations: telemetry === undefined ? confirmations : tellingStates(confirmations, telemetry.confirmed),
    assertStillActive: stillActive({ ...(oauth && { oauth }), ...(sessions && { sessions }) }),
    assertRecentSignIn: recentSignIn({ ...(sessions && { sessions }) }),
    admitWrite: createWriteAdmission(control.rateLimiter, settings.rateLimits.writes),
    ...(telemetry?.watch && { watch: telemetry.watch }),
  }
}
