import type { ReactNode } from 'react'
import { useSpanCommands } from '../span-commands.ts'
import type { SpanState } from '../use-span.ts'
import { CompareMenu } from './compare-menu.tsx'
import { RangeMenu } from './range-menu.tsx'

/** Comparison and range. */
export function SpanControls({
  state,
  comparing = false,
}: {
  readonly state: SpanState
  readonly comparing?: boolean
}): ReactNode {
  useSpanCommands(state, comparing)
  return (
    <div className="contents">
      {comparing && <CompareMenu state={state} />}
      <RangeMenu state={state} />
    </div>
  )
}
