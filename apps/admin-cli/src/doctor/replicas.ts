import type { Settings } from '@footfall/config'
import { answersAt } from './addresses.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Checks that this replica reaches all others, since each visitor's events are forwarded to one replica. */
export async function replicas({ replicas: group }: Settings): Promise<Finding[]> {
  if (group === undefined) return []
  const others = group.all.filter((origin) => origin !== group.self)
  const answers = await Promise.all(others.map(async (origin) => ({ origin, answer: await answersAt(origin) })))
  const unreachable = answers
    .filter(({ answer }) => answer === 'nothing' || answer === 'foreign')
    .map(({ origin }) => origin)
  return [
    unreachable.length === 0
      ? ok('replicas', `${others.length} others answer`)
      : failed(
          'replicas',
          `${unreachable.join(', ')} cannot be reached from here`,
          'Start them, allow connections to their HOST and PORT, or correct REPLICAS on every replica.',
        ),
  ]
}
