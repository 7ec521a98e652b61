import type { Role } from '../api/types.ts'
import { t } from '../messages/messages.ts'

/** The settings pages, with the lowest role that has access. */
export const SETTINGS_PAGES = [
  { label: t('settings.general.title'), page: 'general', role: 'viewer' },
  { label: t('settings.collection.title'), page: 'collection', role: 'viewer' },
  { label: t('settings.events.title'), page: 'events', role: 'viewer' },
  { label: t('settings.shields.title'), page: 'shields', role: 'viewer' },
  { label: t('settings.crawlers.title'), page: 'crawlers', role: 'viewer' },
  { label: t('settings.apps.title'), page: 'apps', role: 'viewer' },
  { label: t('settings.keys.title'), page: 'keys', role: 'admin' },
  { label: t('sharing.title'), page: 'sharing', role: 'admin' },
  { label: t('settings.integrations.title'), page: 'integrations', role: 'admin' },
  { label: t('settings.reports.title'), page: 'reports', role: 'admin' },
  { label: t('settings.alerts.title'), page: 'alerts', role: 'admin' },
  { label: t('settings.import.title'), page: 'import', role: 'admin' },
  { label: t('settings.export.title'), page: 'export', role: 'admin' },
  { label: t('activity.title'), page: 'activity', role: 'admin' },
  { label: t('settings.delete.link'), page: 'delete', role: 'owner' },
] as const satisfies readonly { readonly label: string; readonly page: string; readonly role: Role }[]
