import type { TransactionalStore, WritableStore } from '@footfall/core-domain'
import type { ControlTransaction } from '@footfall/storage'

/** A store for tests that also writes: each write is its own transaction. */
export type CommittingStore = TransactionalStore<ControlTransaction> & WritableStore

const WRITTEN: readonly (keyof WritableStore)[] = [
  'accounts',
  'products',
  'settings',
  'apps',
  'funnels',
  'segments',
  'members',
  'productKeys',
  'tokens',
  'tokenTrusts',
  'exchangedTokens',
  'alerts',
  'annotations',
  'segments',
  'integrations',
  'audit',
  'outbox',
  'passwordResets',
  'connectedApps',
  'scheduledReports',
  'deliveries',
  'emailOptOuts',
  'externalIdentities',
  'productPurges',
  'previewUses',
]

export function committingStore(store: TransactionalStore<ControlTransaction>): CommittingStore {
  return Object.assign({ ...store }, ...WRITTEN.map((name) => ({ [name]: committing(store, name) })))
}

/** Methods that the reader does not have are writes. */
function committing(store: TransactionalStore<ControlTransaction>, name: keyof WritableStore): object {
  const reader: object = name in store ? store[name as keyof typeof store] : {}
  return new Proxy(reader, {
    get: (_, method) =>
      Reflect.get(reader, method) ??
      ((...parameters: unknown[]) =>
        store.transaction<unknown>(async (tx) => {
          const repository = tx.store[name]
          return Reflect.apply(Reflect.get(repository, method), repository, parameters)
        })),
  })
}
