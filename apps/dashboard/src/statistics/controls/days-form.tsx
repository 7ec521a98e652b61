import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type DateRange, isDay } from '../date-range.ts'

interface DaysFormProps {
  readonly initial: { readonly from: string; readonly to: string }
  readonly onApply: (range: DateRange) => void
}

/** The first and the last day of a date range. */
export function DaysForm({ initial, onApply }: DaysFormProps): ReactNode {
  const [from, setFrom] = useState(initial.from)
  const [to, setTo] = useState(initial.to)
  const [wrong, setWrong] = useState<string>()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(from, to)
    setWrong(problem)
    if (problem === undefined) onApply({ from, to })
  }
  return (
    <form className="mt-1.5 grid gap-2.5 border-t px-2.5 pt-2.5 pb-1.5" onSubmit={apply}>
      <TextField label={t('days.first')} onChange={setFrom} required type="date" value={from} />
      <TextField error={wrong} label={t('days.last')} onChange={setTo} required type="date" value={to} />
      <Button size="small" submit>
        {t('days.apply')}
      </Button>
    </form>
  )
}

/** Ten years, the limit of a query. */
const DAYS_MAX = 3_653

function problemOf(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return t('days.missing')
  if (from > to) return t('days.reversed')
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > DAYS_MAX) return t('days.too_many')
  return undefined
}
