import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { TokenPolicy } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { tokenPolicyQuery } from '../queries.ts'

const DAYS_MAX = 3_650

interface PolicyValues {
  /** Empty for any. */
  readonly days: string
  readonly required: boolean
}

const versionOf = ({ max_lifetime_days: days, require_expiry, revision }: TokenPolicy) => ({
  values: { days: days === null ? '' : String(days), required: require_expiry },
  revision,
})

/** What the account demands of tokens and keys that are made or replaced. */
export function TokenPolicyCard(): ReactNode {
  const { data: policy } = useSuspenseQuery(tokenPolicyQuery)
  const queryClient = useQueryClient()
  const form = useForm<PolicyValues>({
    initial: versionOf(policy),
    async save({ days, required }, revision) {
      const max = days.trim() === '' ? null : Number(days)
      if (max !== null && !Number.isInteger(max))
        throw incomplete([{ path: 'max_lifetime_days', message: t('tokens.policy_days_invalid') }])
      const body = { max_lifetime_days: max, require_expiry: required, ...(revision !== undefined && { revision }) }
      const { result } = await executed(api.PATCH('/api/v1/account/token-policy', { body }))
      queryClient.setQueryData(tokenPolicyQuery.queryKey, result)
      await queryClient.invalidateQueries({ queryKey: ['tokens', 'review'] })
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...tokenPolicyQuery, staleTime: 0 })),
  })
  const { days, required } = form.values
  const error = form.error('max_lifetime_days')
  return (
    <Card description={t('tokens.policy_hint')} title={t('tokens.policy')}>
      <Form
        describe={(values) => [
          { label: t('tokens.policy_days'), value: values.days || t('common.none') },
          { label: t('tokens.policy_required'), value: values.required ? t('common.yes') : t('common.no') },
        ]}
        form={form}
        submitLabel={t('common.save')}
      >
        <TextField
          hint={t('tokens.policy_days_hint', { max: DAYS_MAX })}
          inputMode="numeric"
          label={t('tokens.policy_days')}
          onChange={(text) => form.set('days', text)}
          value={days}
          {...(error !== undefined && { error })}
        />
        <CheckboxField
          checked={required}
          hint={t('tokens.policy_required_hint')}
          label={t('tokens.policy_required')}
          onChange={(on) => form.set('required', on)}
        />
      </Form>
    </Card>
  )
}
