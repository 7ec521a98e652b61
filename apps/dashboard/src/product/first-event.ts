import type { Installation } from '../api/types.ts'

export interface FirstEventDetails {
  readonly hostname: string
  readonly at: string
  readonly version: string | null
}

/** The earliest event of any hostname. */
export function firstOf(installation: Installation | undefined): FirstEventDetails | undefined {
  const [first] = (installation?.domains ?? [])
    .flatMap(({ hostname, first_event_at: at, script_version: version }) =>
      at === null ? [] : [{ hostname, at, version }],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return first
}
