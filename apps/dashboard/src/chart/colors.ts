export interface ChartColors {
  readonly line: string
  readonly fill: string
  readonly compared: string
  readonly grid: string
  readonly text: string
  readonly mark: string
  readonly surface: string
}

/** The current colours, as a canvas takes them. */
export function colorsOf(element: HTMLElement): ChartColors {
  const resolve = (name: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--color-${name})`
    element.append(probe)
    const color = getComputedStyle(probe).color
    probe.remove()
    return color
  }
  return {
    line: resolve('accent'),
    fill: resolve('accent-ground'),
    compared: resolve('compared'),
    grid: resolve('line'),
    text: resolve('muted'),
    mark: resolve('warning'),
    surface: resolve('surface'),
  }
}
