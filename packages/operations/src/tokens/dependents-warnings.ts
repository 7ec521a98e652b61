import type { TokenDependents } from '@footfall/core-domain'
import { formatCount } from '../impact.ts'

/** What falls with a token, in words for its owner; nothing where nothing does. */
export function dependentsWarnings({ tokens, keys }: TokenDependents): string[] {
  return tokens + keys === 0
    ? []
    : [`${formatCount(tokens)} tokens below it and ${formatCount(keys)} Website API keys they issued stop working too.`]
}
