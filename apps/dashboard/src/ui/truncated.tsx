import type { ReactNode } from 'react'

/** Shorter texts are cut at the end, where they are cut at all. */
const SPLIT_FROM = 28
/** Characters at the end that stay visible. */
const TAIL = 12

/** A text on one line. A long one is cut in its middle, since both ends of a path matter; a tooltip has all of it. */
export function Truncated({ text }: { readonly text: string }): ReactNode {
  const characters = [...text]
  if (characters.length < SPLIT_FROM) {
    return (
      <span className="block truncate" title={text}>
        {text}
      </span>
    )
  }
  return (
    <span className="flex min-w-0" title={text}>
      {/* In one piece for screen readers. */}
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="min-w-0 truncate whitespace-pre">
        {characters.slice(0, -TAIL).join('')}
      </span>
      <span aria-hidden="true" className="shrink-0 whitespace-pre">
        {characters.slice(-TAIL).join('')}
      </span>
    </span>
  )
}
