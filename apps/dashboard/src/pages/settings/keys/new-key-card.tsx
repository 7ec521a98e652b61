import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import { chosenExpiry, type ExpiryValues } from '../../../forms/expiry.ts'
import { ExpiryFields } from '../../../forms/expiry-fields.tsx'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { listOf } from '../../../forms/lines.ts'
import { NameField } from '../../../forms/name-field.tsx'
import { NetworksField } from '../../../forms/networks-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx'
import { keysQuery } from '../queries.ts'
import { KEY_KINDS, KEY_SCOPES, type KeyKind, type KeyScope } from './key-labels.ts'
import type { NewKey } from './key-secret.tsx'

interface KeyValues extends ExpiryValues {
  readonly name: string
  readonly kind: KeyKind
  readonly scopes: readonly KeyScope[]
  readonly networks: string
}

const EMPTY: KeyValues = { name: '', kind: 'api', scopes: ['analytics:read'], end: 'never', date: '', networks: '' }

interface NewKeyCardProps {
  readonly product: string
  readonly onMade: (created: NewKey) => void
}

export function NewKeyCard({ product, onMade }: NewKeyCardProps): ReactNode {
  const queryClient = useQueryClient()
  const form = useForm<KeyValues>({
    initial: { values: EMPTY },
    async save({ name, kind, scopes, end, date, networks }) {
      const expiry = chosenExpiry({ end, date })
      const missing = [
        ...(kind === 'api' && scopes.length === 0
          ? [{ path: 'scopes', message: t('settings.keys.scopes_missing') }]
          : []),
        ...(expiry === undefined ? [{ path: 'expires_at', message: t('common.date_missing') }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const allowed = listOf(networks)
      const given = {
        ...(expiry != null && { expires_at: expiry }),
        ...(allowed.length > 0 && { allowed_networks: [...allowed] }),
      }
      const params = { path: { product } }
      const { result, secret } = await executed(
        kind === 'api'
          ? api.POST('/api/v1/products/{product}/keys', { params, body: { name, kind, scopes: [...scopes], ...given } })
          : api.POST('/api/v1/products/{product}/intake-keys', { params, body: { name, kind, ...given } }),
      )
      if (secret === undefined) throw new TypeError('The new key has no secret.')
      onMade({ created: result, secret })
      await queryClient.invalidateQueries(keysQuery(product))
      return { values: EMPTY }
    },
  })
  const { kind, scopes } = form.values
  const toggle = (scope: KeyScope, on: boolean) =>
    form.set('scopes', on ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  return (
    <Card description={t('settings.keys.new_hint')} title={t('settings.keys.new')}>
      <Form form={form} creates submitLabel={t('settings.keys.create')}>
        <NameField form={form} hint={t('settings.keys.name_hint')} />
        <RadioField
          error={form.error('kind')}
          label={t('common.kind')}
          onChange={(chosen) => form.set('kind', chosen)}
          options={KEY_KINDS}
          value={kind}
        />
        {kind === 'api' && (
          <fieldset className="grid min-w-0 gap-2">
            <legend className="mb-1.5 font-semibold text-sm">{t('common.permissions')}</legend>
            {KEY_SCOPES.map(({ value, label }) => (
              <CheckboxField
                checked={scopes.includes(value)}
                hint={<code>{value}</code>}
                key={value}
                label={label}
                onChange={(on) => toggle(value, on)}
              />
            ))}
            {form.error('scopes') !== undefined && <p className="text-danger text-sm">{form.error('scopes')}</p>}
          </fieldset>
        )}
        <NetworksField
          onChange={(networks) => form.set('networks', networks)}
          problem={form.problem}
          value={form.values.networks}
        />
        <ExpiryFields
          date={form.values.date}
          end={form.values.end}
          error={form.error('expires_at')}
          onDate={(date) => form.set('date', date)}
          onEnd={(end) => form.set('end', end)}
        />
      </Form>
    </Card>
  )
}
