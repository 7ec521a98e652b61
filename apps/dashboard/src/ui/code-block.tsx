import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** What it is, for those who do not see it, and beside the button. */
  readonly label: string
  readonly code: string
  /** Lines are broken where there is no room, rather than scrolled. */
  readonly wrap?: boolean
}

/** Text to be copied whole into a terminal or a file. */
export function CodeBlock({ label, code, wrap = false }: CodeBlockProps): ReactNode {
  return (
    <div className="min-w-0 overflow-hidden rounded-control border bg-raised">
      <div className="flex items-center justify-between gap-3 border-b py-1.5 pr-1.5 pl-3">
        <span className="text-muted text-sm">{label}</span>
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} className="overflow-x-auto" tabIndex={0}>
        <pre className={`p-3 font-mono text-sm ${wrap ? 'whitespace-pre-wrap' : ''}`}>{code}</pre>
      </section>
    </div>
  )
}
