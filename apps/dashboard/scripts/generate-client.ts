import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
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

const FILES = [
  { file: new URL('../src/api/schema.ts', import.meta.url), text: await clientTypes() },
  { file: new URL('../src/api/dimension-table.ts', import.meta.url), text: dimensionTable() },
  { file: new URL('../src/messages/activity.en.json', import.meta.url), text: activityMessages() },
  ...labelFiles().map(({ name, text }) => ({ file: new URL(`../src/messages/${name}`, import.meta.url), text })),
  { file: new URL('../src/messages/languages.ts', import.meta.url), text: languagesFile() },
  { file: new URL('../src/api/alert-kinds.ts', import.meta.url), text: alertKinds() },
  { file: new URL('../src/api/import-sources.ts', import.meta.url), text: importSources() },
  { file: new URL('../src/statistics/flags.svg', import.meta.url), text: flagSprite() },
  { file: new URL('../src/statistics/marks.svg', import.meta.url), text: markSprite() },
  { file: new URL('../src/pages/overview/map/world.ts', import.meta.url), text: worldMap() },
]

for (const { file, text } of FILES) {
  const name = basename(file.pathname)
  if (text === (await readFile(file, 'utf8').catch(() => ''))) {
    console.log(`${name} is up to date.`)
  } else {
    await writeFile(file, text)
    console.log(`Wrote ${name}.`)
  }
}
