import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { methodTable, schemaTypes } from './api.ts'

const FILES = [
  { file: new URL('../src/generated/schema.ts', import.meta.url), text: await schemaTypes() },
  { file: new URL('../src/generated/operations.ts', import.meta.url), text: methodTable() },
]

for (const { file, text } of FILES) {
  const name = basename(file.pathname)
  const isCurrent = text === (await readFile(file, 'utf8').catch(() => ''))
  if (!isCurrent) await writeFile(file, text)
  process.stdout.write(isCurrent ? `${name} is up to date.\n` : `Wrote ${name}.\n`)
}
