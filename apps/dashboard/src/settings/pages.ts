import type { Role } from '../api/types.ts'

/** The pages of a product's settings, and who finds something there. */
export const SETTINGS_PAGES: readonly {
  readonly label: string
  readonly page: SettingsPage
  readonly least: Role
}[] = [
  { label: 'General', page: 'general', least: 'viewer' },
  { label: 'Events and goals', page: 'events', least: 'viewer' },
  { label: 'Shields', page: 'shields', least: 'viewer' },
  { label: 'Crawlers', page: 'crawlers', least: 'viewer' },
  { label: 'Apps', page: 'apps', least: 'viewer' },
  { label: 'Export', page: 'export', least: 'admin' },
  { label: 'Activity', page: 'activity', least: 'admin' },
  { label: 'Delete', page: 'delete', least: 'owner' },
]

export type SettingsPage = 'general' | 'events' | 'shields' | 'crawlers' | 'apps' | 'export' | 'activity' | 'delete'
