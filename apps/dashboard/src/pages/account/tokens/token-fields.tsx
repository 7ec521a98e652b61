import type { ReactNode } from 'react'
import type { Product } from '../../../api/types.ts'
import type { FormState } from '../../../forms/use-form.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { formatMoment } from '../../../ui/when.tsx'
import { ProductChoice } from './product-choice.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import type { End, TokenValues } from './token-values.ts'

interface TokenFieldsProps {
  readonly form: FormState<TokenValues>
  readonly products: readonly Product[]
  /** A token that exists may keep the end it has. */
  readonly made?: boolean
}

/** What can be said about a token, where it is made and where it is changed. */
export function TokenFields({ form, products, made = false }: TokenFieldsProps): ReactNode {
  const { values, set } = form
  return (
    <div className="grid gap-7">
      <TextField
        autoComplete="off"
        hint="So that you know it again, such as “Weekly report” or “Agent on my laptop”."
        label="Name"
        maxLength={120}
        {...form.field('name')}
      />
      <ScopeChoice error={form.error('scopes')} onChange={(scopes) => set('scopes', scopes)} value={values.scopes} />
      <ProductChoice
        error={form.error('products')}
        onProducts={(chosen) => set('products', chosen)}
        onReach={(reach) => set('reach', reach)}
        products={products}
        values={values}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          error={form.error('expires_at')}
          hint={values.end === 'never' ? 'It works until somebody ends it. A shorter life is safer.' : undefined}
          label="When it ends"
          onChange={(end) => set('end', end)}
          options={endsFor(made, values.expiresAt)}
          value={values.end}
        />
        {values.end === 'date' && (
          <TextField
            hint="It ends with that day, in your time zone."
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

function endsFor(made: boolean, expiresAt: string | null): { value: End; label: string }[] {
  const kept = expiresAt === null ? 'As now: never' : `As now: ${formatMoment(expiresAt)}`
  return [
    ...(made ? [{ value: 'keep' as const, label: kept }] : []),
    { value: '30', label: 'In 30 days' },
    { value: '90', label: 'In 90 days' },
    { value: '365', label: 'In a year' },
    { value: 'date', label: 'On a date …' },
    { value: 'never', label: 'Never' },
  ]
}
