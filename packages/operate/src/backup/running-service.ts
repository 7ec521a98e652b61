import { askRunningService } from '../operator-socket/ask-running-service.ts'
import { BackupError } from './manifest.ts'
import { ServiceSnapshot } from './service-snapshot.ts'

/** Copies from a snapshot that the service on a data directory holds for the duration of the copy. Throws `BackupError`. */
export async function withServiceSnapshot<T>(
  dataDir: string,
  copy: (snapshot: ServiceSnapshot) => Promise<T>,
): Promise<T> {
  const held = new AbortController()
  const { promise: taken, resolve } = Promise.withResolvers<ServiceSnapshot>()
  const asking = askRunningService(dataDir, 'POST', '/snapshot', (facts) => resolve(ServiceSnapshot.parse(facts)), {
    signal: held.signal,
  })
  // While it holds the snapshot the service sends only progress, so an answer means that it rejected the request or stopped.
  const rejected = asking.then((answer) => {
    throw new BackupError(
      answer?.ok === false
        ? `The running service rejected the backup: ${answer.message}`
        : `The service on ${dataDir} does not answer. Stop it for a backup of everything, or restart it if it is of another version; --control-data copies accounts, settings and tokens meanwhile.`,
    )
  })
  try {
    return await Promise.race([taken.then(copy), rejected])
  } finally {
    rejected.catch(() => {})
    held.abort()
  }
}
