import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedPages } from './pages.ts'

const DOCS = new URL('../../', import.meta.url)

for (const [path, text] of generatedPages()) {
  const file = fileURLToPath(new URL(path, DOCS))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
