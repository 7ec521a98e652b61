import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answer, api, executed } from '../../../api/client.ts'
import type { SharedLink } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { sharesQuery } from './queries.ts'
import { ShareFields } from './share-fields.tsx'
import { fieldsOf, NEW_SHARE, valuesOf } from './share-values.ts'

const LINK = '/api/v1/products/{product}/shares/{share}'

export interface NewShare {
  readonly created: SharedLink
  readonly secret: string
}

interface NewShareDialogProps {
  readonly product: string
  readonly onMade: (made: NewShare) => void
  readonly onClose: () => void
}

export function NewShareDialog({ product, onMade, onClose }: NewShareDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { values: NEW_SHARE },
    async save(values) {
      const { password, passwordChoice } = values
      const body = { ...fieldsOf(values), ...(passwordChoice === 'set' && { password }) }
      const params = { path: { product } }
      const { result, secret } = await executed(api.POST('/api/v1/products/{product}/shares', { params, body }))
      if (secret === undefined) throw new TypeError('The new link has no secret.')
      onMade({ created: result, secret })
      await queryClient.invalidateQueries(sharesQuery(product))
      return { values: NEW_SHARE }
    },
  })
  return (
    <Dialog keepOpen={form.dirty} onClose={onClose} title={t('sharing.new')}>
      <Form creates form={form} onCancel={onClose} submitLabel={t('sharing.create')}>
        <ShareFields form={form} hasPassword={false} product={product} />
      </Form>
    </Dialog>
  )
}

interface EditShareDialogProps {
  readonly link: SharedLink
  readonly product: string
  readonly onClose: () => void
}

export function EditShareDialog({ link, product, onClose }: EditShareDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const params = { path: { product, share: link.id } }
  const form = useForm({
    initial: { values: valuesOf(link), revision: link.revision },
    async save(values, revision, before) {
      const { expires_at, ...fields } = fieldsOf(values)
      const body = {
        ...fields,
        // The form shows minutes; a time that nobody changed keeps its seconds.
        ...(values.expires !== before.expires && { expires_at }),
        ...passwordOf(values, link),
        ...(revision === undefined ? {} : { revision }),
      }
      const { result } = await executed(api.PATCH(LINK, { params, body }))
      return { values: valuesOf(result), revision: result.revision }
    },
    async reload() {
      const query = { limit: 200 }
      const listed = await answer(
        api.GET('/api/v1/products/{product}/shares', { params: { path: { product }, query } }),
      )
      const found = listed.data.find(({ id }) => id === link.id) ?? link
      return { values: valuesOf(found), revision: found.revision }
    },
    onSaved() {
      void queryClient.invalidateQueries(sharesQuery(product))
      showToast(t('sharing.changed_toast', { name: link.name }))
      onClose()
    },
  })
  return (
    <Dialog keepOpen={form.dirty} onClose={onClose} title={t('sharing.edit', { name: link.name })}>
      <Form
        describe={({ name, sections, origins }) => [
          { label: t('common.name'), value: name },
          { label: t('sharing.sections'), value: sections.join(', ') },
          { label: t('sharing.origins'), value: origins },
        ]}
        form={form}
        onCancel={onClose}
        submitLabel={t('sharing.save')}
      >
        <ShareFields form={form} hasPassword={link.password} product={product} />
      </Form>
    </Dialog>
  )
}

function passwordOf(
  { passwordChoice, password }: ReturnType<typeof valuesOf>,
  link: SharedLink,
): { readonly password?: string | null } {
  if (passwordChoice === 'set') return { password }
  return passwordChoice === 'none' && link.password ? { password: null } : {}
}
