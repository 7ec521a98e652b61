import type { ReactNode } from 'react'
import type { Role } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { roleLabel } from '../../product/role-labels.ts'
import { useHasRole } from '../../product/use-product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

interface RestrictedPageProps {
  readonly title: string
  readonly description: string
  readonly minimum: Role
  readonly children: ReactNode
}

/** A page whose content needs a role. Without it, the page names the role. */
export function RestrictedPage({ title, description, minimum, children }: RestrictedPageProps): ReactNode {
  const isAllowed = useHasRole(minimum)
  return (
    <div className="grid gap-5">
      <PageHeader description={description} title={title} />
      {isAllowed ? (
        children
      ) : (
        <EmptyState title={t('settings.no_access')}>
          {t('settings.no_access_hint', { role: roleLabel(minimum) })}
        </EmptyState>
      )}
    </div>
  )
}
