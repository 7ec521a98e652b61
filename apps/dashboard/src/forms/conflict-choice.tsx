import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { NO_VALUE } from '../ui/no-value.ts'
import { Notice } from '../ui/notice.tsx'
import type { Conflict, FormState } from './use-form.ts'

export interface DescribedField {
  readonly label: string
  readonly value: string
}

interface ConflictChoiceProps<Values> {
  readonly conflict: Conflict<Values>
  readonly form: Pick<FormState<Values>, 'keepTheirs' | 'keepYours' | 'busy'>
  /** Label and value of each field. */
  readonly describe: (values: Values) => readonly DescribedField[]
}

/** Shows both versions after an edit conflict, and asks which to keep. */
export function ConflictChoice<Values>({ conflict, form, describe }: ConflictChoiceProps<Values>): ReactNode {
  const theirs = new Map(describe(conflict.theirs.values).map(({ label, value }) => [label, value]))
  const yours = new Map(describe(conflict.yours).map(({ label, value }) => [label, value]))
  const labels = [...new Set([...theirs.keys(), ...yours.keys()])]
  const differing = labels.filter((label) => theirs.get(label) !== yours.get(label))
  return (
    <Notice role="alert" title={t('forms.conflict')} tone="warning">
      <p>{t('forms.conflict_hint')}</p>
      <section aria-label={t('forms.conflict_versions')} className="mt-3 text-text">
        <table className="w-full table-fixed border-collapse hyphens-auto bg-surface text-sm">
          <thead>
            <tr className="text-left">
              <td className="w-24 border px-1.5 py-1.5 sm:w-28" />
              <th className="border px-1.5 py-1.5 sm:px-3" scope="col">
                {t('forms.theirs')}
                <span className="block font-normal">{t('forms.theirs_hint')}</span>
              </th>
              <th className="border px-1.5 py-1.5 sm:px-3" scope="col">
                {t('forms.yours')}
                <span className="block font-normal">{t('forms.yours_hint')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {differing.map((label) => (
              <tr className="align-top" key={label}>
                <th className="border px-1.5 py-1.5 sm:px-3 text-left font-medium" scope="row">
                  {label}
                </th>
                <td className="whitespace-pre-wrap border px-1.5 py-1.5 sm:px-3">{theirs.get(label) || NO_VALUE}</td>
                <td className="whitespace-pre-wrap border px-1.5 py-1.5 sm:px-3">{yours.get(label) || NO_VALUE}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {differing.length < labels.length && (
        <p className="mt-2">{differing.length > 0 ? t('forms.others_same') : t('forms.all_same')}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={form.busy} onClick={form.keepTheirs} size="small">
          {t('forms.keep_theirs')}
        </Button>
        <Button busy={form.busy} kind="primary" onClick={form.keepYours} size="small">
          {t('forms.keep_yours')}
        </Button>
      </div>
    </Notice>
  )
}
