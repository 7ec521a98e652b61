import { createClient, exchangeWorkloadIdentity, type Footfall, revokeExchangedToken } from '@footfall/client'
import { jobIdentity } from './identity.ts'
import { type Environment, type Inputs, type Marker, readInputs, type ToolCall } from './inputs.ts'
import type { Runner } from './runner.ts'

export interface RunDependencies {
  readonly env: Environment
  readonly runner: Runner
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Every tool of the service, also those that are in no list by default. */
const TOOLSETS = 'analytics,settings,team,tokens,content'

/** The step: a token, the marker, the call. */
export async function runStep(dependencies: RunDependencies): Promise<void> {
  const { env, runner, fetch, now, sleep } = dependencies
  const inputs = readInputs(env, now())
  const { server } = inputs
  const token = await tokenFor(inputs, dependencies)
  const footfall = createClient({ server, token, fetch, now, sleep })
  if (inputs.marker !== undefined) await mark(footfall, inputs.marker, env, runner)
  if (inputs.tool !== undefined) await call(footfall, inputs.tool, env, runner)
}

async function tokenFor({ server, access, outputToken }: Inputs, dependencies: RunDependencies): Promise<string> {
  const { env, runner, fetch, now, sleep } = dependencies
  if (access.kind === 'token') {
    runner.mask(access.token)
    return access.token
  }
  const { audience, trustId, scope } = access
  const subjectToken = async () => {
    const identity = await jobIdentity(env, audience, { fetch, sleep })
    runner.mask(identity)
    return identity
  }
  const named = { ...(trustId !== undefined && { trustId }), ...(scope !== undefined && { scope }) }
  const exchanged = await exchangeWorkloadIdentity({ server, subjectToken, ...named, fetch, now, sleep })
  const { accessToken, expiresAt } = exchanged
  runner.mask(accessToken)
  runner.keep('token', accessToken)
  runner.keep('server', server)
  runner.output('expires-at', new Date(expiresAt).toISOString())
  if (outputToken) runner.output('token', accessToken)
  runner.info(`The job has a token with ${exchanged.scope.join(', ')}, until ${new Date(expiresAt).toISOString()}.`)
  return accessToken
}

async function mark(footfall: Footfall, { product, title, note, date }: Marker, env: Environment, runner: Runner) {
  const given = { product, title, ...(date !== undefined && { date }), ...(note !== undefined && { note }) }
  const outcome = await footfall.annotations.create(given, { key: keyOf(env, 'marker') }).confirm()
  runner.output('marker-state', outcome.state)
  if (outcome.state === 'awaiting_approval') {
    runner.warn(`The marker waits for a person: ${outcome.approval.link}`)
    return
  }
  // A replay of long ago has no result.
  if (outcome.result === null) return runner.info(`The marker “${title}” was written before.`)
  runner.output('marker-id', outcome.result.id)
  runner.info(`The marker “${title}” has the date ${outcome.result.date}.`)
}

async function call(footfall: Footfall, { name, arguments: given }: ToolCall, env: Environment, runner: Runner) {
  const isConfirmed = given.confirm === true && given.idempotency_key === undefined
  const named = isConfirmed ? { ...given, idempotency_key: keyOf(env, name) } : given
  const { data } = await footfall.callTool(name, named, { toolset: TOOLSETS })
  runner.output('result', JSON.stringify(data))
  runner.info(`${name} has answered; the output result has its data.`)
}

/** The same for each attempt of a run: with a kept token, running a job again changes nothing twice. */
function keyOf({ GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_JOB, GITHUB_ACTION }: Environment, what: string): string {
  const parts = ['github', GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_JOB, GITHUB_ACTION, what]
  return parts
    .map((part) => (part ?? '').replaceAll(/[^\w./-]/g, '_'))
    .join(':')
    .slice(0, 255)
}

/** The step after the job: an exchanged token ends. */
export async function runPost({ runner, fetch, now, sleep }: RunDependencies): Promise<void> {
  const [server, token] = [runner.kept('server'), runner.kept('token')]
  if (server === undefined || token === undefined) return
  runner.mask(token)
  try {
    await revokeExchangedToken({ server, token, fetch, now, sleep })
    runner.info('The token of the job has ended.')
  } catch (error) {
    // The job has done its work, and the token expires within the hour.
    runner.warn(`The token could not be ended before it expires. ${error instanceof Error ? error.message : ''}`)
  }
}
