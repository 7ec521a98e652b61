import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../api/client.ts'
import type { Member } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useWarnings } from '../../forms/use-warnings.tsx'
import { membersQuery } from '../../product/members-query.ts'
import { ROLES, roleLabel } from '../../product/role-labels.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'

interface ChangeRoleDialogProps {
  readonly product: string
  readonly member: Member
  readonly onClose: () => void
}

export function ChangeRoleDialog({ product, member, onClose }: ChangeRoleDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const versionOf = ({ role, revision }: Member) => ({ values: { role }, revision })
  const warnings = useWarnings('This disables Website API keys')
  const params = { path: { product, member: member.id } }
  const form = useForm({
    initial: versionOf(member),
    async beforeSave({ role }, revision) {
      const body = { role, ...(revision !== undefined && { revision }) }
      const call = api.PATCH('/api/v1/products/{product}/members/{member}', { params, headers: PREVIEW, body })
      return warnings.confirm((await previewed(call)).warnings)
    },
    async save({ role }, revision) {
      const body = { role, ...(revision !== undefined && { revision }) }
      const { result } = await executed(api.PATCH('/api/v1/products/{product}/members/{member}', { params, body }))
      await queryClient.invalidateQueries(membersQuery(product))
      return versionOf(result)
    },
    async reload() {
      const fresh = await queryClient.fetchQuery({ ...membersQuery(product), staleTime: 0 })
      return versionOf(fresh.find(({ id }) => id === member.id) ?? member)
    },
    onSaved({ values }) {
      showToast(`${member.name ?? member.email} is ${roleLabel(values.role)} now.`)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Role of ${member.name ?? member.email}`}>
      <Form
        describe={({ role }) => [{ label: 'Role', value: roleLabel(role) }]}
        form={form}
        onCancel={onClose}
        submitLabel="Change role"
      >
        <RadioField label="Role" options={ROLES} {...form.field('role')} />
      </Form>
      {warnings.dialog}
    </Dialog>
  )
}
