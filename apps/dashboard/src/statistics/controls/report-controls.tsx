import type { ReactNode } from 'react'
import type { Period } from '../period-days.ts'
import { usePeriodCommands } from '../report-commands.ts'
import type { ReportedDays } from '../step-range.ts'
import type { ReportState } from '../use-report-state.ts'
import { CompareMenu } from './compare-menu.tsx'
import { RangeMenu } from './range-menu.tsx'
import { StepButtons } from './step-buttons.tsx'

interface ReportControlsProps {
  readonly state: ReportState
  readonly comparing?: boolean
  /** Whether the report says its days, so that one can step to those before and after. */
  readonly stepping?: boolean
  /** The days of the report; undefined while it loads. */
  readonly days?: ReportedDays | undefined
  /** Called with a period that somebody is about to choose. */
  readonly onConsider?: (period: Period) => void
}

/** Comparison and range. */
export function ReportControls({
  state,
  comparing = false,
  stepping = false,
  days,
  onConsider,
}: ReportControlsProps): ReactNode {
  usePeriodCommands(state, comparing)
  return (
    <div className="contents">
      {comparing && <CompareMenu state={state} />}
      <div className="flex items-center">
        <RangeMenu days={days} state={state} {...(onConsider && { onConsider })} />
        {stepping && <StepButtons days={days} state={state} />}
      </div>
    </div>
  )
}
