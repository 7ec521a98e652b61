import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { classes } from '../../ui/classes.ts'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { formatDateRange } from '../format.ts'
import { COMPARISONS, type Comparison } from '../search.ts'
import type { ReportState } from '../use-report-state.ts'
import { DaysForm } from './days-form.tsx'
import { PICKER_STYLE } from './picker-style.ts'
import { PickerText } from './picker-text.tsx'

/** Of a comparison by name. The remaining one is entered by its days. */
const labelOf = (name: Exclude<Comparison, 'custom'>) => t(`compare.name_${name}`)

export function CompareMenu({ state }: { readonly state: ReportState }): ReactNode {
  const { compare_from: from = '', compare_to: to = '', compare: chosen = 'previous_period' } = state.search
  return (
    <Popover
      align="end"
      button={
        <span className={classes('truncate', chosen === 'none' && 'max-sm:text-muted')}>
          <span className="sr-only">{t('compare.comparison')}: </span>
          <PickerText short={t('compare.short')}>
            {chosen === 'none'
              ? labelOf('none')
              : t('compare.with', { range: chosen === 'custom' ? formatDateRange({ from, to }) : labelOf(chosen) })}
          </PickerText>
        </span>
      }
      className={PICKER_STYLE}
    >
      {(close) => {
        const choose = (fields: Parameters<ReportState['change']>[0]) => {
          state.change({ compare_from: undefined, compare_to: undefined, ...fields })
          close()
        }
        return (
          <>
            <ul>
              {COMPARISONS.filter((name) => name !== 'custom').map((name) => (
                <li key={name}>
                  <button
                    aria-current={name === chosen || undefined}
                    className={MENU_ITEM}
                    onClick={() => choose({ compare: name === 'previous_period' ? undefined : name })}
                    type="button"
                  >
                    {labelOf(name).charAt(0).toUpperCase() + labelOf(name).slice(1)}
                  </button>
                </li>
              ))}
            </ul>
            <DaysForm
              initial={{ from, to }}
              onApply={(days) => choose({ compare: 'custom', compare_from: days.from, compare_to: days.to })}
            />
          </>
        )
      }}
    </Popover>
  )
}
