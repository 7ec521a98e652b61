import { misspelledVariables, parseSettings, type Settings, SettingsError, settingList } from '@footfall/config'
import { type Finding, failed, ok, warning } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface CheckedSettings {
  readonly findings: readonly Finding[]
  /** The settings without the invalid variables; undefined where they cannot be parsed. */
  readonly settings: Settings | undefined
  /** Invalid variables; checks that depend on one of them are skipped. */
  readonly bad: ReadonlySet<string>
}

/** Variables that require another one. */
const COMPANIONS: Readonly<Record<string, string>> = {
  MAIL_FROM: 'SMTP_URL',
  GOOGLE_CLIENT_ID: 'GOOGLE_CLIENT_SECRET',
  GOOGLE_CLIENT_SECRET: 'GOOGLE_CLIENT_ID',
  REPLICA_URL: 'REPLICAS',
  BACKUP_S3_URL: 'the other variables of BACKUP_S3',
  BACKUP_S3_KEY_ID: 'BACKUP_S3_URL',
  BACKUP_S3_SECRET_KEY: 'BACKUP_S3_URL',
}
/** Of these, each requires the others. */
const BUCKET = ['BACKUP_S3_URL', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET_KEY']

/** Finds every invalid variable; the service itself stops at the first. */
export function checkSettings(environment: Environment): CheckedSettings {
  const rest = { ...environment }
  const bad = new Set<string>()
  const findings: Finding[] = []
  for (;;) {
    try {
      const settings = parseSettings(rest)
      if (findings.length === 0) findings.push(ok('settings', 'every variable can be used'))
      return { findings: [...findings, ...misspelled(environment)], settings, bad }
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      findings.push(failed('settings', error.message, fixOf(error, rest)))
      bad.add(error.variable)
      if (BUCKET.includes(error.variable) && !present(rest, error.variable)) {
        for (const variable of BUCKET) delete rest[variable]
        continue
      }
      const culprit = present(rest, error.variable) ? error.variable : COMPANIONS[error.variable]
      if (culprit === undefined || !present(rest, culprit))
        return { findings: [...findings, ...misspelled(environment)], settings: undefined, bad }
      delete rest[culprit]
    }
  }
}

function misspelled(environment: Environment): readonly Finding[] {
  return misspelledVariables(environment).map(({ variable, meant }) =>
    warning(
      'settings',
      `${variable} is not a setting and is ignored`,
      `Rename it to ${meant} if you mean that setting.`,
    ),
  )
}

const present = (environment: Environment, name: string) => (environment[name] ?? '') !== ''

function fixOf({ variable, message }: SettingsError, environment: Environment): string {
  const [, wanted] = / needs ([A-Z_]+(?: and [A-Z_]+)?)/.exec(message) ?? []
  if (wanted !== undefined) return `Set ${wanted}, or unset ${variable}.`
  const known = settingList().find((setting) => setting.variable === variable)
  const accepts =
    known === undefined || known.accepts === 'any text' ? `Set ${variable}` : `Set ${variable} to ${known.accepts}`
  if (!present(environment, variable)) return `${accepts}, or unset ${COMPANIONS[variable] ?? 'what asks for it'}.`
  if (variable === 'DEV_CLIENT_METADATA_HOSTS' && environment.NODE_ENV === 'production') return `unset ${variable}`
  if (variable === 'SESSION_SECRET') return `export SESSION_SECRET="$(openssl rand -hex 32)"`
  return known?.fallback === undefined ? `${accepts}, or unset it.` : `${accepts}, or unset it for ${known.fallback}.`
}
