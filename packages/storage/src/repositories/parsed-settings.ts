import { setImmediate } from 'node:timers/promises'
import type { ProductId, SettingsDocument, SettingsSection, TimeZone } from '@footfall/core-domain'
import { parseSettings } from './settings-document.ts'

/** Characters of the documents that are kept, in all: thirty of the largest, or hundreds of usual ones. */
const CHARACTERS_MAX = 8 * 1024 * 1024
/** A document of more characters takes milliseconds to parse. */
const LARGE_CHARACTERS = 16 * 1024

interface Stored {
  readonly product_id: ProductId
  readonly timezone: TimeZone
  readonly document: string
}

interface Entry {
  readonly stored: Stored
  readonly parsed: unknown
}

/** Parses sections of many products. */
export interface ParsedSettings {
  parse<Section extends SettingsSection>(section: Section, stored: Stored): Promise<SettingsDocument<Section>>
}

/**
 * Keeps what it parsed for as long as the stored text is the same, up to a limit; what was used longest ago is parsed again. Other
 * work has its turn between large documents, so that a question about fifty products with large settings delays no event.
 */
export function parsedSettings(charactersMax = CHARACTERS_MAX): ParsedSettings {
  const entries = new Map<string, Entry>()
  let characters = 0

  function remove(key: string, { stored }: Entry): void {
    entries.delete(key)
    characters -= stored.document.length
  }

  function keep(key: string, entry: Entry): void {
    entries.set(key, entry)
    characters += entry.stored.document.length
    for (const [oldest, old] of entries) {
      if (characters <= charactersMax) return
      remove(oldest, old)
    }
  }

  return {
    async parse<Section extends SettingsSection>(section: Section, stored: Stored) {
      const { product_id: product, timezone, document } = stored
      const key = `${section} ${product}`
      const known = entries.get(key)
      if (known !== undefined) remove(key, known)
      if (known !== undefined && known.stored.document === document && known.stored.timezone === timezone) {
        keep(key, known)
        return known.parsed as SettingsDocument<Section>
      }
      if (document.length > LARGE_CHARACTERS) await setImmediate()
      const parsed = parseSettings(section, document, { product, timezone })
      const raced = entries.get(key)
      if (raced !== undefined) remove(key, raced)
      keep(key, { stored: { product_id: product, timezone, document }, parsed })
      return parsed
    },
  }
}
