import { type ReactNode, useState } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'

/** Says how many events a visitor has, and deletes them once that was read. */
export function EraseVisitorCard(): ReactNode {
  const product = useProduct()
  const [visitor, setVisitor] = useState('')
  const [warnings, setWarnings] = useState<readonly string[]>()
  const path = '/api/v1/products/{product}/visitors/erase'
  const request = { params: { path: { product: product.id } }, body: { visitor } }
  const check = useAction(async () => {
    const preview = await previewed(api.POST(path, { ...request, headers: PREVIEW }))
    setWarnings(preview.warnings)
  })
  const erasure = useAction(() => executed(api.POST(path, request)))
  const isChecked = warnings !== undefined
  const run = async () => {
    if (!isChecked) {
      await check.run()
      return
    }
    if (!(await erasure.run())) return
    showToast(t('settings.events.erase_done'))
    setVisitor('')
    setWarnings(undefined)
  }
  const problem = check.problem ?? erasure.problem
  return (
    <Card description={t('settings.events.erase_description')} title={t('settings.events.erase_title')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (visitor.trim() !== '') void run()
        }}
      >
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          hint={t('settings.events.erase_name_hint')}
          label={t('settings.events.erase_name')}
          maxLength={255}
          onChange={(name) => {
            setVisitor(name)
            setWarnings(undefined)
          }}
          spellCheck={false}
          value={visitor}
        />
        {warnings && (
          <Notice tone="warning">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </Notice>
        )}
        {problem && <ProblemNotice onRetry={() => void run()} problem={problem} />}
        <div className="flex justify-end">
          <Button
            busy={check.busy || erasure.busy}
            disabled={visitor.trim() === ''}
            kind={isChecked ? 'danger' : 'secondary'}
            submit
          >
            {isChecked ? t('settings.events.erase_submit') : t('settings.events.erase_check')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
