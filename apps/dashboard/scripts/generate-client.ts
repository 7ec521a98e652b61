import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientTypes } from './client-types.ts'

const SCHEMA = fileURLToPath(new URL('../src/api/schema.ts', import.meta.url))

const types = await clientTypes()
if (types === (await readFile(SCHEMA, 'utf8').catch(() => ''))) {
  console.log('src/api/schema.ts is up to date.')
} else {
  await writeFile(SCHEMA, types)
  console.log('Wrote src/api/schema.ts.')
}
