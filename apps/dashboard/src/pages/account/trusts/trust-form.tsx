import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { AccountToken, Product, Scope } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx'
import { TextAreaField, TextField, VERBATIM } from '../../../ui/field.tsx'
import { APPROVAL_LABEL, PREVIEW_FIRST_LABEL, READ_ONLY_LABEL } from '../limit-labels.ts'
import { SCOPE_LABELS } from '../scope-labels.ts'
import { ProductChoice } from '../tokens/product-choice.tsx'
import { trustsQuery } from './queries.ts'
import {
  bodyOf,
  findMissing,
  newTrust,
  PLATFORMS,
  scopesOfToken,
  type TrustValues,
  withPlatform,
} from './trust-values.ts'

interface TrustFormProps {
  readonly token: AccountToken
  readonly products: readonly Product[]
  readonly onAdded: () => void
  readonly onCancel: () => void
}

/** Adds a trust to a token, within what the token may do. */
export function TrustForm({ token, products, onAdded, onCancel }: TrustFormProps): ReactNode {
  const queryClient = useQueryClient()
  const empty = newTrust(token, window.location.origin)
  const form = useForm<TrustValues>({
    initial: { values: empty },
    async save(values) {
      const missing = findMissing(values)
      if (missing.length > 0) throw incomplete(missing)
      const params = { path: { token_id: token.id } }
      await executed(api.POST('/api/v1/access-tokens/{token_id}/trusts', { params, body: bodyOf(values) }))
      await queryClient.invalidateQueries(trustsQuery(token.id))
      return { values: empty }
    },
    onSaved: onAdded,
  })
  const { values, set } = form
  const choosePlatform = (platform: TrustValues['platform']) => {
    const next = withPlatform(values, platform)
    set('platform', platform)
    set('issuer', next.issuer)
    set('subject', next.subject)
    set('claims', next.claims)
  }
  const toggle = (scope: Scope, on: boolean) =>
    set('scopes', on ? [...values.scopes, scope] : values.scopes.filter((chosen) => chosen !== scope))
  const reachable = products.filter(({ id }) => token.products.mode === 'all' || token.products.ids.includes(id))
  return (
    <Form creates form={form} onCancel={onCancel} submitLabel={t('trusts.add')}>
      <div className="grid gap-6">
        <RadioField
          label={t('trusts.platform')}
          onChange={choosePlatform}
          options={PLATFORMS.map((value) => ({ value, label: t(`trusts.platform_${value}`) }))}
          value={values.platform}
        />
        <TextField {...form.field('issuer')} {...VERBATIM} hint={t('trusts.issuer_hint')} label={t('trusts.issuer')} />
        <TextField
          {...form.field('subject')}
          {...VERBATIM}
          hint={t('trusts.subject_hint')}
          label={t('trusts.subject')}
        />
        <TextField
          {...form.field('audience')}
          {...VERBATIM}
          hint={t('trusts.audience_hint')}
          label={t('trusts.audience')}
        />
        <TextAreaField
          {...form.field('claims')}
          {...VERBATIM}
          hint={t('trusts.claims_hint')}
          label={t('trusts.claims')}
        />
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-2 font-semibold text-sm">{t('common.permissions')}</legend>
          {form.error('scopes') !== undefined && <p className="text-danger text-sm">{form.error('scopes')}</p>}
          {scopesOfToken(token).map((scope) => (
            <CheckboxField
              checked={values.scopes.includes(scope)}
              hint={<code>{scope}</code>}
              key={scope}
              label={SCOPE_LABELS[scope]}
              onChange={(on) => toggle(scope, on)}
            />
          ))}
        </fieldset>
        <ProductChoice
          error={form.error('products')}
          onMode={(mode) => set('mode', mode)}
          onProducts={(chosen) => set('products', chosen)}
          products={reachable}
          values={values}
        />
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-2 font-semibold text-sm">{t('limits.title')}</legend>
          <CheckboxField checked={values.readOnly} label={READ_ONLY_LABEL} onChange={(on) => set('readOnly', on)} />
          <CheckboxField
            checked={values.previewFirst}
            label={PREVIEW_FIRST_LABEL}
            onChange={(on) => set('previewFirst', on)}
          />
          <CheckboxField checked={values.approval} label={APPROVAL_LABEL} onChange={(on) => set('approval', on)} />
        </fieldset>
        <TextField
          error={form.error('lifetime_seconds')}
          hint={t('trusts.minutes_hint')}
          inputMode="numeric"
          label={t('trusts.minutes')}
          onChange={(minutes) => set('minutes', minutes)}
          value={values.minutes}
        />
      </div>
    </Form>
  )
}
