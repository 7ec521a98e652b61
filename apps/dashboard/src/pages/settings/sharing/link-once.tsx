import type { ReactNode } from 'react'
import { ShownOnce } from '../../../forms/secret-once.tsx'
import { t } from '../../../messages/messages.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import type { NewShare } from './share-dialog.tsx'
import { embedCode, linkAddress } from './share-values.ts'

/** Shows a new link, and the markup that embeds it, once. */
export function LinkOnce({
  created: { name, password, embed_origins },
  secret,
  onStored,
}: NewShare & { readonly onStored: () => void }): ReactNode {
  return (
    <ShownOnce
      description={t(password ? 'sharing.link_why_password' : 'sharing.link_why')}
      leaveTitle={t('sharing.leave')}
      onStored={onStored}
      title={t('sharing.link_title', { name })}
      whenLeft={t('sharing.leave_why', { name })}
    >
      <CodeBlock code={linkAddress(secret)} label={t('sharing.link')} wrap />
      {embed_origins.length > 0 && <CodeBlock code={embedCode(secret, name)} label={t('sharing.embed')} wrap />}
      <p className="text-muted text-sm">{t('sharing.link_again')}</p>
    </ShownOnce>
  )
}
