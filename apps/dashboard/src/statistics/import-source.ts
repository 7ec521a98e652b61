import { IMPORT_SOURCES } from '../api/import-sources.ts'

export type ImportSource = (typeof IMPORT_SOURCES)[number]['value']

/** The product that an import comes from, by its name. */
export function importSourceName(source: ImportSource): string {
  return IMPORT_SOURCES.find(({ value }) => value === source)?.label ?? source
}
