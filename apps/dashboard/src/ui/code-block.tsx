import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** Shown next to the button, and the accessible name. */
  readonly label: string
  readonly code: string
  /** Wraps lines instead of scrolling. */
  readonly wrap?: boolean
}

/** Text to copy into a terminal or a file. */
export function CodeBlock({ label, code, wrap = false }: CodeBlockProps): ReactNode {
  return (
    <div className="min-w-0 overflow-hidden rounded-control border bg-raised">
      <div className="flex items-center justify-between gap-3 border-b py-1.5 pr-1.5 pl-3">
        <span className="text-muted text-sm">{label}</span>
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section aria-label={label} className="overflow-x-auto" tabIndex={0}>
        <pre className={`p-3 font-mono text-sm ${wrap ? 'whitespace-pre-wrap' : ''}`}>{code}</pre>
      </section>
    </div>
  )
}
