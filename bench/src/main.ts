import { BENCHES } from './benches/all.ts'
import { loadBefore, machine } from './harness/environment.ts'
import { isMet, plainTable } from './harness/report.ts'
import { writeResults } from './harness/results.ts'

/** bench [name…]: runs these benches, or all of them, prints each table and writes it to bench/results. */
const names = process.argv.slice(2)
const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. The benches are ${BENCHES.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

console.log(machine())
let missed = 0
for (const bench of BENCHES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(`\n${bench.name}: ${bench.title}`)
  const load = loadBefore()
  const measured = await bench.run()
  const report = {
    ...measured,
    notes: [...measured.notes, `Load average of the machine before the bench: ${load.toFixed(1)}.`],
  }
  console.log(plainTable(report))
  for (const note of report.notes) console.log(`  ${note}`)
  await writeResults(bench, report, new Date())
  missed += report.lines.filter((line) => isMet(line) === false).length
}
console.log(missed === 0 ? '\nEvery demand is met.' : `\n${missed} demands are missed.`)
process.exitCode = missed === 0 ? 0 : 1
