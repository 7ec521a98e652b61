import { askRunningService } from '../operator-socket/ask-running-service.ts'
import { BackupError } from './manifest.ts'
import { ServiceSnapshot } from './service-snapshot.ts'

/** Copies from a snapshot of the service that runs on a data directory, which holds it until then. Throws `BackupError`. */
export async function withServiceSnapshot<T>(
  dataDir: string,
  copy: (snapshot: ServiceSnapshot) => Promise<T>,
): Promise<T> {
  const held = new AbortController()
  const { promise: taken, resolve } = Promise.withResolvers<ServiceSnapshot>()
  const asking = askRunningService(dataDir, 'POST', '/snapshot', (facts) => resolve(ServiceSnapshot.parse(facts)), {
    signal: held.signal,
  })
  // The service answers only when it refuses or ends.
  const refused = asking.then((answer) => {
    throw new BackupError(
      answer?.ok === false
        ? `The running service refuses a backup: ${answer.message}`
        : `The service on ${dataDir} does not answer. Stop it for a backup of everything, or restart it if it is of another version; --control-data copies accounts, settings and tokens meanwhile.`,
    )
  })
  try {
    return await Promise.race([taken.then(copy), refused])
  } finally {
    refused.catch(() => {})
    held.abort()
  }
}
