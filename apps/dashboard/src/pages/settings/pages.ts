import type { Role } from '../../api/types.ts'

/** The settings pages, with the lowest role that has access. */
export const SETTINGS_PAGES: readonly {
  readonly label: string
  readonly page: SettingsPage
  readonly role: Role
}[] = [
  { label: 'General', page: 'general', role: 'viewer' },
  { label: 'Collection', page: 'collection', role: 'viewer' },
  { label: 'Events and goals', page: 'events', role: 'viewer' },
  { label: 'Shields', page: 'shields', role: 'viewer' },
  { label: 'Crawlers', page: 'crawlers', role: 'viewer' },
  { label: 'Apps', page: 'apps', role: 'viewer' },
  { label: 'API keys', page: 'keys', role: 'admin' },
  { label: 'Integrations', page: 'integrations', role: 'admin' },
  { label: 'Export', page: 'export', role: 'admin' },
  { label: 'Activity', page: 'activity', role: 'admin' },
  { label: 'Delete', page: 'delete', role: 'owner' },
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
