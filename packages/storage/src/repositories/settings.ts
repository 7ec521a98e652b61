import type {
  ProductId,
  Settings,
  SettingsDocument,
  SettingsReader,
  SettingsRepository,
  SettingsSection,
  Timestamp,
  TimeZone,
} from '@footfall/core-domain'
import type { Kysely } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { parsedSettings } from './parsed-settings.ts'
import { notFound, revised } from './rows.ts'
import { rescheduleReports } from './scheduled-reports.ts'
import { parseSettings, serializeSettings } from './settings-document.ts'

export function settingsReader(executor: Executor): SettingsReader {
  const { db } = executor
  const parsed = parsedSettings()
  const ofSection = (section: SettingsSection) =>
    db
      .selectFrom('product_settings')
      .innerJoin('products', 'products.id', 'product_settings.product_id')
      .where('product_settings.section', '=', section)
      .select([
        'product_settings.product_id',
        'products.timezone',
        'product_settings.document',
        'product_settings.revision',
        'product_settings.updated_at',
      ])
  return {
    async get(product, section) {
      const row = await ofSection(section)
        .where('product_settings.product_id', '=', product)
        .executeTakeFirstOrThrow(notFound)
      const { product_id, timezone, document } = row
      return settingsOf(parseSettings(section, document, { product: product_id, timezone }), row)
    },

    async getEach(products, section) {
      if (products.length === 0) return new Map()
      const rows = await ofSection(section).where('product_settings.product_id', 'in', products).execute()
      const each = new Map<ProductId, Settings<typeof section>>()
      for (const row of rows) each.set(row.product_id, settingsOf(await parsed.parse(section, row), row))
      return each
    },
  }
}

function settingsOf<Section extends SettingsSection>(
  document: SettingsDocument<Section>,
  { revision, updated_at }: { readonly revision: number; readonly updated_at: Timestamp },
): Settings<Section> {
  return { ...document, revision, updated_at } as Settings<Section>
}

export function settingsRepository(executor: Executor): SettingsRepository {
  const { db } = executor
  return {
    ...settingsReader(executor),

    async put(product, section, document, at) {
      const row = await db
        .updateTable('product_settings')
        .set({ document: serializeSettings(document), ...revised(at) })
        .where('product_id', '=', product)
        .where('section', '=', section)
        .returning('revision')
        .executeTakeFirstOrThrow(notFound)
      if ('timezone' in document) await setTimeZone(db, product, document.timezone, at)
      return { ...document, revision: row.revision, updated_at: at } as Settings<typeof section>
    },
  }
}

/** The time zone is a field of the product too, so a new one is a new revision of the product. */
async function setTimeZone(db: Kysely<Tables>, product: ProductId, timezone: TimeZone, at: Timestamp): Promise<void> {
  const changed = await db
    .updateTable('products')
    .set({ timezone, ...revised(at) })
    .where('id', '=', product)
    .where('timezone', '!=', timezone)
    .returning('id')
    .executeTakeFirst()
  if (changed !== undefined) await rescheduleReports(db, product, timezone, at)
}
