import type { Clock, SealedPlace, SealedRow, Store } from '@footfall/core-domain'
import { recordOperatorChange } from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import { seeDocs } from '../docs/pages.ts'
import { CannotStart } from '../explain/explanation.ts'
import {
  SEALED_NAMES,
  SEALED_PLACES,
  type SealedPlaces,
  type SecretDependencies,
  sealedPlaces,
} from './sealed-places.ts'

/** How many secrets of each place there are; places without any are left out. */
export type SecretCounts = Readonly<Partial<Record<SealedPlace, number>>>

/** Secrets in the control database that are not encrypted with the current key. */
export interface OldSecrets {
  /** Encrypted with the previous key. */
  readonly previous: SecretCounts
  /** Encrypted with a key that this process does not have. */
  readonly unreadable: SecretCounts
}

const PAGE_ROWS = 200

/** Counts them; changes nothing. */
export async function oldSecrets(store: Store, dependencies: SecretDependencies): Promise<OldSecrets> {
  const places = sealedPlaces(dependencies)
  return count(store, places, async () => {})
}

/**
 * Encrypts every secret again that is encrypted with the previous key, so that the previous key can be dropped. Each row
 * commits by itself and only if nobody changed it, so a run can stop at any time, run twice, and run on several replicas.
 * Returns what it found: `previous` is encrypted with the current key now.
 */
export async function resealSecrets(
  { store }: Pick<ControlData, 'store'>,
  dependencies: SecretDependencies,
): Promise<OldSecrets> {
  const places = sealedPlaces(dependencies)
  return count(store, places, async (row, resealed) => {
    if (resealed === undefined) return
    await store.transaction((tx) => tx.store.sealedTexts.replace(row, resealed))
  })
}

/**
 * Gives up the secrets that no accepted key opens, in one transaction with its audit entry. What used them says so: an
 * authenticator app has to be added again, Search Console connected again, a webhook entered again.
 */
export async function discardUnreadableSecrets(
  { store }: Pick<ControlData, 'store'>,
  dependencies: SecretDependencies & { readonly clock: Clock },
): Promise<SecretCounts> {
  const places = sealedPlaces(dependencies)
  return store.transaction(async (tx) => {
    const { unreadable } = await count(tx.store, places, async (row, resealed) => {
      if (resealed === undefined) await tx.store.sealedTexts.replace(row, places.discarded(row))
    })
    if (secretCount(unreadable) > 0) {
      const summary = `Give up secrets that cannot be decrypted: ${describeSecrets(unreadable)}.`
      await recordOperatorChange(tx, dependencies, { operation: 'secrets discard', summary, changes: [] })
    }
    return unreadable
  })
}

/** Encrypts secrets of the previous key again. Throws `CannotStart` where a secret cannot be decrypted. */
export async function requireReadableSecrets(
  control: Pick<ControlData, 'store'>,
  dependencies: SecretDependencies,
): Promise<SecretCounts> {
  const { previous, unreadable } = await resealSecrets(control, dependencies)
  if (secretCount(unreadable) > 0) throw new CannotStart('SESSION_SECRET', unreadableSecrets(unreadable), undefined)
  return previous
}

/** Why the service does not start with them, and what to do. */
export function unreadableSecrets(unreadable: SecretCounts) {
  return {
    found: `it does not decrypt ${describeSecrets(unreadable)}`,
    fix:
      'Set SESSION_SECRET_PREVIOUS to the secret that the service had before; if it is lost, give them up with `footfall secrets discard`. ' +
      seeDocs('how-to/rotate-the-session-secret'),
  }
}

/** “2 authenticator apps, 1 webhook of a report”. */
export function describeSecrets(counts: SecretCounts): string {
  const parts = SEALED_PLACES.flatMap((place) => {
    const number = counts[place] ?? 0
    return number === 0 ? [] : [`${number} × ${SEALED_NAMES[place]}`]
  })
  return parts.length === 0 ? 'no secret' : parts.join(', ')
}

export function secretCount(counts: SecretCounts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0)
}

/** Visits every row that is not encrypted with the current key, with its value under the current key. */
async function count(
  store: Pick<Store, 'sealedTexts'>,
  places: SealedPlaces,
  visit: (row: SealedRow, resealed: string | undefined) => Promise<void>,
): Promise<OldSecrets> {
  const previous: Partial<Record<SealedPlace, number>> = {}
  const unreadable: Partial<Record<SealedPlace, number>> = {}
  for (const place of SEALED_PLACES) {
    for await (const row of rowsOf(store, place, places.prefixOf(place))) {
      const resealed = places.resealed(row)
      const counts = resealed === undefined ? unreadable : previous
      counts[place] = (counts[place] ?? 0) + 1
      await visit(row, resealed)
    }
  }
  return { previous, unreadable }
}

async function* rowsOf({ sealedTexts }: Pick<Store, 'sealedTexts'>, place: SealedPlace, exceptPrefix: string) {
  for (let after = ''; ; ) {
    const page: readonly SealedRow[] = await sealedTexts.page(place, { exceptPrefix, after, limit: PAGE_ROWS })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ROWS) return
    after = last.id
  }
}
