/**
 * A process of a service: `stall` ends only when it is killed, `race` confirms each of twenty keys and prints how many it executed.
 * Both claim beforehand, or in the transaction if `together` is given: a point, or `race`.
 */
import { writeSync } from 'node:fs'
import process from 'node:process'
import { openTarget } from './stores.ts'

const [target = '', mode = '', key = '', now = '', together] = process.argv.slice(2)
const opened = openTarget(target)
const say = (text: string) => writeSync(1, `${text}\n`)

function stall() {
  say('stalled')
  // SQLite cannot wait for a promise, and PostgreSQL may as well have its process stopped.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
const confirm = (key: string) =>
  together === undefined ? opened.confirm(key, Number(now)) : opened.confirmTogether(key, Number(now))

if (mode === 'stall' && together !== undefined) {
  await opened.confirmTogether(key, Number(now), (point) => {
    if (point === together) stall()
  })
} else if (mode === 'stall') {
  await opened.confirm(key, Number(now), { stall })
} else {
  say('ready')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  let executed = 0
  for (let i = 0; i < 20; i++) {
    for (;;) {
      const { kind } = await confirm(`${key}-${i}`)
      if (kind === 'executed') executed++
      if (kind !== 'still_executing') break
    }
  }
  say(String(executed))
  await opened.close()
  process.exit(0)
}
