/** The size class of a viewport by its width in CSS pixels; empty when the width is unknown. */
export function screenSize(width: number | undefined): string {
  if (width === undefined || width <= 0) return ''
  if (width < 576) return 'mobile'
  if (width < 992) return 'tablet'
  return width < 1440 ? 'laptop' : 'desktop'
}
