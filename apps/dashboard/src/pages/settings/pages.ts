import type { Role } from '../../api/types.ts'

/** The pages of a product's settings, and who finds something there. */
export const SETTINGS_PAGES: readonly {
  readonly label: string
  readonly page: SettingsPage
  readonly least: Role
}[] = [
  { label: 'General', page: 'general', least: 'viewer' },
  { label: 'Collection', page: 'collection', least: 'viewer' },
  { label: 'Events and goals', page: 'events', least: 'viewer' },
  { label: 'Shields', page: 'shields', least: 'viewer' },
  { label: 'Crawlers', page: 'crawlers', least: 'viewer' },
  { label: 'Apps', page: 'apps', least: 'viewer' },
  { label: 'API keys', page: 'keys', least: 'admin' },
  { label: 'Integrations', page: 'integrations', least: 'admin' },
  { label: 'Export', page: 'export', least: 'admin' },
  { label: 'Activity', page: 'activity', least: 'admin' },
  { label: 'Delete', page: 'delete', least: 'owner' },
]

export type SettingsPage =
  | 'general'
  | 'collection'
  | 'events'
  | 'shields'
  | 'crawlers'
  | 'apps'
  | 'keys'
  | 'integrations'
  | 'export'
  | 'activity'
  | 'delete'
