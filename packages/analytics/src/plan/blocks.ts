import type { UsedDay } from './days.ts'

/** Days whose numbers are held together, of which all the whole or all one part counts. */
export interface Block {
  /** What is held there, without regard to versions. */
  readonly place: string
  readonly versions: string
  readonly days: readonly UsedDay[]
}

/** Days that follow each other from a multiple of the size on; the largest first. */
const SIZES = [64, 16, 4] as const

/**
 * Divides days into blocks that other periods have in common with theirs, so that a year has few more of them than a quarter, and the
 * next day moves the ends only. `used` are without intervals, in the order of days.
 */
export function blocksOf(used: readonly UsedDay[]): readonly Block[] {
  const whole = new Map(used.filter(({ part }) => part === 'whole').map((day) => [day.closed.day, day]))
  const blocks: Block[] = []
  for (let i = 0; i < used.length; ) {
    const days = alignedFrom(used, i, whole)
    blocks.push(blockOf(days))
    i += days.length
  }
  return blocks
}

function alignedFrom(used: readonly UsedDay[], from: number, whole: ReadonlyMap<number, UsedDay>): readonly UsedDay[] {
  const first = used[from]?.closed.day ?? 0
  const fits = (size: number) =>
    first % size === 0 && Array.from({ length: size }, (_, i) => whole.has(first + i)).every((isThere) => isThere)
  return used.slice(from, from + (SIZES.find(fits) ?? 1))
}

function blockOf(days: readonly UsedDay[]): Block {
  const [first] = days
  return {
    place: `${first?.part} ${first?.closed.day} ${days.length}`,
    versions: days.map(({ closed }) => closed.version).join(' '),
    days,
  }
}
