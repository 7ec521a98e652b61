import type { Page } from 'playwright-core'

/** A page that has a picture. */
export interface PicturedPage {
  /** Name of the file, without its extension. */
  readonly name: string
  /** Address; `{product}` is the first product of the demo, the others are what was added. */
  readonly path: string
  /** Who looks at it: the owner of the demo, unless it says otherwise. */
  readonly by?: 'stranger'
  /** Keys that are pressed once the page is there, such as those that open the palette. */
  readonly press?: readonly string[]
  /** Name of a button that opens a dialog. */
  readonly click?: string
  /** What else is done before the picture. */
  readonly prepare?: (page: Page) => Promise<void>
  /** Heading or name of the only card in the picture. */
  readonly card?: string
  /** Height in pixels; 900 when absent. */
  readonly height?: number
  /** It shows what the demo lacks, which is added before. */
  readonly added?: true
  /** The documentation shows it in dark too. */
  readonly alsoDark?: true
  /** It is looked at and not in the documentation. */
  readonly undocumented?: true
}
