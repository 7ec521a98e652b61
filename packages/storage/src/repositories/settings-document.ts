import {
  defaultSettings,
  isRecord,
  type ProductId,
  SETTINGS,
  type SettingsDocument,
  type SettingsSection,
  type TimeZone,
} from '@footfall/core-domain'

/** The text of a section as stored. The time zone of `preferences` is left out: it is a column of the product. */
export function serializeSettings(document: SettingsDocument<SettingsSection>): string {
  if (!('timezone' in document)) return JSON.stringify(document)
  const { timezone: _, ...rest } = document
  return JSON.stringify(rest)
}

/**
 * Reads a stored section. A field that an older version did not have gets its default. Throws an error that names the product
 * and the section if the document is not valid.
 */
export function parseSettings<Section extends SettingsSection>(
  section: Section,
  text: string,
  { product, timezone }: { readonly product: ProductId; readonly timezone: TimeZone },
): SettingsDocument<Section> {
  const stored = withDefaults(defaultSettings(timezone)[section], JSON.parse(text))
  const parsed = SETTINGS[section].safeParse(stored)
  if (parsed.success) return parsed.data as SettingsDocument<Section>
  const [issue] = parsed.error.issues
  throw new Error(
    `The stored settings section ${section} of product ${product} is broken at ${issue?.path.join('.') || 'its root'}: ${issue?.message}.`,
  )
}

/** Fills in what is missing from objects, at any depth; lists are taken as they are. */
function withDefaults(defaults: unknown, stored: unknown): unknown {
  if (!isRecord(defaults) || !isRecord(stored)) return stored
  const filled = Object.entries(defaults).map(([field, value]) => [
    field,
    field in stored ? withDefaults(value, stored[field]) : value,
  ])
  return { ...stored, ...Object.fromEntries(filled) }
}
