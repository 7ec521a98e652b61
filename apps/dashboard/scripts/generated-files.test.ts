import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { activityMessages } from './activity-messages.ts'
import { alertKinds } from './alert-kinds.ts'
import { clientTypes } from './client-types.ts'
import { dimensionTable } from './dimension-table.ts'
import { flagSprite } from './flag-sprite.ts'
import { importSources } from './import-sources.ts'
import { labelFiles } from './label-messages.ts'
import { languagesFile } from './languages-file.ts'
import { markSprite } from './mark-sprite.ts'
import { worldMap } from './world-map.ts'

const committed = (name: string) => readFile(new URL(`../src/${name}`, import.meta.url), 'utf8')

it('the dashboard has the types of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect((await committed('api/schema.ts')) === (await clientTypes())).toBe(true)
})

it('the dashboard has the dimensions of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect(await committed('api/dimension-table.ts')).toBe(dimensionTable())
})

it('the dashboard has the kinds of alerts of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect(await committed('api/alert-kinds.ts')).toBe(alertKinds())
})

it('the dashboard has the sources of imports of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect(await committed('api/import-sources.ts')).toBe(importSources())
})

it('the dashboard has the messages of the operations; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect(await committed('messages/activity.en.json')).toBe(activityMessages())
})

it('the dashboard has the labels and the languages of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  for (const { name, text } of labelFiles()) expect(await committed(`messages/${name}`)).toBe(text)
  expect(await committed('messages/languages.ts')).toBe(languagesFile())
})

it('the dashboard has the flags, the marks and the map of their packages; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect((await committed('statistics/flags.svg')) === flagSprite()).toBe(true)
  expect((await committed('statistics/marks.svg')) === markSprite()).toBe(true)
  expect((await committed('pages/overview/map/world.ts')) === worldMap()).toBe(true)
})
