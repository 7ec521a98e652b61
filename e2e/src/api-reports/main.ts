import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptReports, makeReports, saysTheSame } from './reports.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const reports = await makeReports()
const kept = await keptReports()
for (const path of kept.keys()) if (!reports.has(path)) await rm(join(ROOT, path))
for (const [path, text] of reports) {
  if (saysTheSame(text, kept.get(path))) continue
  await mkdir(dirname(join(ROOT, path)), { recursive: true })
  await writeFile(join(ROOT, path), text)
}
