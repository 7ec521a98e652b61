import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machine } from './environment.ts'
import { type Bench, isMet, markdown, type Report, ratio } from './report.ts'

const DIRECTORY = join(import.meta.dirname, '../../results')

/** Writes the results of a bench as Markdown and as JSON. */
export async function writeResults(bench: Bench, report: Report, at: Date): Promise<void> {
  await mkdir(DIRECTORY, { recursive: true })
  const lines = report.lines.map((line) => ({ ...line, ratio: ratio(line), met: isMet(line) }))
  const record = { name: bench.name, at: at.toISOString(), machine: machine(), lines, notes: report.notes }
  await writeFile(join(DIRECTORY, `${bench.name}.json`), `${JSON.stringify(record, undefined, 2)}\n`)
  const day = at.toISOString().slice(0, 10)
  await writeFile(join(DIRECTORY, `${bench.name}.md`), markdown(bench.title, report, machine(), day))
}
