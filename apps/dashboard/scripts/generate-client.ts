import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { clientTypes } from './client-types.ts'
import { dimensionTable } from './dimension-table.ts'

const FILES = [
  { file: new URL('../src/api/schema.ts', import.meta.url), text: await clientTypes() },
  { file: new URL('../src/api/dimension-table.ts', import.meta.url), text: dimensionTable() },
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
