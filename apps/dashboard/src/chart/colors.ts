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
    marks: Object.fromEntries(marks.map((name) => [name, resolve(name)])),
    surface: resolve('surface'),
  }
}
