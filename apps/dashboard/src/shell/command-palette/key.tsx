import type { ReactNode } from 'react'

const ARROWS: Readonly<Partial<Record<string, string>>> = { ArrowLeft: '←', ArrowRight: '→' }

/** A key of the keyboard. */
export function Key({ name }: { readonly name: string }): ReactNode {
  return (
    <kbd className="grid min-h-6 min-w-6 shrink-0 place-items-center rounded border bg-raised px-1.5 font-sans text-muted text-xs">
      {ARROWS[name] ?? name.toUpperCase()}
    </kbd>
  )
}
