import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { ProductKey } from '../../../api/types.ts'
import { describeNetworks } from '../../../forms/describe-networks.ts'
import { Form } from '../../../forms/form.tsx'
import { listOf } from '../../../forms/lines.ts'
import { NetworksField } from '../../../forms/networks-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { keysQuery } from '../queries.ts'

interface NetworksValues {
  readonly networks: string
}

const versionOf = ({ allowed_networks, revision }: Pick<ProductKey, 'allowed_networks' | 'revision'>) => ({
  values: { networks: allowed_networks.join('\n') },
  revision,
})

interface KeyNetworksDialogProps {
  readonly product: string
  readonly edited: ProductKey
  readonly onClose: () => void
}

/** Changes the networks from which a key is accepted. */
export function KeyNetworksDialog({ product, edited, onClose }: KeyNetworksDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const form = useForm<NetworksValues>({
    initial: versionOf(edited),
    async save({ networks }, revision) {
      const params = { path: { product, key_id: edited.id } }
      const body = { allowed_networks: [...listOf(networks)], ...(revision !== undefined && { revision }) }
      const { result } = await executed(api.PATCH('/api/v1/products/{product}/keys/{key_id}', { params, body }))
      await queryClient.invalidateQueries(keysQuery(product))
      return versionOf(result)
    },
    async reload() {
      const keys = await queryClient.fetchQuery({ ...keysQuery(product), staleTime: 0 })
      return versionOf(keys.find(({ id }) => id === edited.id) ?? edited)
    },
    onSaved: onClose,
  })
  return (
    <Dialog onClose={onClose} title={t('networks.of', { name: edited.name })}>
      <Form
        describe={({ networks }) => [
          { label: t('networks.field'), value: describeNetworks({ allowed_networks: listOf(networks) }) },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel={t('common.save')}
      >
        <NetworksField
          onChange={(networks) => form.set('networks', networks)}
          problem={form.problem}
          value={form.values.networks}
        />
      </Form>
    </Dialog>
  )
}
