import { type ReactNode, useState } from 'react'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { sentence } from '../../../forms/use-form.ts'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { addDays, todayIn } from '../../../statistics/span.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RadioField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { RestrictedPage } from '../restricted-page.tsx'
import { downloadFile } from './download-file.ts'

const FORMATS = [
  {
    value: 'csv',
    label: 'CSV',
    hint: 'For spreadsheets. Cells that a spreadsheet would run as a formula start with an apostrophe.',
  },
  {
    value: 'ndjson',
    label: 'NDJSON',
    hint: 'One event per line, unchanged. Recommended for footfall import.',
  },
  { value: 'parquet', label: 'Parquet', hint: 'For analysis, with typed columns and small files.' },
] as const
const DAYS = 30

export function ExportPage(): ReactNode {
  return (
    <RestrictedPage
      description="Download all events of a range of days. The export is logged in the activity."
      minimum="admin"
      title="Export"
    >
      <ExportCard />
    </RestrictedPage>
  )
}

function ExportCard(): ReactNode {
  const product = useProduct()
  const { timezone } = usePreferences()
  const today = todayIn(timezone, new Date())
  const [from, setFrom] = useState(addDays(today, 1 - DAYS))
  const [to, setTo] = useState(today)
  const [format, setFormat] = useState<(typeof FORMATS)[number]['value']>('csv')
  const problem =
    from === '' || to === '' ? 'Enter both days.' : from > to ? 'The last day is before the first day.' : undefined
  const query = new URLSearchParams({ from, to, format })
  const file = useAction(async () => {
    await downloadFile(`/api/v1/products/${product.id}/export?${query}`)
    showToast('The download has started.')
  })
  const refusal = (path: string) => {
    const found = file.problem?.errors.find((error) => error.path === path)
    return found && sentence(found.message)
  }
  return (
    <>
      <Card title="Range and format">
        <div className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              error={refusal('from')}
              label="First day"
              max={today}
              onChange={setFrom}
              type="date"
              value={from}
            />
            <TextField
              error={problem ?? refusal('to')}
              label="Last day"
              max={today}
              onChange={setTo}
              type="date"
              value={to}
            />
          </div>
          <RadioField label="Format" onChange={setFormat} options={FORMATS} value={format} />
          {file.problem && <ProblemNotice onRetry={() => void file.run()} problem={file.problem} />}
          <div className="flex justify-end">
            <Button busy={file.busy} disabled={problem !== undefined} kind="primary" onClick={() => void file.run()}>
              Download
            </Button>
          </div>
        </div>
      </Card>
      <Card title="Content">
        <p className="max-w-prose text-sm">
          Time, name, page, source, location, device, revenue and properties of each event. No IP addresses: they are
          not stored. Visitor and visit IDs are different in every file, so two files can’t be joined to follow a
          person.
        </p>
      </Card>
    </>
  )
}
