import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { executed, PREVIEW, previewed, type Send } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import { type FormState, useForm } from '../../forms/use-form.ts'
import { useWarnings } from '../../forms/use-warnings.tsx'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'

interface SettingsFormOptions<Stored, Values, Body, Key extends QueryKey> {
  readonly stored: Stored
  /** Reads the stored settings. */
  readonly query: FetchQueryOptions<Stored, Error, Stored, Key>
  readonly toValues: (stored: Stored) => Values
  /** The input for the API. A revision is added to it. */
  readonly toBody: (values: Values, before: Values) => Body
  /** Writes the body: `api.PUT(path, { ...options, body })`. */
  readonly write: (body: Body & { revision?: number }) => Send<Stored>
  /** Title of the dialog that asks before settings with warnings are saved. */
  readonly warningsTitle?: string
  /** Runs with the input, before it is sent. */
  readonly beforeSave?: (values: Values) => void
  readonly afterSave?: () => Promise<unknown>
}

/**
 * The form of a section of the settings. Saving previews first and asks if there are warnings. Render `warnings` next to
 * the form.
 */
export function useSettingsForm<
  Stored extends { readonly revision: number },
  Values extends object,
  Body extends object,
  Key extends QueryKey,
>({
  stored,
  query,
  toValues,
  toBody,
  write,
  warningsTitle = t('common.confirm_changes'),
  beforeSave,
  afterSave,
}: SettingsFormOptions<Stored, Values, Body, Key>): { form: FormState<Values>; warnings: ReactNode } {
  const { id: product } = useProduct()
  const queryClient = useQueryClient()
  const warnings = useWarnings(warningsTitle)
  const versionOf = (version: Stored) => ({ values: toValues(version), revision: version.revision })
  const send = (values: Values, revision: number | undefined, before: Values) =>
    write({ ...toBody(values, before), ...(revision !== undefined && { revision }) })
  const form = useForm<Values>({
    initial: versionOf(stored),
    async beforeSave(values, revision, before) {
      beforeSave?.(values)
      const preview = await previewed(send(values, revision, before)({ headers: PREVIEW }))
      return warnings.confirm(preview.warnings)
    },
    async save(values, revision, before) {
      const { result } = await executed(send(values, revision, before)({}))
      await Promise.all([queryClient.invalidateQueries({ queryKey: productQueryKey(product) }), afterSave?.()])
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
  })
  return { form, warnings: warnings.dialog }
}
