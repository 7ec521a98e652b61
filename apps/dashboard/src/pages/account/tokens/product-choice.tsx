import type { ReactNode } from 'react'
import type { Product } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { roleLabel } from '../../../product/role-labels.ts'
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx'
import type { TokenValues } from './token-values.ts'

interface ProductChoiceProps {
  readonly values: Pick<TokenValues, 'mode' | 'products'>
  readonly onMode: (mode: 'all' | 'selected') => void
  readonly onProducts: (products: readonly string[]) => void
  readonly products: readonly Product[]
  readonly error?: string | undefined
}

const MODES = [
  { value: 'all', label: t('tokens.products_all'), hint: t('tokens.products_all_hint') },
  { value: 'selected', label: t('tokens.products_selected') },
] as const

export function ProductChoice({ values, onMode, onProducts, products, error }: ProductChoiceProps): ReactNode {
  const formerProducts = values.products.filter((id) => !products.some((product) => product.id === id))
  const toggle = (id: string, on: boolean) =>
    onProducts(on ? [...values.products, id] : values.products.filter((chosen) => chosen !== id))
  return (
    <div className="grid gap-3">
      <RadioField error={error} label={t('common.products')} onChange={onMode} options={MODES} value={values.mode} />
      {values.mode === 'selected' && (
        <fieldset className="ml-7 grid gap-2">
          <legend className="sr-only">{t('tokens.products_selected')}</legend>
          {products.map(({ id, name, role }) => (
            <CheckboxField
              checked={values.products.includes(id)}
              hint={t('tokens.product_role', { role: roleLabel(role) })}
              key={id}
              label={name}
              onChange={(on) => toggle(id, on)}
            />
          ))}
          {formerProducts.map((id) => (
            <CheckboxField
              checked
              hint={t('tokens.product_left')}
              key={id}
              label={<code>{id}</code>}
              onChange={() => toggle(id, false)}
            />
          ))}
          {products.length === 0 && <p className="text-muted text-sm">{t('tokens.no_products')}</p>}
        </fieldset>
      )}
    </div>
  )
}
