import type { ReactNode } from 'react'

/** The text of a button above a report, and what a phone has room for instead. */
export function PickerText({ short, children }: { readonly short: string; readonly children: ReactNode }): ReactNode {
  if (short === children) return children
  return (
    <>
      <span className="max-sm:sr-only">{children}</span>
      <span aria-hidden="true" className="sm:hidden">
        {short}
      </span>
    </>
  )
}
