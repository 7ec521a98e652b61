import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientTypes } from './client-types.ts'
import { dimensionTable } from './dimension-table.ts'

const FILES = [
  { path: 'src/api/schema.ts', text: await clientTypes() },
  { path: 'src/api/dimension-table.ts', text: dimensionTable() },
]

for (const { path, text } of FILES) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  if (text === (await readFile(file, 'utf8').catch(() => ''))) {
    console.log(`${path} is up to date.`)
  } else {
    await writeFile(file, text)
    console.log(`Wrote ${path}.`)
  }
}
