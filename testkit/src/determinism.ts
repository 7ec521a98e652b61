import { createHash } from 'node:crypto'
import type { Clock, RandomSource } from '@footfall/core-domain'

/** Random bytes that are the same in every run. */
export function seededRandom(seed = 'footfall'): RandomSource {
  let counter = 0
  return {
    bytes(count) {
      const blocks: Buffer[] = []
      for (let have = 0; have < count; have += 32) {
        blocks.push(createHash('sha256').update(`${seed}:${counter++}`).digest())
      }
      return new Uint8Array(Buffer.concat(blocks).subarray(0, count))
    },
  }
}

/** A clock that changes only when a test advances it. */
export function settableClock(start: string | number = '2026-11-20T12:00:00.000Z') {
  let now = typeof start === 'number' ? start : Date.parse(start)
  return {
    now: () => now,
    set(instant: string | number) {
      now = typeof instant === 'number' ? instant : Date.parse(instant)
    },
    advance(ms: number) {
      now += ms
    },
  } satisfies Clock & Record<string, unknown>
}
