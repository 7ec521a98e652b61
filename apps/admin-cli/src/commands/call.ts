import { OPERATIONS, type Operation } from '@footfall/operations'
import { Argument, type Command } from 'commander'
import type { Context } from '../context.ts'
import { optionNamed, UsageError } from '../errors.ts'
import { namedProduct, namedProducts } from '../remote/named-product.ts'
import {
  descriptionOf,
  type Field,
  fieldsOf,
  type GivenFields,
  inputOf,
  isOptional,
  operationNamed,
  partsOf,
  shortName,
  takesSeveral,
  typeOf,
} from '../remote/operations.ts'
import type { RemoteService } from '../remote/remote-service.ts'
import { printResult, wrapped } from '../terminal.ts'
import { write, writtenText } from './remote-write.ts'

interface CallOptions {
  readonly body?: string
  readonly yes?: true
  readonly fields?: true
}

/** Everything that a token may do by REST, by the name of the operation. */
export function callCommand(program: Command, context: () => Context): void {
  program
    .command('call')
    .description('call an operation of a running service, such as `footfall call products_list --limit 10`')
    .addArgument(
      // The parser of choices would reject full names, and list all of them.
      new Argument('<operation>', 'its name, with or without service_')
        .choices(OPERATIONS.map(shortName))
        .argParser((name) => name),
    )
    .argument('[fields...]', 'its fields, each as --name value; JSON if the value is not text')
    .allowUnknownOption()
    .option('--body <json>', 'the body of a write as JSON; “-” reads it from standard input')
    .option('--yes', 'execute a write after its preview, without asking')
    .option('--fields', 'list the fields of the operation with their types, and call nothing')
    .addHelpText(
      'after',
      ({ command: { args } }) =>
        `\n${args[0] === undefined || args[0].startsWith('-') ? LIST : fieldsText(operationNamed(args[0]), HELP_COLUMNS)}`,
    )
    .action(async (name: string, words: readonly string[], { body, yes, fields }: CallOptions) => {
      const at = context()
      const { terminal, dependencies } = at
      const operation = operationNamed(name)
      if (fields === true) return printFields(at, operation)
      if (operation.kind === 'read' && body !== undefined) throw new UsageError(`${operation.name} takes no --body`)
      const given = givenFields(words)
      const whole = body === undefined ? undefined : parsedBody(body === '-' ? await dependencies.readStdin() : body)
      // Wrong input is named before the service is asked for the products.
      inputOf(operation, given, whole)
      const service = await at.service()
      const input = inputOf(operation, await withProductIds(service, operation, given), whole)
      if (operation.kind === 'read') {
        const answer = await service.read(operation.name, input)
        return terminal.out(JSON.stringify(answer, null, terminal.json ? undefined : 2))
      }
      const written = await write(at, service.change(operation.name, input), yes === true)
      printResult(terminal, written.answer, writtenText(written))
    })
}

/** The service accepts only ids of products. */
async function withProductIds(service: RemoteService, operation: Operation, given: GivenFields): Promise<GivenFields> {
  const product = given.get('product')
  if (product === undefined || operation.product === 'none') return given
  const { id } = takesSeveral(operation) ? await namedProducts(service, product) : await namedProduct(service, product)
  return new Map([...given, ['product', id]])
}

const LIST = `Operations:\n${OPERATIONS.map((operation) => `  ${shortName(operation).padEnd(28)} ${operation.title}`).join('\n')}
\n\`footfall call NAME --help\` shows the fields of one.`

const HELP_COLUMNS = 100

function printFields({ terminal }: Context, operation: Operation): void {
  const fields = [...fieldsOf(operation)].map(([name, field]) => ({
    name,
    place: field.place,
    required: !isOptional(field),
    type: typeOf(field, operation),
    description: descriptionOf(field.schema),
  }))
  printResult(
    terminal,
    { operation: operation.name, title: operation.title, scope: operation.scope, fields },
    fieldsText(operation, terminal.columns ?? HELP_COLUMNS),
  )
}

function fieldsText(operation: Operation, columns: number): string {
  const fields = [...fieldsOf(operation)]
  const widest = Math.max(0, ...fields.map(([name]) => optionNamed(name).length))
  const line = ([name, field]: [string, Field]) => {
    const description = descriptionOf(field.schema)
    const text = `${typeOf(field, operation)}${isOptional(field) ? '' : ', required'}${description === '' ? '' : `: ${description}`}`
    return wrapped(`  ${optionNamed(name).padEnd(widest)}  `, text, columns)
  }
  const parts = fields.flatMap(([name, field]) => {
    const text = field.place === 'body' ? partsOf(field) : undefined
    return text === undefined ? [] : ['', `${optionNamed(name)} is JSON:`, text]
  })
  return [
    `${operation.name}: ${operation.title}, needs ${operation.scope}`,
    ...(fields.length === 0 ? ['  It takes no fields.'] : fields.map(line)),
    ...parts,
  ].join('\n')
}

/** `--limit 10` and `--limit=10`. Throws `UsageError` for anything else, and for a field given twice. */
function givenFields(words: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  const put = (name: string, value: string) => {
    if (given.has(name)) throw new UsageError(`--${name} is given twice`)
    given.set(name, value)
  }
  for (let at = 0; at < words.length; at++) {
    const [, name, value] = /^--([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    if (name === undefined) throw new UsageError(`${words[at]}: fields are given as --name value`)
    const field = name.replaceAll('-', '_')
    if (value !== undefined) put(field, value)
    else {
      const next = words[++at]
      if (next === undefined) throw new UsageError(`--${name} needs a value`)
      put(field, next)
    }
  }
  return given
}

function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--body: must be JSON')
  }
}
