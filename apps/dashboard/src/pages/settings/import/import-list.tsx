import type { ReactNode } from 'react'
import type { ImportedFile } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { BeyondRetention, ImportFacts, LeftOut } from './import-facts.tsx'
import { StartImport } from './start-import.tsx'

const STATUSES: Readonly<Record<ImportedFile['status'], { readonly label: string; readonly tone: Tone }>> = {
  uploaded: { label: t('settings.import.status_uploaded'), tone: 'accent' },
  running: { label: t('settings.import.status_running'), tone: 'accent' },
  complete: { label: t('settings.import.status_complete'), tone: 'good' },
  failed: { label: t('settings.import.status_failed'), tone: 'danger' },
  removing: { label: t('settings.import.status_removing'), tone: 'neutral' },
  removed: { label: t('settings.import.status_removed'), tone: 'neutral' },
}

interface ImportListProps {
  readonly imports: readonly ImportedFile[]
  readonly product: string
  readonly onRemove: (imported: ImportedFile) => void
}

export function ImportList({ imports, product, onRemove }: ImportListProps): ReactNode {
  return (
    <ul className="divide-y border-t">
      {imports.map((imported) => (
        <li className="grid gap-2 px-5 py-3.5" key={imported.id}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="grid min-w-0 gap-0.5">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="break-all font-semibold">{imported.file_name}</span>
                <Badge tone={STATUSES[imported.status].tone}>{STATUSES[imported.status].label}</Badge>
              </p>
              <ImportFacts imported={imported} />
              <p className="text-muted text-sm">
                <When at={imported.created_at} id="settings.import.created" />
              </p>
            </div>
            <Actions imported={imported} onRemove={onRemove} product={product} />
          </div>
          {imported.status === 'running' && (
            <progress
              aria-label={t('settings.import.progress', { name: imported.file_name })}
              className="h-2 w-full accent-accent"
              max={100}
              value={imported.percent}
            />
          )}
          {imported.status === 'failed' && imported.problem !== null && (
            <Notice role="note" tone="danger">
              <p className="break-words">{imported.problem}</p>
            </Notice>
          )}
          <BeyondRetention imported={imported} />
          <LeftOut leftOut={imported.left_out} />
        </li>
      ))}
    </ul>
  )
}

function Actions({
  imported,
  product,
  onRemove,
}: Omit<ImportListProps, 'imports'> & { readonly imported: ImportedFile }): ReactNode {
  const { status, file_name } = imported
  if (status === 'removed' || status === 'removing') return null
  return (
    <span className="flex flex-wrap gap-2">
      {status === 'uploaded' && <StartImport imported={imported} product={product} />}
      <Button onClick={() => onRemove(imported)} size="small">
        {status === 'uploaded' ? t('settings.import.discard') : t('settings.import.remove')}
        <span className="sr-only"> {file_name}</span>
      </Button>
    </span>
  )
}
