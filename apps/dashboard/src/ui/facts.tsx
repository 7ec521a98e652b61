import type { ReactNode } from 'react'

/** Labelled values. */
export function Facts({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[]
}): ReactNode {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[9rem_1fr]">
      {facts.map(({ label, value }) => (
        <div className="contents" key={label}>
          <dt className="-mb-2.5 text-muted sm:mb-0">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
