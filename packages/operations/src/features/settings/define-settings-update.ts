import {
  mutable,
  SETTINGS,
  type Settings,
  type SettingsDocument,
  type SettingsSection,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { AtLeastOne, ExampleOf } from '../../definition/example.ts'
import {
  assertRevision,
  type Change,
  defineWrite,
  diff,
  type Plan,
  type ProductWriteCall,
  revisionField,
} from '../../definition/index.ts'
import type { Audited, InputOf, NoFields, Shape } from '../../definition/operation.ts'

interface SettingsChange<Section extends SettingsSection> {
  /** What it becomes, given what it is. */
  next(current: Settings<Section>): SettingsDocument<Section>
  summary(changes: readonly Change[]): string
  warnings(current: Settings<Section>, next: SettingsDocument<Section>): Promise<readonly string[]>
  /** What else changes with it, in the same transaction. */
  commit?(store: WritableStore, current: Settings<Section>, next: SettingsDocument<Section>): Promise<void>
}

interface SettingsUpdate<Section extends SettingsSection, Fields extends Shape> extends Audited {
  readonly name: string
  /** PUT takes every field and replaces the section; PATCH takes at least one. */
  readonly method: 'PUT' | 'PATCH'
  readonly title: string
  readonly description: string
  readonly fields: Fields
  readonly destructive?: boolean
  readonly examples: AtLeastOne<ExampleOf<NoFields, NoInfer<Body<Fields>>>>
  change(call: ProductWriteCall, given: InputOf<Fields>): SettingsChange<Section>
}

type Body<Fields extends Shape> = ReturnType<typeof bodyOf<Fields>>

function bodyOf<Fields extends Shape>(fields: Fields) {
  return z.strictObject({ ...fields, ...revisionField })
}

/** Defines the change of a section of a product's settings. */
export function defineSettingsUpdate<Section extends SettingsSection, Fields extends Shape>(
  section: Section,
  { fields, change, ...about }: SettingsUpdate<Section, Fields>,
) {
  const document: z.ZodObject = SETTINGS[section]
  const body: Body<Fields> = bodyOf(fields)
  return defineWrite({
    ...about,
    path: `/api/v1/products/{product}/${section}`,
    scope: 'settings:write',
    product: 'path',
    role: 'admin',
    errors: ['revision_conflict'],
    body: about.method === 'PUT' ? body : body.refine(isGiven, 'must hold at least one setting'),
    output: document.extend(mutable),
    // The body without its revision is what `fields` parsed.
    plan: (call, { revision, ...given }) =>
      planSettings(call, section, revision as number | undefined, change(call, given as InputOf<Fields>)),
  })
}

function isGiven({ revision: _, ...given }: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(given).length > 0
}

/** How every section changes: read, check the revision, replace whole. */
async function planSettings<Section extends SettingsSection>(
  { store, product, clock }: ProductWriteCall,
  section: Section,
  given: number | undefined,
  change: SettingsChange<Section>,
): Promise<Plan<Settings<Section>>> {
  const current = await store.settings.get(product.id, section)
  assertRevision(current, given)
  const next = change.next(current)
  const { revision, updated_at: _, ...before } = current
  const changes = diff(before, next)
  return {
    summary:
      changes.length === 0
        ? `Nothing changes: the ${section} of “${product.name}” are like this already.`
        : change.summary(changes),
    changes,
    before,
    revision,
    warnings: () => change.warnings(current, next),
    async commit({ store }) {
      const result = await store.settings.put(product.id, section, next, timestamp(clock.now()))
      await change.commit?.(store, current, next)
      return { result, subject: product.id }
    },
  }
}
