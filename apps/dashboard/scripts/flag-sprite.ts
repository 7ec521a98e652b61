import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FLAGS = fileURLToPath(new URL('3x2/', import.meta.resolve('country-flag-icons/package.json')))

/** One SVG file with a symbol for each flag, named by the code of its country. A page loads it once. */
export function flagSprite(): string {
  const symbols = readdirSync(FLAGS)
    .filter((name) => /^[A-Z]{2}\.svg$/.test(name))
    .sort()
    .map((name) => symbolOf(name.slice(0, 2), readFileSync(`${FLAGS}${name}`, 'utf8')))
  return `<!-- country-flag-icons, copyright (c) 2020 @catamphetamine, under the MIT licence -->
<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`
}

function symbolOf(code: string, svg: string): string {
  const [, viewBox, content] = /viewBox="([^"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(svg) ?? []
  if (viewBox === undefined || content === undefined) throw new TypeError(`The flag ${code} has no viewBox.`)
  return `<symbol id="${code}" viewBox="${viewBox}">${content}</symbol>`
}
