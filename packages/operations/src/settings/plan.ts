import { type Settings, type SettingsDocument, type SettingsSection, timestamp } from '@footfall/core-domain'
import { assertRevision, type Change, diff, type Plan, type ProductWriteCall } from '../definition/index.ts'

interface SettingsChange<Section extends SettingsSection> {
  /** What it becomes, given what it is. */
  next(current: Settings<Section>): SettingsDocument<Section>
  summary(current: Settings<Section>, changes: readonly Change[]): string
  warnings?(current: Settings<Section>, next: SettingsDocument<Section>): Promise<readonly string[]>
}

/** How every settings document changes: read, check the revision, replace whole. */
export async function planSettings<Section extends SettingsSection>(
  { store, product, clock }: ProductWriteCall,
  section: Section,
  given: number | undefined,
  change: SettingsChange<Section>,
): Promise<Plan<Settings<Section>>> {
  const current = await store.settings.get(product.id, section)
  assertRevision(current, given)
  const next = change.next(current)
  const { revision: _, updated_at: __, ...before } = current
  const changes = diff(before, next)
  const { warnings } = change
  return {
    summary:
      changes.length === 0
        ? `Nothing changes: the ${section} of “${product.name}” are like this already.`
        : change.summary(current, changes),
    changes,
    revision: current.revision,
    ...(warnings === undefined ? {} : { warnings: () => warnings(current, next) }),
    async commit({ store }) {
      const result = await store.settings.put(product.id, section, next, timestamp(clock.now()))
      return { result, subject: product.id }
    },
  }
}
