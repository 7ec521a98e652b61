import type { SettingsDocument, SettingsSection, TimeZone } from '@footfall/core-domain'

/** The text of a section as stored. The time zone of `preferences` is left out: it is a column of the product. */
export function serializeSettings<Section extends SettingsSection>(
  section: Section,
  document: SettingsDocument<Section>,
): string {
  if (section !== 'preferences') return JSON.stringify(document)
  const { timezone: _, ...rest } = document as SettingsDocument<'preferences'>
  return JSON.stringify(rest)
}

export function parseSettings<Section extends SettingsSection>(
  section: Section,
  text: string,
  timezone: TimeZone,
): SettingsDocument<Section> {
  const document = JSON.parse(text) as SettingsDocument<Section>
  return section === 'preferences' ? { ...document, timezone } : document
}
