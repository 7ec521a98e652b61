import type { ReactNode } from 'react'

/** Shorter texts are cut at the end, where they are cut at all. */
const SPLIT_FROM = 28
/** Characters at the end that stay visible. */
const TAIL = 12
/** Blanks, and letters of the scripts that are written from right to left. */
const CUT_AT_END = /[\s\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Whether both ends of a text matter, as those of a path do. Of words, those at the beginning matter. */
export function isCutInMiddle(text: string): boolean {
  return [...text].length >= SPLIT_FROM && !CUT_AT_END.test(text)
}

/** A text on one line, cut where there is no room for it. A tooltip has all of it. */
export function Truncated({ text }: { readonly text: string }): ReactNode {
  if (!isCutInMiddle(text)) {
    return (
      <span className="block truncate text-left" dir="auto" title={text}>
        {text}
      </span>
    )
  }
  const characters = [...text]
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
