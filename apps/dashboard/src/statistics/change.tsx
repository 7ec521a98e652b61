import { isBetter } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { Metric } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { directionOf, formatChange } from './format.ts'

interface ChangeProps {
  /** (value − earlier value) ÷ earlier value. */
  readonly change: number
  readonly metric: Metric
  readonly title: string
  readonly size?: 'normal' | 'small'
  /** Text after the change. */
  readonly children?: ReactNode
}

/** A change with an arrow; green where it is good, red where it is bad. */
export function Change({ change, metric, title, size = 'normal', children }: ChangeProps): ReactNode {
  const direction = directionOf(change)
  const good = isBetter(metric, change)
  return (
    <span
      className={classes(
        'flex items-center gap-1 font-medium tabular-nums',
        size === 'small' ? 'text-xs' : 'text-sm',
        good === undefined ? 'text-muted' : good ? 'text-good' : 'text-danger',
      )}
      title={title}
    >
      {direction !== 'unchanged' && <Icon name={direction} size={size === 'small' ? 12 : 14} />}
      {direction === 'unchanged' ? (
        t('change.none')
      ) : (
        <>
          <span className="sr-only">{t(direction === 'up' ? 'change.up' : 'change.down')} </span>
          {formatChange(change)}
        </>
      )}
      {children}
    </span>
  )
}
