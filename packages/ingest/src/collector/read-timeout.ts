/** For a profile from the control database. Shorter than the timeout of a replica that forwarded the event. */
export const READ_TIMEOUT_MS = 2_000
