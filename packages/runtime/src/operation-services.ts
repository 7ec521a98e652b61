import { type Analytics, type Clock, idFactory, type RandomSource, randomBase62 } from '@footfall/core-domain'
import { createCoordinator } from '@footfall/idempotency'
import { createWriteAdmission, type OAuthAccessTokens, type Services, stillActive } from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import type { Settings } from './settings.ts'

interface Parts {
  readonly settings: Settings
  readonly control: ControlData
  readonly analytics: Analytics
  readonly clock: Clock
  readonly random: RandomSource
  /** The authorization server's word on its tokens, where there is one. */
  readonly oauth?: OAuthAccessTokens
}

/** Everything that operations work with, on opened stores. */
export function operationServices({ settings, control, analytics, clock, random, oauth }: Parts): Services {
  const { store } = control
  return {
    store,
    analytics,
    clock,
    random,
    ids: idFactory(random),
    quotas: settings.quotas,
    baseUrl: settings.baseUrl,
    confirmations: createCoordinator({
      records: control.idempotency,
      transaction: (work) => store.transaction(work),
      now: () => clock.now(),
      newClaimId: () => `idm_${randomBase62(random, 20)}`,
    }),
    assertStillActive: stillActive({ ...(oauth === undefined ? {} : { oauth }) }),
    admitWrite: createWriteAdmission(control.rateLimiter, settings.rateLimits.writes),
  }
}
