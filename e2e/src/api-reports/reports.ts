import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

/**
 * The packages that developers build with. The others are parts of the service: their exports are used only here, and the types
 * of this repository show a change.
 */
const REPORTED = [
  'client',
  'core-domain',
  'http-primitives',
  'idempotency',
  'kernel',
  'mcp-tools',
  'oauth-server',
  'operations',
  'rest-adapter',
  'scopes-policy',
  'tracker',
] as const

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SUFFIX = '.api.md'

/** The types of one entry of a published library, as somebody who installs the package sees them. */
interface Entry {
  readonly folder: string
  /** The path of the built declarations. */
  readonly declarations: string
  /** The path of the report from the root of the repository. */
  readonly report: string
}

/**
 * The reports of what the published libraries export, by their paths from the root of the repository. They are made from the
 * built declarations, all by one program.
 */
export async function makeReports(): Promise<ReadonlyMap<string, string>> {
  const entries = (await Promise.all(REPORTED.map(entriesOf))).flat()
  const made = await mkdtemp(join(tmpdir(), 'footfall-api-'))
  try {
    const configs = entries.map((entry) => ({ entry, config: configOf(entry, made) }))
    const [first, ...others] = configs.map(({ config }) => config)
    if (first === undefined) throw new Error('No library has an entry.')
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
    })
    const reports = new Map<string, string>()
    for (const { entry, config } of configs) {
      await mkdir(config.reportFolder, { recursive: true })
      Extractor.invoke(config, { localBuild: true, compilerState, messageCallback: keepQuiet })
      const text = await readFile(join(config.reportFolder, basename(entry.report)), 'utf8')
      reports.set(entry.report, sortLiterals(text))
    }
    return reports
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** The reports that the repository has, by their paths from its root. */
export async function keptReports(): Promise<ReadonlyMap<string, string>> {
  const reports = new Map<string, string>()
  for (const name of REPORTED) {
    const folder = join(ROOT, 'packages', name, 'api')
    const files = await readdir(folder).catch(() => [])
    for (const file of files)
      reports.set(relative(ROOT, join(folder, file)), await readFile(join(folder, file), 'utf8'))
  }
  return reports
}

async function entriesOf(name: string): Promise<readonly Entry[]> {
  const folder = join(ROOT, 'packages', name)
  const manifest: { readonly exports: Readonly<Record<string, { readonly types?: string }>> } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  return Object.entries(manifest.exports).flatMap(([entry, { types }]) => {
    if (types === undefined) return []
    const file = entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')
    return [{ folder, declarations: join(folder, types), report: `packages/${name}/api/${file}${SUFFIX}` }]
  })
}

function configOf({ folder, declarations, report }: Entry, made: string): ExtractorConfig {
  const reportFolder = join(made, dirname(report))
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            moduleResolution: 'nodenext',
            target: 'es2023',
            lib: ['es2023'],
            strict: true,
            skipLibCheck: true,
            types: ['node'],
          },
          files: [declarations],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder,
        reportTempFolder: join(reportFolder, 'temp'),
        reportFileName: basename(report, SUFFIX),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        // Which exports have comments is not what a report is for.
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
}

/**
 * Puts the values of each enumeration and each union of texts in order. The compiler lists them in the order in which it met
 * them, which differs from build to build.
 */
function sortLiterals(text: string): string {
  return text
    .replaceAll(/(?:^ +(?:(\w+): "\1"|"([^"]+)": "\2");\n){2,}/gm, (lines) =>
      lines
        .trimEnd()
        .split('\n')
        .sort((a, b) => (enumValue(a) < enumValue(b) ? -1 : 1))
        .map((line) => `${line}\n`)
        .join(''),
    )
    .replaceAll(/"[^"\n]+"(?: \| "[^"\n]+")+/g, (union) => union.split(' | ').sort().join(' | '))
}

const enumValue = (line: string) => line.slice(line.indexOf(': "'))

/**
 * Whether two reports say the same. The compiler lists the fields of an object of which it removed some (`omit`) in the order
 * in which it met their names anywhere, which a change elsewhere alters.
 */
export function saysTheSame(report: string, other: string | undefined): boolean {
  return other !== undefined && (report === other || withSortedFields(report) === withSortedFields(other))
}

function withSortedFields(report: string): string {
  return sortedFields(report.split('\n')).join('\n')
}

/** Sorts the fields of each `z.ZodObject<{ … }>`, at every depth. */
function sortedFields(lines: readonly string[]): readonly string[] {
  const sorted: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    sorted.push(line)
    if (!line.endsWith('ZodObject<{')) continue
    const end = lines.findIndex((other, i) => i > at && depthOf(other) === depthOf(line) && other.trimStart() !== '')
    if (end < 0) continue
    sorted.push(
      ...fieldsOf(lines.slice(at + 1, end))
        .sort()
        .flatMap((field) => field.split('\n')),
    )
    at = end - 1
  }
  return sorted
}

/** Each field with the lines that belong to it. */
function fieldsOf(lines: readonly string[]): string[] {
  const [first = ''] = lines
  const begins = (line: string) => depthOf(line) === depthOf(first) && !line.trimStart().startsWith('}')
  const fields: string[][] = []
  for (const line of lines) {
    if (begins(line)) fields.push([line])
    else fields.at(-1)?.push(line)
  }
  return fields.map((field) => sortedFields(field).join('\n'))
}

const depthOf = (line: string) => line.length - line.trimStart().length

/** It would say of every report that it is new. */
function keepQuiet(message: { handled: boolean }): void {
  message.handled = true
}
