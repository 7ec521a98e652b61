import type { ReactNode } from 'react'
import type { Product } from '../../../api/types.ts'
import type { FormState } from '../../../forms/use-form.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { formatDateTime } from '../../../ui/relative-time.tsx'
import { LimitChoice } from './limit-choice.tsx'
import { ProductChoice } from './product-choice.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import type { ExpiryChoice, TokenValues } from './token-values.ts'

interface TokenFieldsProps {
  readonly form: FormState<TokenValues>
  readonly products: readonly Product[]
  /** The token exists and may keep its expiry. */
  readonly exists?: boolean
}

/** Fields of a token, for creating and editing. */
export function TokenFields({ form, products, exists = false }: TokenFieldsProps): ReactNode {
  const { values, set } = form
  return (
    <div className="grid gap-7">
      <TextField
        autoComplete="off"
        hint="For example “Weekly report” or “Agent on my laptop”."
        label="Name"
        maxLength={120}
        {...form.field('name')}
      />
      <ScopeChoice error={form.error('scopes')} onChange={(scopes) => set('scopes', scopes)} value={values.scopes} />
      <ProductChoice
        error={form.error('products')}
        onProducts={(chosen) => set('products', chosen)}
        onMode={(mode) => set('mode', mode)}
        products={products}
        values={values}
      />
      <LimitChoice form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          error={form.error('expires_at')}
          hint={values.end === 'never' ? 'It works until it is revoked. An expiry date is safer.' : undefined}
          label="Expires"
          onChange={(end) => set('end', end)}
          options={expiryOptions(exists, values.expiresAt)}
          value={values.end}
        />
        {values.end === 'date' && (
          <TextField
            hint="It expires at the end of this day in your time zone."
            label="Last day"
            onChange={(date) => set('date', date)}
            type="date"
            value={values.date}
          />
        )}
      </div>
    </div>
  )
}

function expiryOptions(exists: boolean, expiresAt: string | null): { value: ExpiryChoice; label: string }[] {
  const keepLabel = expiresAt === null ? 'Unchanged: never' : `Unchanged: ${formatDateTime(expiresAt)}`
  return [
    ...(exists ? [{ value: 'keep' as const, label: keepLabel }] : []),
    { value: '30', label: 'In 30 days' },
    { value: '90', label: 'In 90 days' },
    { value: '365', label: 'In a year' },
    { value: 'date', label: 'On a date…' },
    { value: 'never', label: 'Never' },
  ]
}
