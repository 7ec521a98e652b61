import { formatCount } from '../../../statistics/format.ts'

export function formatEventCount(count: number): string {
  return count === 1 ? '1 event' : `${formatCount(count)} events`
}
