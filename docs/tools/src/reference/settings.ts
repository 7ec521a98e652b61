import { settingList } from '@footfall/config'
import { code, table } from '../markdown.ts'

/** Every variable with what it accepts, from the schema that checks it at start. */
export function settingsPage(): string {
  return `# Settings

Every environment variable of the service, with what it accepts; a value that is none of it stops the process with one line
that names the variable. [Configuration](../configuration.md) says what each is for.

${table(
  ['variable', 'accepts', 'without it'],
  settingList().map(({ variable, accepts, fallback }) => [
    code(variable),
    accepts,
    fallback === undefined ? '–' : code(fallback),
  ]),
)}
`
}
