import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import type { Member } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { usePreviewedForm } from '../../forms/use-previewed-form.ts'
import { t } from '../../messages/messages.ts'
import { membersQuery } from '../../product/members-query.ts'
import { ROLES, roleLabel } from '../../product/role-labels.ts'
import { RadioField } from '../../ui/choice-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

interface ChangeRoleDialogProps {
  readonly product: string
  readonly member: Member
  readonly onClose: () => void
}

export function ChangeRoleDialog({ product, member, onClose }: ChangeRoleDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const name = member.name ?? member.email
  const versionOf = ({ role, revision }: Member) => ({ values: { role }, revision })
  const params = { path: { product, member: member.id } }
  const { form, warnings } = usePreviewedForm({
    initial: versionOf(member),
    write: (values, version) => (options) => {
      const body = { ...values, ...version }
      return api.PATCH('/api/v1/products/{product}/members/{member}', { params, body, ...options })
    },
    warningsTitle: t('team.keys_disabled'),
    async saved(result) {
      await queryClient.invalidateQueries(membersQuery(product))
      return versionOf(result)
    },
    async reload() {
      const fresh = await queryClient.fetchQuery({ ...membersQuery(product), staleTime: 0 })
      return versionOf(fresh.find(({ id }) => id === member.id) ?? member)
    },
    onSaved({ values }) {
      showToast(t('team.role_changed_toast', { name, role: roleLabel(values.role) }))
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={t('team.role_of', { name })}>
      <Form
        describe={({ role }) => [{ label: t('roles.role'), value: roleLabel(role) }]}
        form={form}
        onCancel={onClose}
        submitLabel={t('team.change_role')}
      >
        <RadioField label={t('roles.role')} options={ROLES} {...form.field('role')} />
      </Form>
      {warnings}
    </Dialog>
  )
}
