import type { Annotation } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'

export type AnnotationColor = NonNullable<Annotation['color']>

/** Names of the service, with the colors of the theme that stand for them. */
const COLORS: Readonly<Record<AnnotationColor, string>> = {
  yellow: 'warning',
  blue: 'accent',
  green: 'good',
  red: 'danger',
  purple: 'purple',
  gray: 'muted',
}

/** The color of a mark; one without a color of its own is yellow. */
export function annotationColor(color: AnnotationColor = 'yellow'): string {
  return COLORS[color]
}

export const COLOR_OPTIONS = (['yellow', 'blue', 'green', 'red', 'purple', 'gray'] as const).map((value) => ({
  value,
  label: t(`annotations.color_${value}`),
}))
