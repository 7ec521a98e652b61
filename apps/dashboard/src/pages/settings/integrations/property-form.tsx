import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productKey } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { propertyWords } from './property-label.ts'

interface PropertyFormProps {
  readonly product: string
  /** Those that the provider listed. */
  readonly properties: readonly string[]
  readonly current?: string | undefined
  readonly onSaved?: () => void
  readonly onCancel?: () => void
}

const PATH = '/api/v1/products/{product}/integrations/google-search-console/property'

export function PropertyForm({ product, properties, current, onSaved, onCancel }: PropertyFormProps): ReactNode {
  const queryClient = useQueryClient()
  const warnings = useWarnings('This deletes what was read')
  const params = { path: { product } }
  const form = useForm({
    initial: { values: { property: current ?? '' } },
    async ask(body) {
      return warnings.confirm((await previewed(api.PUT(PATH, { params, headers: PREVIEW, body }))).warnings)
    },
    async save(body) {
      await executed(api.PUT(PATH, { params, body }))
      await queryClient.invalidateQueries({ queryKey: productKey(product) })
      return { values: body }
    },
    ...(onSaved && { onSaved }),
  })
  const options = properties.map((property) => ({ value: property, label: propertyWords(property) }))
  return (
    <>
      <Form form={form} submitLabel="Read this property" {...(onCancel && { onCancel })}>
        <SelectField
          hint="What Google counts for it is read within moments, back to sixteen months."
          label="Property"
          options={current === undefined ? [{ value: '', label: 'Choose …' }, ...options] : options}
          {...form.field('property')}
        />
      </Form>
      {warnings.dialog}
    </>
  )
}
