// node --conditions=footfall-source e2e/src/soak/main.ts [NAME …]: runs the scenarios and fails if anything is lost.
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { clockJumps } from './clock-jumps.ts'
import { concurrentConfirms } from './concurrent-confirms.ts'
import { diskFull } from './disk-full.ts'
import { expensiveReports } from './expensive-reports.ts'
import { hostile } from './hostile.ts'
import { killLoop } from './kill-loop.ts'
import { passwordGuesses } from './password-guesses.ts'
import type { Scenario, Tally } from './scenario.ts'
import { slowClients } from './slow-clients.ts'
import { storesAway } from './stores-away.ts'
import { visitMemory } from './visit-memory.ts'
import { worstAccount } from './worst-account/scenario.ts'

const SCENARIOS: readonly Scenario[] = [
  killLoop,
  concurrentConfirms,
  storesAway,
  diskFull,
  clockJumps,
  slowClients,
  expensiveReports,
  hostile,
  visitMemory,
  passwordGuesses,
  worstAccount,
]
const RESULTS = fileURLToPath(new URL('../../results/', import.meta.url))

const names = process.argv.slice(2)
const chosen = SCENARIOS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
const rows: (Tally & { name: string; seconds: number })[] = []
for (const { name, run } of chosen) {
  process.stdout.write(`${name} …\n`)
  const begun = performance.now()
  const tally = await run()
  const seconds = Math.round((performance.now() - begun) / 1_000)
  rows.push({ name, seconds, ...tally })
  process.stdout.write(
    `  ${seconds} s: ${tally.tried} tried, ${tally.survived} survived, ${tally.lost} lost, ${tally.broken} 5xx, ${tally.deferred} × 503. ${tally.note}\n`,
  )
}

const sum = (field: 'tried' | 'survived' | 'lost' | 'broken') => rows.reduce((total, row) => total + row[field], 0)
process.stdout.write(
  `\ntried ${sum('tried')} · survived ${sum('survived')} · lost ${sum('lost')} · 5xx ${sum('broken')}\n`,
)
if (names.length === 0) {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(`${RESULTS}soak.md`, table())
}
process.exit(sum('lost') + sum('broken') === 0 ? 0 : 1)

function table(): string {
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.seconds} s | ${row.tried} | ${row.survived} | ${row.lost} | ${row.broken} | ${row.deferred} | ${row.note.replaceAll('|', '\\|')} |`,
  )
  return `# Soak results

Made by \`pnpm soak\` on ${machine}. Survived: acknowledged and stored exactly once, or answered correctly.
Lost: acknowledged and not stored, or stored twice. A 503 asks the client to retry and is counted apart from other 5xx.

| scenario | time | tried | survived | lost | 5xx | 503 | |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${lines.join('\n')}

Tried ${sum('tried')}, survived ${sum('survived')}, lost ${sum('lost')}, 5xx ${sum('broken')}.
`
}
