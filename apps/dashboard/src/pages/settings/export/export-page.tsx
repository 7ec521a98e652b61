import { type ReactNode, useState } from 'react'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { sentence } from '../../../forms/sentence.ts'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { addDays, todayIn } from '../../../statistics/date-range.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RadioField } from '../../../ui/choice-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { RestrictedPage } from '../restricted-page.tsx'
import { downloadFile } from './download-file.ts'

const FORMATS = (['csv', 'ndjson', 'parquet'] as const).map((value) => ({
  value,
  label: t(`settings.export.format_${value}`),
  hint: t(`settings.export.format_${value}_hint`),
}))
const DAYS = 30

export function ExportPage(): ReactNode {
  return (
    <RestrictedPage description={t('settings.export.description')} minimum="admin" title={t('settings.export.title')}>
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
    from === '' || to === '' ? t('common.days_missing') : from > to ? t('common.days_reversed') : undefined
  const query = new URLSearchParams({ from, to, format })
  const file = useAction(async () => {
    await downloadFile(`/api/v1/products/${product.id}/export?${query}`)
    showToast(t('common.download_started'))
  })
  const errorOf = (path: string) => {
    const found = file.problem?.errors.find((error) => error.path === path)
    return found && sentence(found.message)
  }
  return (
    <>
      <Card title={t('settings.export.range')}>
        <div className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              error={errorOf('from')}
              label={t('common.first_day')}
              max={today}
              onChange={setFrom}
              type="date"
              value={from}
            />
            <TextField
              error={problem ?? errorOf('to')}
              label={t('common.last_day')}
              max={today}
              onChange={setTo}
              type="date"
              value={to}
            />
          </div>
          <RadioField label={t('settings.export.format')} onChange={setFormat} options={FORMATS} value={format} />
          {file.problem && <ProblemNotice onRetry={() => void file.run()} problem={file.problem} />}
          <div className="flex justify-end">
            <Button busy={file.busy} disabled={problem !== undefined} kind="primary" onClick={() => void file.run()}>
              {t('common.download')}
            </Button>
          </div>
        </div>
      </Card>
      <Card title={t('settings.export.content')}>
        <p className="max-w-prose text-sm">{t('settings.export.content_hint')}</p>
      </Card>
    </>
  )
}
