import type { ReactNode } from 'react'

/** A number with its label. */
export function Stat({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-0.5 px-5 py-4">
      <dt className="font-medium text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tracking-tight tabular-nums">{children}</dd>
    </div>
  )
}

/** Numbers side by side. */
export function Stats({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className="grid grid-cols-2 gap-x-6 rounded-card border bg-surface sm:flex sm:flex-wrap">{children}</dl>
}
