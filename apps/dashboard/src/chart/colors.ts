export interface ChartColors {
  readonly line: string
  readonly fill: string
  readonly compared: string
  readonly grid: string
  readonly text: string
  readonly mark: string
  /** Of the marks, by their names. */
  readonly marks: Readonly<Record<string, string>>
  readonly surface: string
}

/** The current colors, as a canvas takes them; those of marks by the given names. */
export function colorsOf(element: HTMLElement, marks: readonly string[]): ChartColors {
  const resolve = (name: string, percent = 100) => {
    const probe = document.createElement('span')
    probe.style.color = `color-mix(in srgb, var(--color-${name}) ${percent}%, transparent)`
    element.append(probe)
    const color = getComputedStyle(probe).color
    probe.remove()
    return color
  }
  return {
    line: resolve('accent'),
    // Lets the grid lines through.
    fill: resolve('accent', 12),
    compared: resolve('compared'),
    grid: resolve('line'),
    text: resolve('muted'),
    mark: resolve('warning'),
    marks: Object.fromEntries(marks.map((name) => [name, resolve(name)])),
    surface: resolve('surface'),
  }
}
