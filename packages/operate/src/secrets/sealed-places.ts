import { authenticatorSealer, resealAuthenticator } from '@footfall/accounts'
import {
  type DeliverySource,
  DISCARDED_TEXT,
  type Keyring,
  type RandomSource,
  type SealedPlace,
  type SealedRow,
  type StoredTarget,
} from '@footfall/core-domain'
import { linkSealer, resealLink, resealWebhook, webhookSealer } from '@footfall/operations'
import { providerSealer, resealProviderToken } from '@footfall/search-console'

export interface SecretDependencies {
  readonly keys: Keyring
  readonly random: RandomSource
}

/** What an operator calls the encrypted texts of each place. */
export const SEALED_NAMES: Readonly<Record<SealedPlace, string>> = {
  authenticators: 'authenticator app',
  provider_connections: 'Search Console connection',
  provider_leftovers: 'Search Console token to revoke',
  shared_links: 'shared link',
  scheduled_reports: 'webhook of a report',
  alerts: 'webhook of an alert',
  deliveries: 'waiting webhook message',
}

export const SEALED_PLACES: readonly SealedPlace[] = [
  'authenticators',
  'provider_connections',
  'provider_leftovers',
  'shared_links',
  'scheduled_reports',
  'alerts',
  'deliveries',
]

/** Whose text is JSON that holds encrypted texts. */
const HOLD_TARGETS: ReadonlySet<SealedPlace> = new Set(['scheduled_reports', 'alerts', 'deliveries'])

export interface SealedPlaces {
  /** What everything in the place begins with that is encrypted with the current key. */
  prefixOf(place: SealedPlace): string
  /** What the row holds, encrypted with the current key; undefined when no accepted key opens it. */
  resealed(row: SealedRow): string | undefined
  /** What the row holds once its secret was given up. */
  discarded(row: SealedRow): string
}

export function sealedPlaces(dependencies: SecretDependencies): SealedPlaces {
  const { keys, random } = dependencies
  const authenticators = authenticatorSealer({ key: keys, random })
  const tokens = providerSealer({ key: keys, random })
  const webhooks = webhookSealer({ key: keys, random })
  const links = linkSealer({ key: keys, random })

  const resealedTarget = (owner: DeliverySource, stored: string) => {
    const target: StoredTarget = JSON.parse(stored)
    const resealed = target.kind === 'webhook' ? resealWebhook(webhooks, owner, target) : target
    return resealed && JSON.stringify(resealed)
  }

  return {
    prefixOf(place) {
      switch (place) {
        case 'authenticators':
          return authenticators.prefix
        case 'provider_connections':
        case 'provider_leftovers':
          return tokens.prefix
        case 'shared_links':
          return links.prefix
        case 'scheduled_reports':
        case 'alerts':
        case 'deliveries':
          return webhooks.prefix
      }
    },

    resealed(row) {
      switch (row.place) {
        case 'authenticators':
          return resealAuthenticator(authenticators, row.owner, row.stored)
        case 'provider_connections':
        case 'provider_leftovers':
          return resealProviderToken(tokens, row.owner, row.stored)
        case 'shared_links':
          return resealLink(links, row.owner, row.stored)
        case 'scheduled_reports':
        case 'alerts':
        case 'deliveries':
          return resealedTarget(row.owner, row.stored)
      }
    },

    discarded({ place, stored }) {
      if (!HOLD_TARGETS.has(place)) return DISCARDED_TEXT
      const target: StoredTarget = JSON.parse(stored)
      if (target.kind !== 'webhook') return stored
      const secret = target.sealed_secret === undefined ? {} : { sealed_secret: DISCARDED_TEXT }
      return JSON.stringify({ ...target, sealed_url: DISCARDED_TEXT, ...secret })
    },
  }
}
