import type { ReactNode } from 'react'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { DroppedCount } from './dropped-count.tsx'
import { LIST_LABELS, type ShieldValues } from './shield-values.ts'

const LISTS = [
  { name: 'referrerSpam', reason: 'referrer_spam', hint: t('settings.shields.spam_hint') },
  { name: 'dataCentres', reason: 'data_centre', hint: t('settings.shields.data_centres_hint') },
] as const

/** The lists that come with the service, each with a switch. */
export function ShippedListsCard({ form }: { readonly form: FormState<ShieldValues> }): ReactNode {
  return (
    <Card description={t('settings.shields.lists_hint')} title={t('settings.shields.lists')}>
      <div className="grid gap-4">
        {LISTS.map(({ name, reason, hint }) => {
          const { value, onChange, ...error } = form.field(name)
          return (
            <div className="grid justify-items-start gap-1" key={name}>
              <CheckboxField checked={value} hint={hint} label={LIST_LABELS[name]} onChange={onChange} {...error} />
              <div className="pl-7.5">
                <DroppedCount active={value} by={reason} />
              </div>
            </div>
          )
        })}
      </div>
    </Card>
  )
}
