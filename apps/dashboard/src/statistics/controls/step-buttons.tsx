import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { IconButton } from '../../ui/button.tsx'
import { showDays, useStepCommands } from '../report-commands.ts'
import { type ReportedDays, stepRange } from '../step-range.ts'
import type { ReportState } from '../use-report-state.ts'

interface StepButtonsProps {
  readonly state: ReportState
  /** The days of the report; undefined while it loads. */
  readonly days: ReportedDays | undefined
}

/** The date ranges before and after the one that is shown. */
export function StepButtons({ state, days }: StepButtonsProps): ReactNode {
  useStepCommands(state, days)
  const earlier = days && stepRange(days, 'earlier')
  const later = days && stepRange(days, 'later')
  return (
    <div className="flex max-sm:hidden">
      <IconButton
        aria-keyshortcuts="ArrowLeft"
        className="size-9"
        disabled={earlier === undefined}
        icon="chevronLeft"
        label={t('days.earlier')}
        onClick={() => earlier && showDays(state, earlier)}
      />
      <IconButton
        aria-keyshortcuts="ArrowRight"
        className="size-9"
        disabled={later === undefined}
        icon="chevronRight"
        label={t('days.later')}
        onClick={() => later && showDays(state, later)}
      />
    </div>
  )
}
