import { DEVICE_RULES, describeUserAgent } from '@footfall/ingest/test-support'
import type { Line } from './line.ts'

const ROUNDS = 200
const LENGTH = 16 * 1024

/** What makes careless expressions slow: repeated beginnings, long words, every plane of Unicode. */
const PIECES =
  'A,1,.,/,-,_, ,;,a/,(;,1.,Aa1,OS ,Android; ,Android ,Windows NT ,Mozilla/5.0 ,TV-,BOX-,43A,SM-,TB-,TEO1a,FBAN/,😀,\u{10ffff},\u202e'.split(
    ',',
  )
const WORST = PIECES.map((piece) => piece.repeat(LENGTH).slice(0, LENGTH))

/** Processor time of a user agent that is not in the cache, and of the slowest rule for the worst of 16 KiB. */
export function parserTimes(userAgents: readonly string[]): readonly Line[] {
  const fresh = userAgents.map((text) => `${text} `)
  const shapes = DEVICE_RULES.flatMap(({ model }) => model ?? [])
  const rules = shapes.map((model) => Math.max(...WORST.map((text) => microseconds(() => model.test(text)))))
  let turn = 0
  const whole = WORST.map((text) => microseconds(() => describeUserAgent(`${turn++}${text}`)))
  return [
    {
      what: 'a user agent that nobody sent before',
      unit: 'µs',
      value: microseconds(() => fresh.map((text) => describeUserAgent(text)), 1) / fresh.length,
    },
    { what: 'the worst user agent of 16 KiB', unit: 'µs', atMost: 1000, value: Math.max(...whole) },
    {
      what: `the slowest of ${shapes.length} shapes of models, over 16 KiB`,
      unit: 'µs',
      atMost: 1000,
      value: Math.max(...rules),
    },
  ]
}

function microseconds(work: () => unknown, rounds = ROUNDS): number {
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / rounds
}
