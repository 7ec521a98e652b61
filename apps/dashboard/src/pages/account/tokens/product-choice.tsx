import type { ReactNode } from 'react'
import type { Product } from '../../../api/types.ts'
import { CheckboxField, RadioField } from '../../../ui/field.tsx'
import type { TokenValues } from './token-values.ts'

interface ProductChoiceProps {
  readonly values: Pick<TokenValues, 'reach' | 'products'>
  readonly onReach: (reach: 'all' | 'selected') => void
  readonly onProducts: (products: readonly string[]) => void
  readonly products: readonly Product[]
  readonly error?: string | undefined
}

const REACHES = [
  {
    value: 'all',
    label: 'All products you can reach',
    hint: 'Those you create or are invited to later, too. Needed to create products.',
  },
  { value: 'selected', label: 'Only chosen ones' },
] as const

export function ProductChoice({ values, onReach, onProducts, products, error }: ProductChoiceProps): ReactNode {
  const lost = values.products.filter((id) => !products.some((product) => product.id === id))
  const toggle = (id: string, on: boolean) =>
    onProducts(on ? [...values.products, id] : values.products.filter((chosen) => chosen !== id))
  return (
    <div className="grid gap-3">
      <RadioField
        error={error}
        label="Which products it reaches"
        onChange={onReach}
        options={REACHES}
        value={values.reach}
      />
      {values.reach === 'selected' && (
        <fieldset className="ml-7 grid gap-2">
          <legend className="sr-only">Chosen products</legend>
          {products.map(({ id, name, role }) => (
            <CheckboxField
              checked={values.products.includes(id)}
              hint={`You are ${role} there.`}
              key={id}
              label={name}
              onChange={(on) => toggle(id, on)}
            />
          ))}
          {lost.map((id) => (
            <CheckboxField
              checked
              hint="You no longer belong to it."
              key={id}
              label={<code>{id}</code>}
              onChange={() => toggle(id, false)}
            />
          ))}
          {products.length === 0 && <p className="text-muted text-sm">You belong to no product yet.</p>}
        </fieldset>
      )}
    </div>
  )
}
