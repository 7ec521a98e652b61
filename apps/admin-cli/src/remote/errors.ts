import { CommandError } from '../errors.ts'

/** The service rejected a request, with the code of its answer. */
export class ServiceRejected extends CommandError {
  readonly code: string
  /** Whether the service has certainly not done what was asked. */
  readonly isFinal: boolean
  constructor(code: string, message: string, isFinal = true) {
    super(message)
    this.code = code
    this.isFinal = isFinal
  }
}

/** The service did not answer, or not as Footfall does. What was asked may have been done. */
export class ServiceUnreachable extends CommandError {}
