import type { ReactNode } from 'react'
import type { Period } from '../period-days.ts'
import { usePeriodCommands } from '../report-commands.ts'
import type { ReportState } from '../use-report-state.ts'
import { CompareMenu } from './compare-menu.tsx'
import { RangeMenu } from './range-menu.tsx'

interface ReportControlsProps {
  readonly state: ReportState
  readonly comparing?: boolean
  /** Called with a period that somebody is about to choose. */
  readonly onConsider?: (period: Period) => void
}

/** Comparison and range. */
export function ReportControls({ state, comparing = false, onConsider }: ReportControlsProps): ReactNode {
  usePeriodCommands(state, comparing)
  return (
    <div className="contents">
      {comparing && <CompareMenu state={state} />}
      <RangeMenu state={state} {...(onConsider && { onConsider })} />
    </div>
  )
}
