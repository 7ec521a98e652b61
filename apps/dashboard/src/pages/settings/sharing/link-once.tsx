import { type ReactNode, useEffect, useRef } from 'react'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { NewShare } from './share-dialog.tsx'
import { embedCode, linkAddress } from './share-values.ts'

interface LinkOnceProps extends NewShare {
  readonly onStored: () => void
}

/** Shows a new link, and the markup that embeds it, once. */
export function LinkOnce({ created, secret, onStored }: LinkOnceProps): ReactNode {
  const { name, embed_origins } = created
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-5 rounded-card border-2 border-accent bg-surface p-5">
      <LeaveGuard active title={t('sharing.leave')}>
        {t('sharing.leave_why', { name })}
      </LeaveGuard>
      <div>
        <h2 className="font-semibold text-lg" ref={heading} tabIndex={-1}>
          {t('sharing.link_title', { name })}
        </h2>
        <p className="mt-1 text-muted">{t(created.password ? 'sharing.link_why_password' : 'sharing.link_why')}</p>
      </div>
      <CodeBlock code={linkAddress(secret)} label={t('sharing.link')} wrap />
      {embed_origins.length > 0 && <CodeBlock code={embedCode(secret, name)} label={t('sharing.embed')} wrap />}
      <Notice tone="warning">{t('sharing.link_once')}</Notice>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onStored}>
          {t('sharing.link_stored')}
        </Button>
      </div>
    </section>
  )
}
