import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { IMPORT_SOURCES } from '../../../api/import-sources.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { LOCALE } from '../../../messages/locale.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { Field, SelectField, TextField } from '../../../ui/field.tsx'
import { importsQuery } from './queries.ts'
import { type UploadFormat, type UploadSource, uploadFile } from './upload-file.ts'

const SOURCES = [{ value: '', label: t('settings.import.source_by_content') }, ...IMPORT_SOURCES] as const
const FORMATS = [
  { value: '', label: t('settings.import.format_by_name') },
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'csv', label: 'CSV' },
  { value: 'parquet', label: t('settings.export.format_parquet') },
] as const

const VENDORS = new Intl.ListFormat(LOCALE, { type: 'disjunction' }).format(
  IMPORT_SOURCES.filter(({ value }) => value !== 'footfall').map(({ label }) => label),
)

const toDocumentation = (text: ReactNode) => (
  <a className="link" href="/docs/moving-in">
    {text}
  </a>
)

export function UploadCard({ product }: { readonly product: string }): ReactNode {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [site, setSite] = useState('')
  const [source, setSource] = useState<UploadSource>('')
  const [format, setFormat] = useState<UploadFormat>('')
  const [skipInvalid, setSkipInvalid] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState(0)
  const upload = useAction(async () => {
    if (file === undefined) return
    setSent(0)
    await uploadFile({ product, file, source, format, site: site.trim(), skipInvalid, onProgress: setSent }).catch(
      (error: unknown) => {
        // The file may have been taken for one of another vendor.
        setOpen(true)
        throw error
      },
    )
    await queryClient.invalidateQueries(importsQuery(product))
  })
  return (
    <Card description={t('settings.import.upload_hint')} title={t('settings.import.upload')}>
      <div className="grid gap-4">
        <Field
          control={(aria) => (
            <input
              {...aria}
              className="w-full min-w-0 text-sm file:mr-3 file:min-h-10 file:rounded-control file:border file:border-field-line file:bg-surface file:px-4 file:font-semibold file:text-text"
              onChange={({ target }) => setFile(target.files?.[0])}
              type="file"
            />
          )}
          hint={<T id="settings.import.file_hint" values={{ vendors: VENDORS, link: toDocumentation }} />}
          label={t('settings.import.file')}
        />
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} open={isOpen}>
          <summary className="text-muted text-sm">{t('settings.import.more')}</summary>
          <div className="grid gap-4 pt-3">
            <SelectField
              hint={t('settings.import.source_hint')}
              label={t('settings.import.source')}
              onChange={setSource}
              options={SOURCES}
              value={source}
            />
            {(source === '' || source === 'footfall') && (
              <SelectField
                hint={t('settings.import.format_hint')}
                label={t('settings.import.format')}
                onChange={setFormat}
                options={FORMATS}
                value={format}
              />
            )}
            <TextField
              hint={t('settings.import.site_hint')}
              label={t('settings.import.site')}
              onChange={setSite}
              value={site}
            />
            <CheckboxField
              checked={skipInvalid}
              hint={t('settings.import.skip_invalid_hint')}
              label={t('settings.import.skip_invalid')}
              onChange={setSkipInvalid}
            />
          </div>
        </details>
        {upload.busy && (
          <p className="text-sm" role="status">
            {sent < 1
              ? t('settings.import.uploading', { percent: Math.floor(sent * 100) })
              : t('settings.import.checking')}
          </p>
        )}
        {upload.problem && <ProblemNotice onRetry={() => void upload.run()} problem={upload.problem} />}
        <div className="flex justify-end">
          <Button busy={upload.busy} disabled={file === undefined} kind="primary" onClick={() => void upload.run()}>
            {t('settings.import.check')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
