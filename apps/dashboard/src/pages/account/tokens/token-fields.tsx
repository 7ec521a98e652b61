import type { ReactNode } from 'react'
import type { Product } from '../../../api/types.ts'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { formatDateTime } from '../../../ui/relative-time.tsx'
import { LimitChoice } from './limit-choice.tsx'
import { ProductChoice } from './product-choice.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { type ExpiryChoice, scopesOf, type TokenValues, unavailableScopes } from './token-values.ts'

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
        hint={t('tokens.name_hint')}
        label={t('common.name')}
        maxLength={120}
        {...form.field('name')}
      />
      <ScopeChoice
        error={form.error('scopes')}
        onChange={(scopes) => set('scopes', scopes)}
        unavailable={unavailableScopes(values)}
        value={scopesOf(values)}
      />
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
          hint={values.end === 'never' ? t('tokens.never_hint') : undefined}
          label={t('common.expires')}
          onChange={(end) => set('end', end)}
          options={expiryOptions(exists, values.expiresAt)}
          value={values.end}
        />
        {values.end === 'date' && (
          <TextField
            hint={t('tokens.date_hint')}
            label={t('common.last_day')}
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
  const keepLabel =
    expiresAt === null ? t('tokens.expiry_keep_never') : t('tokens.expiry_keep', { when: formatDateTime(expiresAt) })
  return [
    ...(exists ? [{ value: 'keep' as const, label: keepLabel }] : []),
    { value: '30', label: t('tokens.expiry_30') },
    { value: '90', label: t('tokens.expiry_90') },
    { value: '365', label: t('tokens.expiry_365') },
    { value: 'date', label: t('tokens.expiry_date') },
    { value: 'never', label: t('common.never') },
  ]
}
