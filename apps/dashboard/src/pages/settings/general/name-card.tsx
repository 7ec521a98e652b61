import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import { productsQuery } from '../../../api/queries.ts'
import type { Product } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'

export function NameCard(): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const versionOf = ({ name, revision }: Pick<Product, 'name' | 'revision'>) => ({ values: { name }, revision })
  const form = useForm({
    initial: versionOf(product),
    async save({ name }, revision) {
      const body = { name, ...(revision !== undefined && { revision }) }
      const params = { path: { product: product.id } }
      const { result } = await executed(api.PATCH('/api/v1/products/{product}', { params, body }))
      await queryClient.invalidateQueries(productsQuery)
      return versionOf(result)
    },
    async reload() {
      const fresh = await queryClient.fetchQuery({ ...productsQuery, staleTime: 0 })
      return versionOf(fresh.find(({ id }) => id === product.id) ?? product)
    },
  })
  return (
    <Card title={t('common.name')}>
      <Form
        describe={({ name }) => [{ label: t('common.name'), value: name }]}
        form={form}
        submitLabel={t('settings.general.name_submit')}
      >
        <TextField autoComplete="off" label={t('settings.general.name')} maxLength={120} {...form.field('name')} />
      </Form>
    </Card>
  )
}
