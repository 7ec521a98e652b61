import { type ReactNode, useState } from 'react'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'

const SHOWN_MAX = 8

/** Recent event names that are not tracked yet; a click adds one. */
export function SeenNames({
  names,
  onChoose,
}: {
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}): ReactNode {
  const [showAll, setShowAll] = useState(false)
  if (names.length === 0) return null
  const shown = showAll ? names : names.slice(0, SHOWN_MAX)
  return (
    <div className="border-t px-5 py-4">
      <p className="mb-2 text-muted text-sm">{t('settings.events.seen')}</p>
      <ul className="flex flex-wrap gap-2">
        {shown.map((name) => (
          <li className="min-w-0" key={name}>
            <Button
              aria-label={t('common.add_label', { name })}
              className="max-w-full"
              icon="plus"
              onClick={() => onChoose(name)}
              size="small"
            >
              <span className="truncate">{name}</span>
            </Button>
          </li>
        ))}
        {names.length > shown.length && (
          <li>
            <Button kind="quiet" onClick={() => setShowAll(true)} size="small">
              {t('common.more', { count: names.length - shown.length })}
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}
