import type { ReactNode } from 'react'
import { answer, api } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import type { SharedLink } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'

/** Copies the address of a link, which the service reads only when it is asked for. */
export function CopyLink({ product, link }: { readonly product: string; readonly link: SharedLink }): ReactNode {
  return (
    <Button onClick={() => void copy(product, link)} size="small">
      {t('sharing.copy')}
      <span className="sr-only"> {link.name}</span>
    </Button>
  )
}

async function copy(product: string, { id, name }: SharedLink): Promise<void> {
  try {
    const params = { path: { product, share: id } }
    const { data } = await answer(api.GET('/api/v1/products/{product}/shares/{share}/address', { params }))
    if (data.address === null) return showToast(t('sharing.not_kept', { name }))
    await navigator.clipboard.writeText(data.address)
    showToast(t('palette.copied'))
  } catch (error) {
    showToast(t(error instanceof ApiProblem ? 'sharing.copy_failed' : 'sharing.copy_blocked'))
  }
}
