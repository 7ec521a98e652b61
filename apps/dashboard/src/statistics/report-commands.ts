import { type Command, useCommands } from '../commands/commands.ts'
import { t } from '../messages/messages.ts'
import type { DateRange } from './date-range.ts'
import { PERIODS, type Period } from './period-days.ts'
import { periodLabel } from './period-labels.ts'
import { type Direction, type ReportedDays, stepRange } from './step-range.ts'
import type { ReportState } from './use-report-state.ts'

/** Keys of the most used periods. */
const PERIOD_KEYS: Readonly<Partial<Record<Period, string>>> = {
  today: 'd',
  yesterday: 'y',
  '7d': 'w',
  '30d': 'm',
  '90d': 'q',
  '12mo': 'l',
  all: 'a',
}

/** The periods, and the comparison where the page has one, as commands. */
export function usePeriodCommands(state: ReportState, comparing: boolean): void {
  const periods = PERIODS.map((period): Command => {
    const key = PERIOD_KEYS[period]
    return {
      id: `period ${period}`,
      group: 'period',
      label: periodLabel(period),
      ...(key !== undefined && { key }),
      run: () => state.change({ period, from: undefined, to: undefined, interval: undefined }),
    }
  })
  useCommands(comparing ? [...periods, comparison(state)] : periods)
}

function comparison({ search, change }: ReportState): Command {
  const compares = search.compare !== 'none'
  return {
    id: 'compare',
    group: 'period',
    key: 'c',
    label: compares ? t('commands.compare_off') : t('commands.compare_on'),
    run: () => change({ compare: compares ? 'none' : undefined, compare_from: undefined, compare_to: undefined }),
  }
}

/** The date ranges before and after the one that is shown, as commands; those that there are. */
export function useStepCommands(state: ReportState, days: ReportedDays | undefined): void {
  const step = (direction: Direction, key: string): readonly Command[] => {
    const range = days && stepRange(days, direction)
    if (range === undefined) return []
    const label = direction === 'earlier' ? t('days.earlier') : t('days.later')
    return [{ id: `days ${direction}`, group: 'period', key, label, run: () => showDays(state, range) }]
  }
  useCommands([...step('earlier', 'ArrowLeft'), ...step('later', 'ArrowRight')])
}

/** Shows these days, by the interval that fits them. */
export function showDays({ change }: Pick<ReportState, 'change'>, { from, to }: DateRange): void {
  change({ period: undefined, from, to, interval: undefined })
}

export function useFilterCommands({ filters, change }: ReportState, onAdd: () => void): void {
  const add: Command = { id: 'filter add', group: 'filters', key: 'f', label: t('commands.add_filter'), run: onAdd }
  const remove: Command = {
    id: 'filter remove',
    group: 'filters',
    key: 'x',
    label: t('commands.remove_filters'),
    run: () => change({ filters: undefined }),
  }
  useCommands(filters.length === 0 ? [add] : [add, remove])
}
