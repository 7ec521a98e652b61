import type { ReactNode } from 'react'
import type { Period } from '../period-days.ts'
import { useSpanCommands } from '../span-commands.ts'
import type { SpanState } from '../use-span.ts'
import { CompareMenu } from './compare-menu.tsx'
import { RangeMenu } from './range-menu.tsx'

interface SpanControlsProps {
  readonly state: SpanState
  readonly comparing?: boolean
  /** Called with a period that somebody is about to choose. */
  readonly onConsider?: (period: Period) => void
}

/** Comparison and range. */
export function SpanControls({ state, comparing = false, onConsider }: SpanControlsProps): ReactNode {
  useSpanCommands(state, comparing)
  return (
    <div className="contents">
      {comparing && <CompareMenu state={state} />}
      <RangeMenu state={state} {...(onConsider && { onConsider })} />
    </div>
  )
}
