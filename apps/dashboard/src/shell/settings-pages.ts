import type { Role } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { roleIsAtLeast } from '../product/role.ts'

/** Every page of the settings, with the lowest role that has access. */
export const SETTINGS_PAGES = [
  { label: t('settings.general.title'), page: 'general', role: 'viewer' },
  { label: t('settings.collection.title'), page: 'collection', role: 'viewer' },
  { label: t('settings.events.title'), page: 'events', role: 'viewer' },
  { label: t('settings.shields.title'), page: 'shields', role: 'viewer' },
  { label: t('settings.crawlers.title'), page: 'crawlers', role: 'viewer' },
  { label: t('settings.apps.title'), page: 'apps', role: 'viewer' },
  { label: t('sections.team'), page: 'team', role: 'viewer' },
  { label: t('settings.keys.title'), page: 'keys', role: 'admin' },
  { label: t('sharing.title'), page: 'sharing', role: 'admin' },
  { label: t('settings.integrations.title'), page: 'integrations', role: 'admin' },
  { label: t('settings.group_notifications'), page: 'notifications', role: 'admin' },
  { label: t('settings.import.title'), page: 'import', role: 'admin' },
  { label: t('settings.export.title'), page: 'export', role: 'admin' },
  { label: t('activity.title'), page: 'activity', role: 'admin' },
  { label: t('settings.delete.link'), page: 'delete', role: 'owner' },
] as const satisfies readonly { readonly label: string; readonly page: string; readonly role: Role }[]

type SettingsPage = (typeof SETTINGS_PAGES)[number]

interface SettingsGroup {
  readonly label: string
  readonly pages: readonly SettingsPage['page'][]
}

/** The entries of the settings. The pages of one entry are its tabs. */
const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  { label: t('settings.general.title'), pages: ['general', 'delete'] },
  { label: t('settings.collection.title'), pages: ['collection', 'apps'] },
  { label: t('settings.events.title'), pages: ['events'] },
  { label: t('settings.group_filtering'), pages: ['shields', 'crawlers'] },
  { label: t('settings.group_access'), pages: ['team', 'sharing', 'keys', 'activity'] },
  { label: t('settings.group_notifications'), pages: ['notifications'] },
  { label: t('settings.group_data'), pages: ['import', 'export', 'integrations'] },
]

/** The entries with the pages that a role has access to; those without any are left out. */
export function settingsGroups(
  role: Role,
): readonly { readonly label: string; readonly pages: readonly SettingsPage[] }[] {
  const shown = SETTINGS_PAGES.filter((page) => roleIsAtLeast(role, page.role))
  return SETTINGS_GROUPS.map(({ label, pages }) => ({
    label,
    pages: pages.flatMap((name) => shown.filter(({ page }) => page === name)),
  })).filter(({ pages }) => pages.length > 0)
}
