import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { Icon } from '../../ui/icons.tsx'

interface ChosenValueProps {
  readonly label: string
  readonly value: string
  readonly onRemove: () => void
}

/** What a report was narrowed to by a click on one of its rows, and a button that removes it. */
export function ChosenValue({ label, value, onRemove }: ChosenValueProps): ReactNode {
  const text = `${label}: ${value}`
  return (
    <span className="flex min-w-0 items-center rounded-2xl border border-accent bg-accent-ground pl-3 text-accent text-sm">
      <span className="line-clamp-2 min-w-0 break-words" dir="auto" title={text}>
        {text}
      </span>
      <button
        aria-label={t('crawlers.remove', { filter: text })}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-surface"
        onClick={onRemove}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}
