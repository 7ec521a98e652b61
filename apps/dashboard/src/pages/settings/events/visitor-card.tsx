import { type ReactNode, useState } from 'react'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField, VERBATIM } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useVisitorData } from './use-visitor-data.ts'

/** Exports the data of a visitor, and erases it after showing how many events that affects. */
export function VisitorCard(): ReactNode {
  const product = useProduct()
  const [visitor, setVisitor] = useState('')
  const { note, problem, busy, save, check, erase } = useVisitorData(product.id, visitor)
  const isChecked = note?.tone === 'warning'
  const isEmpty = visitor.trim() === ''
  const eraseNow = async () => {
    if (await erase()) setVisitor('')
  }
  return (
    <Card description={t('settings.events.visitor_description')} title={t('settings.events.visitor_title')}>
      <div className="grid gap-4">
        <TextField
          {...VERBATIM}
          hint={t('settings.events.visitor_name_hint')}
          label={t('settings.events.visitor_name')}
          maxLength={255}
          onChange={setVisitor}
          value={visitor}
        />
        {note && (
          <Notice role="status" tone={note.tone}>
            {note.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Notice>
        )}
        {problem && <ProblemNotice problem={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button busy={busy === 'save'} disabled={isEmpty} onClick={() => void save()}>
            {t('settings.events.visitor_export')}
          </Button>
          <Button
            busy={busy === 'erase'}
            disabled={isEmpty}
            kind={isChecked ? 'danger' : 'secondary'}
            onClick={() => void (isChecked ? eraseNow() : check())}
          >
            {t(isChecked ? 'settings.events.erase_submit' : 'settings.events.erase_check')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
