import { readdirSync, readFileSync } from 'node:fs'

interface Thread {
  readonly name: string
  /** Its priority, as `nice` counts it. */
  readonly nice: number
}

/** The threads of this process, which only Linux lists. */
export function threads(): readonly Thread[] {
  return readdirSync('/proc/self/task').flatMap((id) => {
    const stat = statOf(id)
    if (stat === undefined) return []
    // The name is in brackets and may have spaces. The priority is the seventeenth field after it.
    const end = stat.lastIndexOf(')')
    return [{ name: stat.slice(stat.indexOf('(') + 1, end), nice: Number(stat.slice(end + 2).split(' ')[16]) }]
  })
}

/** Undefined for a thread that ended since it was listed. */
function statOf(id: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
