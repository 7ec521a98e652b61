import type { Annotation } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'

export type AnnotationColor = NonNullable<Annotation['color']>

/** Names of the service, with the colors of the theme that stand for them. */
const COLORS: Readonly<Record<AnnotationColor, { readonly label: string; readonly color: string }>> = {
  yellow: { label: t('annotations.yellow'), color: 'warning' },
  blue: { label: t('annotations.blue'), color: 'accent' },
  green: { label: t('annotations.green'), color: 'good' },
  red: { label: t('annotations.red'), color: 'danger' },
  purple: { label: t('annotations.purple'), color: 'purple' },
  gray: { label: t('annotations.gray'), color: 'muted' },
}

/** The color of a mark; one without a color of its own is yellow. */
export function annotationColor(color: AnnotationColor | undefined): string {
  return COLORS[color ?? 'yellow'].color
}

export const COLOR_OPTIONS: readonly { readonly value: AnnotationColor; readonly label: string }[] = [
  { value: 'yellow', label: COLORS.yellow.label },
  { value: 'blue', label: COLORS.blue.label },
  { value: 'green', label: COLORS.green.label },
  { value: 'red', label: COLORS.red.label },
  { value: 'purple', label: COLORS.purple.label },
  { value: 'gray', label: COLORS.gray.label },
]
