import type { Settings } from '@footfall/config'
import { askRunningService, describeControlDatabase, describeEngine, ProcessFacts } from '@footfall/operate'
import { type Finding, ok, warning } from './finding.ts'

/** Which instance is examined: its directory, stores, address and process, without passwords. */
export async function instance(settings: Settings): Promise<Finding> {
  const { dataDir, baseUrl } = settings
  const parts = [dataDir, describeControlDatabase(settings), describeEngine(settings), baseUrl].join(', ')
  const facts = await runningProcess(dataDir)
  if (facts === undefined) return ok('instance', `${parts}; no process of this directory answers`)
  const found = `${parts}; process ${facts.pid}, version ${facts.version}`
  return facts.base_url === baseUrl
    ? ok('instance', found)
    : warning(
        'instance',
        `${found}, started with BASE_URL ${facts.base_url}`,
        'Run this command with the settings of the service.',
      )
}

async function runningProcess(dataDir: string): Promise<ProcessFacts | undefined> {
  const answer = await askRunningService(dataDir, 'GET', '/process').catch(() => undefined)
  if (answer?.ok !== true) return undefined
  return ProcessFacts.safeParse(answer.body).data
}
