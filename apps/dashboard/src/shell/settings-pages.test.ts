import { expect, it } from 'vitest'
import { SETTINGS_PAGES, settingsGroups } from './settings-pages.ts'

const pagesOf = (role: Parameters<typeof settingsGroups>[0]) =>
  settingsGroups(role).flatMap(({ pages }) => pages.map(({ page }) => page))

it('lists at most seven entries in the settings, and every page in one of them', () => {
  expect(settingsGroups('owner').length).toBeLessThanOrEqual(7)
  expect(pagesOf('owner').toSorted()).toEqual(SETTINGS_PAGES.map(({ page }) => page).toSorted())
})

it('leaves out of the settings what a role may not open, and entries without a page', () => {
  expect(pagesOf('viewer')).toEqual(['general', 'collection', 'apps', 'events', 'shields', 'crawlers', 'team'])
  expect(settingsGroups('viewer').every(({ pages }) => pages.length > 0)).toBe(true)
  expect(pagesOf('admin')).not.toContain('delete')
})
