import type { ReactNode } from 'react'
import type { Product } from '../../../api/types.ts'
import { ExpiryFields } from '../../../forms/expiry-fields.tsx'
import { NameField } from '../../../forms/name-field.tsx'
import { NetworksField } from '../../../forms/networks-field.tsx'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { formatDateTime } from '../../../ui/relative-time.tsx'
import { LimitChoice } from './limit-choice.tsx'
import { ProductChoice } from './product-choice.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { scopesOf, type TokenValues, unavailableScopes } from './token-values.ts'

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
      <NameField form={form} hint={t('tokens.name_hint')} />
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
      <NetworksField
        onChange={(networks) => set('networks', networks)}
        problem={form.problem}
        value={values.networks}
      />
      <ExpiryFields
        date={values.date}
        end={values.end}
        error={form.error('expires_at')}
        onDate={(date) => set('date', date)}
        onEnd={(end) => set('end', end)}
        others={exists ? [{ value: 'keep', label: keepLabel(values.expiresAt) }] : []}
      />
    </div>
  )
}

function keepLabel(expiresAt: string | null): string {
  return expiresAt === null
    ? t('tokens.expiry_keep_never')
    : t('tokens.expiry_keep', { when: formatDateTime(expiresAt) })
}
