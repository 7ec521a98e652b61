import { IMPORT_SOURCE_TABLE, VENDORS } from '@footfall/core-domain'
import { code, table } from '../markdown.ts'

/** Every vendor whose exports are imported, with its files and the page on moving in from it. */
export function importSourcesPage(): string {
  return `# Import sources

An export is recognized by its content, also in a zip or gzip; \`--from\` names its source. [Moving in](../moving-in/README.md) says what every
import has in common, and [Import history](../import.md) describes our own format of events, \`footfall\`.

${table(
  ['`--from`', 'product', 'files', 'become'],
  VENDORS.map((vendor) => {
    const { name, files, becomes } = IMPORT_SOURCE_TABLE[vendor]
    return [code(vendor), `[${name}](../moving-in/${vendor}.md)`, files, becomes]
  }),
)}
`
}
