import { changeOfShare, isBetter } from '@footfall/core-domain/metrics'
import type { ReactNode } from 'react'
import type { Metric } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { directionOf, directionOfPlaces, formatChange, formatPlaces, formatPoints } from './format.ts'

interface ChangeProps {
  /** (value − earlier value) ÷ earlier value. */
  readonly change: number
  /** Absent where more is neither good nor bad. */
  readonly metric?: Metric
  readonly title: string
  readonly size?: 'normal' | 'small'
  /** The value and the earlier one, by which a share changes in percentage points. */
  readonly values?: readonly [value: number | null | undefined, previous: number | null | undefined]
  /** A difference of two shares in percentage points, shown in place of the relative change. */
  readonly points?: number | undefined
  /** A difference of two average positions in the results of a search, shown in place of the relative change. */
  readonly places?: number | undefined
  /** Which direction is good, of a change without a metric. */
  readonly better?: 'higher' | 'lower'
  /** Text after the change. */
  readonly children?: ReactNode
}

/** A change with an arrow; with a metric green where it is good, red where it is bad. Of a share, in percentage points. */
export function Change({
  change,
  metric,
  title,
  size = 'normal',
  values,
  points: given,
  places,
  better,
  children,
}: ChangeProps): ReactNode {
  const points = given ?? (metric === undefined ? undefined : changeOfShare(metric, ...(values ?? [null, null])))
  const direction = places === undefined ? directionOf(points ?? change) : directionOfPlaces(places)
  const good =
    direction === 'unchanged'
      ? undefined
      : better === undefined
        ? metric && isBetter(metric, points ?? change)
        : (direction === 'up') === (better === 'higher')
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
          {places !== undefined
            ? formatPlaces(places)
            : points === undefined
              ? formatChange(change)
              : formatPoints(points)}
        </>
      )}
      {children}
    </span>
  )
}
