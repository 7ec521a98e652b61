import type { Settings } from '@footfall/config'
import { answersAt } from './addresses.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Whether every replica can be reached from here, since events are passed on to the one that looks after their sender. */
export async function replicas({ replicas: group }: Settings): Promise<Finding[]> {
  if (group === undefined) return []
  const others = group.all.filter((origin) => origin !== group.self)
  const answers = await Promise.all(others.map(async (origin) => ({ origin, answer: await answersAt(origin) })))
  const away = answers.filter(({ answer }) => answer === 'nothing' || answer === 'foreign').map(({ origin }) => origin)
  return [
    away.length === 0
      ? ok('replicas', `${others.length} others answer`)
      : failed(
          'replicas',
          `${away.join(', ')} cannot be reached from here`,
          'Start them, let this machine through to their HOST and PORT, or correct REPLICAS, the same for all.',
        ),
  ]
}
