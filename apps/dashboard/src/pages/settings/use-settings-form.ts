import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Send } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { FormState } from '../../forms/use-form.ts'
import { usePreviewedForm } from '../../forms/use-previewed-form.ts'
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
  warningsTitle,
  beforeSave,
  afterSave,
}: SettingsFormOptions<Stored, Values, Body, Key>): { form: FormState<Values>; warnings: ReactNode } {
  const { id: product } = useProduct()
  const queryClient = useQueryClient()
  const versionOf = (version: Stored) => ({ values: toValues(version), revision: version.revision })
  return usePreviewedForm<Values, Stored>({
    initial: versionOf(stored),
    write(values, version, before) {
      beforeSave?.(values)
      return write({ ...toBody(values, before), ...version })
    },
    async saved(result) {
      await Promise.all([queryClient.invalidateQueries({ queryKey: productQueryKey(product) }), afterSave?.()])
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
    ...(warningsTitle !== undefined && { warningsTitle }),
  })
}
