import type { ReactNode } from 'react'
import type { Journeys } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatCount } from '../../statistics/format.ts'
import { Bars } from '../../ui/bars.tsx'
import { isPage, pageLabel, stepLabel, stepsOf } from './flow.ts'

interface StepListsProps {
  readonly journeys: Journeys
  readonly onChoose: (page: string) => void
}

/** The journeys for a phone, which has no room for the drawing: the pages of each step. */
export function StepLists({ journeys, onChoose }: StepListsProps): ReactNode {
  return (
    <div className="grid gap-4 px-3 pb-4 sm:hidden">
      {stepsOf(journeys).map(({ distance, rows }) => (
        <section key={distance}>
          <h3 className="px-2 pb-1 font-medium text-muted text-sm">{stepLabel(distance)}</h3>
          <Bars
            bars={rows.map(({ key, visits }) => ({
              key,
              label: pageLabel(key),
              value: visits ?? 0,
              formatted: visits === null ? t('journeys.withheld') : formatCount(visits),
              ...(isPage(key) && { onChoose: () => onChoose(key) }),
            }))}
          />
        </section>
      ))}
    </div>
  )
}
