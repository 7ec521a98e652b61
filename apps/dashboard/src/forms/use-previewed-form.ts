import type { ReactNode } from 'react'
import { executed, PREVIEW, previewed, type Send } from '../api/client.ts'
import { t } from '../messages/messages.ts'
import { type FormOptions, type FormState, useForm, type Version } from './use-form.ts'
import { useWarnings } from './use-warnings.tsx'

interface PreviewedFormOptions<Values, Stored> extends Pick<FormOptions<Values>, 'initial' | 'reload' | 'onSaved'> {
  /**
   * The write of the input: `(options) => api.PUT(path, { ...options, body: { ...body, ...version } })`. `version` is the
   * revision that the input is based on. Throws for input that is incomplete.
   */
  readonly write: (values: Values, version: { readonly revision?: number }, before: Values) => Send<Stored>
  /** Returns the stored values, once the cached queries that have others are invalid. */
  readonly saved: (result: Stored, values: Values) => Promise<Version<Values>>
  /** Title of the dialog that asks if there are warnings. */
  readonly warningsTitle?: string
}

/** A form whose changes are previewed before they are saved; it asks if there are warnings. Render `warnings` next to it. */
export function usePreviewedForm<Values extends object, Stored>({
  write,
  saved,
  warningsTitle = t('common.confirm_changes'),
  ...options
}: PreviewedFormOptions<Values, Stored>): { readonly form: FormState<Values>; readonly warnings: ReactNode } {
  const warnings = useWarnings(warningsTitle)
  const send = (values: Values, revision: number | undefined, before: Values) =>
    write(values, revision === undefined ? {} : { revision }, before)
  const form = useForm<Values>({
    ...options,
    async beforeSave(...args) {
      return warnings.confirm((await previewed(send(...args)({ headers: PREVIEW }))).warnings)
    },
    async save(...args) {
      const { result } = await executed(send(...args)({}))
      return saved(result, args[0])
    },
  })
  return { form, warnings: warnings.dialog }
}
