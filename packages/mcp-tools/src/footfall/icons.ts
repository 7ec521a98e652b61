import type { Toolset } from '@footfall/core-domain'
import { toolsetOf } from '@footfall/operations'
import type { Icon } from '../services.ts'

/** One drawing for each toolset, on a field of 16 by 16. */
const DRAWINGS: Readonly<Record<Toolset, string>> = {
  analytics: 'M2 9h3v5H2zM6.5 5h3v9h-3zM11 2h3v12h-3z',
  settings: 'M2 3h8v2H2zM11 2h3v4h-3zM6 7h8v2H6zM2 6h3v4H2zM2 11h8v2H2zM11 10h3v4h-3z',
  team: 'M8 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM2 14c0-3 2.5-5 6-5s6 2 6 5z',
  content: 'M3 2h7l3 3v9H3zM5 7h6v1H5zM5 9h6v1H5zM5 11h4v1H5z',
  tokens: 'M5 4a4 4 0 1 0 3.5 6H11v2h3V7H8.5A4 4 0 0 0 5 4zm0 3a1 1 0 1 1 0 2 1 1 0 0 1 0-2z',
}

const ICONS: Readonly<Record<Toolset, Icon[]>> = {
  analytics: [iconOf(DRAWINGS.analytics)],
  settings: [iconOf(DRAWINGS.settings)],
  team: [iconOf(DRAWINGS.team)],
  content: [iconOf(DRAWINGS.content)],
  tokens: [iconOf(DRAWINGS.tokens)],
}

export const SERVICE_ICONS = ICONS.analytics

export const iconsOf = (operation: { readonly name: string }): Icon[] => ICONS[toolsetOf(operation)]

/** In the list itself: clients take icons from `https` and `data` addresses only, and nothing has to be fetched. */
function iconOf(drawing: string): Icon {
  const image = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#1c54d1' d='${drawing}'/></svg>`
  return { src: `data:image/svg+xml,${encodeURIComponent(image)}`, mimeType: 'image/svg+xml', sizes: ['any'] }
}
