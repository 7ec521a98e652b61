import { escapedText } from '@footfall/core-domain'
import { changeLines, changesInWords, type Preview, type Wording } from '@footfall/kernel'
import { z } from 'zod'
import type { EndpointServices } from '../services.ts'
import { generalLines } from './general.ts'

const Names = z.object({ names: z.record(z.string(), z.string()).optional() })

/** What the fields and values of a preview are called. */
export function wordingOf(meta: unknown, { host }: Pick<EndpointServices, 'host'>): Wording {
  return { ...host.wording, names: Names.safeParse(meta).data?.names }
}

export function previewLines({ changes, ...data }: Preview, wording: Wording): readonly string[] {
  const { state, operation, summary, ...rest } = data
  const general = (value: object) => generalLines({ value, path: 'data', written: new Set() })
  const lines = changesInWords(changes, { ...wording, exact: true })
    .flatMap(changeLines)
    .map(escapedText)
  return [
    ...general({ state, operation, summary }),
    ...(lines.length === 0 ? ['changes: none'] : ['changes:', ...lines]),
    ...general(rest),
  ]
}
