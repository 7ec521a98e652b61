import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { usePreviewedForm } from '../../../forms/use-previewed-form.ts'
import { t } from '../../../messages/messages.ts'
import { SelectField } from '../../../ui/field.tsx'
import { propertyLabel } from './property-label.ts'

interface PropertyFormProps {
  readonly product: string
  /** The properties listed by the provider. */
  readonly properties: readonly string[]
  readonly current?: string | undefined
  readonly onSaved?: () => void
  readonly onCancel?: () => void
}

const PATH = '/api/v1/products/{product}/integrations/google-search-console/property'

export function PropertyForm({ product, properties, current, onSaved, onCancel }: PropertyFormProps): ReactNode {
  const queryClient = useQueryClient()
  const { form, warnings } = usePreviewedForm({
    initial: { values: { property: current ?? '' } },
    write: (body) => (options) => api.PUT(PATH, { params: { path: { product } }, body, ...options }),
    async saved(_, values) {
      await queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      return { values }
    },
    warningsTitle: t('settings.integrations.property_warning'),
    ...(onSaved && { onSaved }),
  })
  const options = properties.map((property) => ({ value: property, label: propertyLabel(property) }))
  return (
    <>
      <Form form={form} submitLabel={t('settings.integrations.property_submit')} {...(onCancel && { onCancel })}>
        <SelectField
          hint={t('settings.integrations.property_hint')}
          label={t('settings.integrations.property')}
          options={current === undefined ? [{ value: '', label: t('common.choose') }, ...options] : options}
          {...form.field('property')}
        />
      </Form>
      {warnings}
    </>
  )
}
