import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
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
  const warnings = useWarnings('This deletes synced data')
  const params = { path: { product } }
  const form = useForm({
    initial: { values: { property: current ?? '' } },
    async beforeSave(body) {
      return warnings.confirm((await previewed(api.PUT(PATH, { params, headers: PREVIEW, body }))).warnings)
    },
    async save(body) {
      await executed(api.PUT(PATH, { params, body }))
      await queryClient.invalidateQueries({ queryKey: productQueryKey(product) })
      return { values: body }
    },
    ...(onSaved && { onSaved }),
  })
  const options = properties.map((property) => ({ value: property, label: propertyLabel(property) }))
  return (
    <>
      <Form form={form} submitLabel="Use this property" {...(onCancel && { onCancel })}>
        <SelectField
          hint="Its data is synced at once, for up to sixteen months."
          label="Property"
          options={current === undefined ? [{ value: '', label: 'Choose…' }, ...options] : options}
          {...form.field('property')}
        />
      </Form>
      {warnings.dialog}
    </>
  )
}
