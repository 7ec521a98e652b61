import type { TokenDependents } from '@footfall/core-domain'
import { counted } from '../../warnings/impact.ts'

/** What stops working with a token, in words for its owner; empty if nothing does. */
export function dependentsWarnings({ tokens, keys }: TokenDependents): string[] {
  const ending = [
    ...(tokens === 0 ? [] : [counted(tokens, 'child token')]),
    ...(keys === 0 ? [] : [counted(keys, 'Website API key')]),
  ]
  if (ending.length === 0) return []
  return [`${ending.join(' and ')} ${tokens + keys === 1 ? 'stops' : 'stop'} working too.`]
}
